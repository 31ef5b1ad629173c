#include "spandrop/tasks/hotpotqa/drop.h"

#include <optional>
#include <utility>

#include "spandrop/tasks/hotpotqa/answer_place.h"
#include "spandrop/tasks/sentences/sentence_draw.h"
#include "spandrop/tasks/sentences/sentence_views.h"

namespace spandrop::hotpotqa {
namespace {

// The sentences of all paragraphs as one sequence: where each paragraph begins in it.
std::vector<std::size_t> begins_of(const Question& question) {
  std::vector<std::size_t> begins{0};
  for (const Paragraph& paragraph : question.paragraphs) {
    begins.push_back(begins.back() + paragraph.sentences.size());
  }
  return begins;
}

void edit_question(const Question& question, const std::vector<std::size_t>& begins,
                   const KeepMask& mask, std::vector<Edit>& edits, Summary& summary) {
  std::vector<std::vector<std::size_t>> now;
  std::vector<bool> stays;
  for (std::size_t i = 0; i < question.paragraphs.size(); ++i) {
    now.push_back(new_numbers(mask, begins[i], begins[i + 1]));
    const auto is_kept = [&](std::size_t k) { return now[i][k] != kGone; };
    std::size_t kept = 0;
    for (std::size_t k = 0; k < now[i].size(); ++k) kept += is_kept(k);
    stays.push_back(kept > 0 || now[i].empty());
    if (stays[i]) remove_elements(question.paragraphs[i].sentences_at, is_kept, edits);
  }
  remove_elements(question.paragraphs_at, [&](std::size_t i) { return stays[i]; }, edits);

  const auto now_of = [&](std::size_t i) {
    const SupportingFact& fact = question.facts[i];
    return now[fact.paragraph][fact.sentence];
  };
  for (std::size_t i = 0; i < question.facts.size(); ++i) {
    const SupportingFact& fact = question.facts[i];
    count_fate(fact.sentence, now_of(i), summary);
    if (now_of(i) == kGone || now_of(i) == fact.sentence) continue;
    edits.push_back({fact.sentence_at, std::to_string(now_of(i))});
  }
  remove_elements(question.facts_at, [&](std::size_t i) { return now_of(i) != kGone; }, edits);
}

class Views : public SentenceViews {
 public:
  Views(std::string_view json, Dataset dataset, const DatasetDropOptions& options)
      : SentenceViews(json, "", dataset.questions, std::move(dataset.questions_at),
                      std::move(dataset.skipped), options),
        questions_(std::move(dataset.questions)) {}

  tl::expected<void, ReadError> append_views(std::size_t record, std::string& out,
                                             Summary& summary) const override {
    const Question& question = questions_[record];
    const std::vector<std::size_t> begins = begins_of(question);
    std::vector<std::size_t> facts, answers;
    for (const SupportingFact& fact : question.facts) {
      facts.push_back(begins[fact.paragraph] + fact.sentence);
    }
    if (const std::optional<AnswerPlace> place = find_answer(question)) {
      answers.push_back(begins[place->paragraph] + place->sentence);
    }
    const auto edit = [&](const KeepMask& mask, std::vector<Edit>& edits) {
      edit_question(question, begins, mask, edits, summary);
    };
    return append({.number = question.number,
                   .id = question.id,
                   .id_end = question.id_at.end,
                   .sentences = begins.back(),
                   .facts = std::move(facts),
                   .answers = std::move(answers),
                   .facts_field = "supporting_facts"},
                  edit, out, summary);
  }

  std::vector<std::string> ids() const override {
    std::vector<std::string> ids;
    for (const Question& question : questions_) ids.push_back(question.id);
    return ids;
  }

 private:
  std::vector<Question> questions_;
};

}  // namespace

std::unique_ptr<ViewMaker> make_views(std::string_view json, Dataset dataset,
                                      const DatasetDropOptions& options) {
  return std::make_unique<Views>(json, std::move(dataset), options);
}

}  // namespace spandrop::hotpotqa
