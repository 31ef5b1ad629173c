#include "spandrop/tasks/hotpotqa/drop.h"

#include <optional>
#include <utility>

#include "spandrop/io/draw_view.h"
#include "spandrop/tasks/hotpotqa/answer_place.h"
#include "spandrop/tasks/sentence_draw.h"

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

class Views : public ViewMaker {
 public:
  Views(std::string_view json, Dataset dataset, const DatasetDropOptions& options)
      : json_(json), dataset_(std::move(dataset)), options_(options) {}

  std::vector<RecordArray> records() const override {
    RecordArray array{&dataset_.questions_at, {}};
    for (const Question& question : dataset_.questions) array.read.push_back(question.number);
    return {array};
  }

  tl::expected<void, ReadError> append_views(std::size_t record, std::string& out,
                                             Summary& summary) const override {
    const Question& question = dataset_.questions[record];
    const std::vector<std::size_t> begins = begins_of(question);
    std::vector<std::size_t> facts, answers;
    for (const SupportingFact& fact : question.facts) {
      facts.push_back(begins[fact.paragraph] + fact.sentence);
    }
    if (const std::optional<AnswerPlace> place = find_answer(question)) {
      answers.push_back(begins[place->paragraph] + place->sentence);
    }
    const SentenceDraw sentences(begins.back(), facts, answers, options_.drop);
    const ExampleId id = id_of(question.id);
    for (std::uint64_t i = 0; i < options_.drop.views; ++i) {
      const std::uint64_t view = options_.drop.view + i;
      const KeepMask mask = sentences.draw(id, view, summary);
      if (sentences.lost_fact(mask)) {
        return tl::make_unexpected(
            lost_fact_error("[" + std::to_string(question.number) + "].supporting_facts"));
      }
      std::vector<Edit> edits;
      edit_question(question, begins, mask, edits, summary);
      if (view > 0) edits.push_back({{question.id_at.end, question.id_at.end}, view_mark(view)});
      if (!out.empty()) out += ", ";
      append_part(out, json_, dataset_.questions_at.elements[question.number], edits);
      count_view(mask, summary);
      summary.became_empty += mask.count() == 0;
    }
    return {};
  }

  std::vector<std::string> ids() const override {
    std::vector<std::string> ids;
    for (const Question& question : dataset_.questions) ids.push_back(question.id);
    return ids;
  }

  const std::vector<ReadError>& skipped() const override { return dataset_.skipped; }

 private:
  std::string_view json_;
  Dataset dataset_;
  const DatasetDropOptions& options_;
};

}  // namespace

std::unique_ptr<ViewMaker> make_views(std::string_view json, Dataset dataset,
                                      const DatasetDropOptions& options) {
  return std::make_unique<Views>(json, std::move(dataset), options);
}

}  // namespace spandrop::hotpotqa
