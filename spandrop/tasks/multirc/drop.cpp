#include "spandrop/tasks/multirc/drop.h"

#include <utility>

#include "spandrop/io/draw_view.h"
#include "spandrop/io/json_text.h"
#include "spandrop/tasks/sentence_draw.h"

namespace spandrop::multirc {
namespace {

using Questions = std::vector<const Question*>;

class Views : public ViewMaker {
 public:
  Views(std::string_view json, Dataset dataset, const DatasetDropOptions& options)
      : json_(json), dataset_(std::move(dataset)), options_(options) {}

  std::vector<RecordArray> records() const override {
    RecordArray array{&dataset_.paragraphs_at, {}};
    for (const Paragraph& paragraph : dataset_.paragraphs) array.read.push_back(paragraph.number);
    return {array};
  }

  tl::expected<void, ReadError> append_views(std::size_t record, std::string& out,
                                             Summary& summary) const override {
    const Paragraph& paragraph = dataset_.paragraphs[record];
    for (const Questions& questions : groups_of(paragraph)) {
      auto appended = append_group(paragraph, questions, out, summary);
      if (!appended) return appended;
    }
    return {};
  }

  std::vector<std::string> ids() const override {
    std::vector<std::string> ids;
    for (const Paragraph& paragraph : dataset_.paragraphs) {
      for (const Questions& questions : groups_of(paragraph)) {
        ids.push_back(paragraph.id + mark_of(questions));
      }
    }
    return ids;
  }

  const std::vector<ReadError>& skipped() const override { return dataset_.skipped; }

 private:
  // The questions that share a draw; one group of none where there are no questions.
  std::vector<Questions> groups_of(const Paragraph& paragraph) const {
    std::vector<Questions> groups;
    for (const Question& question : paragraph.questions) {
      if (groups.empty() || options_.split_questions) groups.emplace_back();
      groups.back().push_back(&question);
    }
    if (groups.empty()) groups.emplace_back();
    return groups;
  }

  // What the id of a paragraph gets when it is split.
  std::string mark_of(const Questions& questions) const {
    const bool is_split = options_.split_questions && !questions.empty();
    return is_split ? "#q" + questions.front()->index : std::string();
  }

  // The views of a paragraph for the questions that share a draw.
  tl::expected<void, ReadError> append_group(const Paragraph& paragraph, const Questions& questions,
                                             std::string& out, Summary& summary) const {
    std::vector<std::size_t> facts;
    for (const Question* question : questions) {
      facts.insert(facts.end(), question->sentences.begin(), question->sentences.end());
    }
    const std::string mark = mark_of(questions);
    const ExampleId id = id_of(paragraph.id + mark);
    const SentenceDraw sentences(paragraph.sentences.size(), facts, {}, options_.drop);
    for (std::uint64_t i = 0; i < options_.drop.views; ++i) {
      const std::uint64_t view = options_.drop.view + i;
      const KeepMask mask = sentences.draw(id, view, summary);
      if (sentences.lost_fact(mask)) {
        return tl::make_unexpected(
            lost_fact_error("data[" + std::to_string(paragraph.number) + "].paragraph.questions"));
      }
      std::vector<Edit> edits;
      edit_text(paragraph, mask, edits);
      edit_questions(paragraph, questions, mask, edits, summary);
      edits.push_back({{paragraph.id_at.end, paragraph.id_at.end}, {}});
      append_escaped(edits.back().with, mark + view_mark(view));
      if (!out.empty()) out += ", ";
      append_part(out, json_, dataset_.paragraphs_at.elements[paragraph.number], edits);
      count_view(mask, summary);
      summary.became_empty += mask.count() == 0;
    }
    return {};
  }

  void edit_text(const Paragraph& paragraph, const KeepMask& mask, std::vector<Edit>& edits) const {
    if (mask.all()) return;
    const Range at = paragraph.text_at;
    JsonText text;
    // The reader has read it: it has no wrong escape.
    (void)text.read(json_.substr(at.begin, at.size()));
    const auto raw = [&](Range bytes) {
      return Range{at.begin + text.raw_position(bytes.begin),
                   at.begin + text.raw_position(bytes.end)};
    };
    std::size_t number = 0;
    for (std::size_t i = 0; i < paragraph.sentences.size(); ++i) {
      const Sentence& sentence = paragraph.sentences[i];
      if (!mask[i]) {
        edits.push_back({raw(sentence.all), {}});
      } else if (number++ != i) {
        edits.push_back({raw(sentence.number), std::to_string(number)});
      }
    }
  }

  static void edit_questions(const Paragraph& paragraph, const Questions& questions,
                             const KeepMask& mask, std::vector<Edit>& edits, Summary& summary) {
    const std::vector<std::size_t> now = new_numbers(mask, 0, mask.size());
    std::vector<bool> stays(paragraph.questions_at.elements.size());
    for (const Question* question : questions) {
      stays[question->number] = true;
      edit_numbers(question->sentences_at, question->sentences, now, edits, summary);
    }
    remove_elements(paragraph.questions_at, [&](std::size_t i) { return stays[i]; }, edits);
  }

  std::string_view json_;
  Dataset dataset_;
  const DatasetDropOptions& options_;
};

}  // namespace

std::unique_ptr<ViewMaker> make_views(std::string_view json, Dataset dataset,
                                      const DatasetDropOptions& options) {
  return std::make_unique<Views>(json, std::move(dataset), options);
}

}  // namespace spandrop::multirc
