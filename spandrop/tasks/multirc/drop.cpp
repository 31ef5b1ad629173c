#include "spandrop/tasks/multirc/drop.h"

#include <utility>

#include "spandrop/io/records/json_text.h"
#include "spandrop/tasks/sentences/sentence_draw.h"
#include "spandrop/tasks/sentences/sentence_views.h"

namespace spandrop::multirc {
namespace {

using Questions = std::vector<const Question*>;

class Views : public SentenceViews {
 public:
  Views(std::string_view json, Dataset dataset, const DatasetDropOptions& options)
      : SentenceViews(json, "data", dataset.paragraphs, std::move(dataset.paragraphs_at),
                      std::move(dataset.skipped), options),
        paragraphs_(std::move(dataset.paragraphs)) {}

  tl::expected<void, ReadError> append_views(std::size_t record, std::string& out,
                                             Summary& summary) const override {
    const Paragraph& paragraph = paragraphs_[record];
    for (const Questions& questions : groups_of(paragraph)) {
      auto appended = append_group(paragraph, questions, out, summary);
      if (!appended) return appended;
    }
    return {};
  }

  std::vector<std::string> ids() const override {
    std::vector<std::string> ids;
    for (const Paragraph& paragraph : paragraphs_) {
      for (const Questions& questions : groups_of(paragraph)) {
        ids.push_back(paragraph.id + id_suffix(questions));
      }
    }
    return ids;
  }

 private:
  // The questions that share a draw; a single empty group if the paragraph has no questions.
  std::vector<Questions> groups_of(const Paragraph& paragraph) const {
    return question_groups(paragraph.questions, options_.split_questions);
  }

  // What is added to the id of a paragraph when its questions are split.
  std::string id_suffix(const Questions& questions) const {
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
    const auto edit = [&](const KeepMask& mask, std::vector<Edit>& edits) {
      edit_text(paragraph, mask, edits);
      edit_questions(paragraph, questions, mask, edits, summary);
    };
    const std::string suffix = id_suffix(questions);
    return append({.number = paragraph.number,
                   .id = paragraph.id + suffix,
                   .id_end = paragraph.id_at.end,
                   .id_suffix = suffix,
                   .sentences = paragraph.sentences.size(),
                   .facts = std::move(facts),
                   .answers = {},
                   .facts_field = "paragraph.questions"},
                  edit, out, summary);
  }

  void edit_text(const Paragraph& paragraph, const KeepMask& mask, std::vector<Edit>& edits) const {
    if (mask.all()) return;
    const Place at = paragraph.text_at;
    JsonText text;
    // Cannot fail: the reader has already parsed this text.
    (void)text.read(json_.substr(at.begin, at.size()));
    const auto raw = [&](Range bytes) {
      return Place{at.begin + text.raw_position(bytes.begin),
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

  std::vector<Paragraph> paragraphs_;
};

}  // namespace

std::unique_ptr<ViewMaker> make_views(std::string_view json, Dataset dataset,
                                      const DatasetDropOptions& options) {
  return std::make_unique<Views>(json, std::move(dataset), options);
}

}  // namespace spandrop::multirc
