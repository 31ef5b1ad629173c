#include "spandrop/tasks/sentences/sentence_views.h"

#include "spandrop/base/json_writer.h"
#include "spandrop/drop/lost_labels.h"
#include "spandrop/drop/view.h"
#include "spandrop/tasks/sentences/sentence_draw.h"

namespace spandrop {

tl::expected<void, ReadError> SentenceViews::append(const SentenceRecord& record,
                                                    const EditView& edit, std::string& out,
                                                    Summary& summary) const {
  const SentenceDraw sentences(record.sentences, record.facts, record.answers, options_.drop);
  const ExampleId id = id_of(record.id);
  for (std::uint64_t i = 0; i < options_.drop.views; ++i) {
    const std::uint64_t view = options_.drop.view + i;
    const KeepMask mask = sentences.draw(id, view, summary);
    if (sentences.lost_fact(mask)) {
      return tl::make_unexpected(ReadError{std::string(array_) + "[" +
                                               std::to_string(record.number) + "]." +
                                               std::string(record.facts_field),
                                           lost_label_problem("supporting fact", Fate::gone)});
    }
    std::vector<Edit> edits;
    edit(mask, edits);
    if (const std::string suffix = record.id_suffix + view_suffix(view); !suffix.empty()) {
      edits.push_back({{record.id_end, record.id_end}, {}});
      append_escaped(edits.back().with, suffix);
    }
    if (!out.empty()) out += ", ";
    append_part(out, json_, places_.elements[record.number], edits);
    count_view(mask, mask.size() > 0 && mask.count() == 0, summary);
  }
  return {};
}

}  // namespace spandrop
