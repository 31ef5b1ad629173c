#include "spandrop/io/records/label_edits.h"

#include <string>
#include <string_view>

#include "spandrop/base/json_writer.h"
#include "spandrop/drop/lost_labels.h"
#include "spandrop/io/records/json_text.h"
#include "spandrop/io/records/tags.h"

namespace spandrop {
namespace {

// Edits the labels of one view.
class LabelEditor {
 public:
  LabelEditor(const Record& record, const View& view, const DropOptions& options,
              std::vector<Edit>& edits, Summary& summary)
      : record_(record), view_(view), options_(options), edits_(edits), summary_(summary) {}

  // Labels that the policy applies to.
  void edit_labels(const LabelList& list) {
    edit_list(list, [&](Fate fate, std::size_t i) { return count_and_decide(fate, list.name, i); });
  }

  // Ranges without a label: those that are gone are removed from the list.
  void edit_ranges(const LabelList& list) {
    edit_list(list, [](Fate fate, std::size_t) { return fate == Fate::gone; });
  }

  void edit_entities(const std::vector<Range>& entities) {
    std::vector<bool> removed(entities.size());
    for (std::size_t i = 0; i < entities.size(); ++i) {
      const Fate fate = view_.elements().move(entities[i]).fate;
      removed[i] = count_and_decide(fate, record_.tags_name, entities[i].begin);
    }
    std::vector<bool> stays(record_.tokens.elements.size(), true);
    for (const Piece& piece : view_.elements().pieces()) {
      if (piece.kept) continue;
      for (std::size_t i = piece.old.begin + piece.size; i < piece.old.end; ++i) stays[i] = false;
    }
    edit_tags(record_, entities, stays, removed, edits_);
  }

  std::optional<RecordError> error;

 private:
  // Moves the labels that stay, and removes the others from all arrays. The edits of the last array
  // are in line order, so usually no sorting is needed.
  template <class IsRemoved>
  void edit_list(const LabelList& list, IsRemoved is_removed) {
    if (list.labels.empty()) return;
    const RawArray& last = list.arrays.back();
    std::vector<bool> removed(list.arrays.size() > 1 ? list.labels.size() : 0);
    std::size_t removed_from = 0;  // the labels from here to the current one are removed
    for (std::size_t i = 0; i < list.labels.size(); ++i) {
      const MovedLabel moved = view_.move(list.labels[i]);
      if (is_removed(moved.fate, i)) {
        if (!removed.empty()) removed[i] = true;
        continue;
      }
      if (removed_from < i) edits_.push_back(removal(last, removed_from, i));
      removed_from = i + 1;
      edit_label(list.labels[i], list.places[i], moved);
    }
    if (removed_from < list.labels.size())
      edits_.push_back(removal(last, removed_from, list.labels.size()));
    for (std::size_t k = 0; k + 1 < list.arrays.size(); ++k) {
      remove_elements(list.arrays[k], [&](std::size_t i) { return !removed[i]; }, edits_);
    }
  }

  // Counts a label, and returns whether the policy removes it.
  bool count_and_decide(Fate fate, const std::string& field, std::size_t index) {
    count_label(options_.on_lost, fate, summary_);
    if (options_.on_lost == OnLost::error && is_lost(fate) && !error) {
      error = record_.error(field + "[" + std::to_string(index) + "]",
                            lost_label_problem("label", fate));
    }
    return removes(options_.on_lost, fate);
  }

  void edit_label(const Label& label, const LabelPlaces& at, const MovedLabel& moved) {
    edit_number(at.begin, label.range.begin, moved.now.begin);
    if (!at.end.empty()) edit_number(at.end, label.range.end, moved.now.end);
    if (!is_lost(moved.fate)) return;
    for (const Place& own : {at.text, at.word}) {
      if (!own.empty()) edits_.push_back({own, raw_text(record_, label, view_, options_)});
    }
  }

  void edit_number(Place at, std::size_t before, std::size_t after) {
    if (before != after) edits_.push_back({at, std::to_string(after)});
  }

  const Record& record_;
  const View& view_;
  const DropOptions& options_;
  std::vector<Edit>& edits_;
  Summary& summary_;
};

}  // namespace

std::vector<Range> labels_of(const Record& record, const std::vector<Range>& entities) {
  std::vector<Range> labels = entities;
  for (const LabelList* list : {&record.annotations, &record.answers}) {
    for (const Label& label : list->labels) labels.push_back(label.elements);
  }
  return labels;
}

std::string raw_text(const Record& record, const Label& label, const View& view,
                     const DropOptions& options) {
  const std::string_view raw = record.raw(record.text_at);
  std::string text;
  const auto on_kept = [&](Range bytes) {
    const std::size_t from = record.text.raw_position(bytes.begin);
    const std::string_view kept = raw.substr(from, record.text.raw_position(bytes.end) - from);
    if (would_pair(text, kept)) {
      text.replace(text.size() - kLoneSurrogate.size(), text.npos, kLoneSurrogate);
    }
    text += kept;
  };
  const auto on_masks = [&](std::size_t count) {
    for (; count > 0; --count) append_escaped(text, *options.mask);
  };
  view.labels().visit_text(label, on_kept, on_masks);
  return text;
}

std::optional<RecordError> edit_labels(const Record& record, const std::vector<Range>& entities,
                                       const View& view, const DropOptions& options,
                                       std::vector<Edit>& edits, Summary& summary) {
  LabelEditor editor(record, view, options, edits, summary);
  editor.edit_labels(record.annotations);
  editor.edit_labels(record.answers);
  editor.edit_ranges(record.never_drop);
  editor.edit_ranges(record.spans);
  if (record.tags_at) editor.edit_entities(entities);
  return editor.error;
}

}  // namespace spandrop
