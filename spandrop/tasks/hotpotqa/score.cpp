#include "spandrop/tasks/hotpotqa/score.h"

#include <algorithm>

#include "spandrop/tasks/files/id_set.h"
#include "spandrop/tasks/scores/answer_text.h"
#include "spandrop/tasks/scores/ratio.h"

namespace spandrop::hotpotqa {
namespace {

bool is_special(std::string_view answer) {
  return answer == "yes" || answer == "no" || answer == "noanswer";
}

Overlap fact_overlap(const FactSet& predicted, const std::vector<SupportingFact>& gold_facts) {
  FactSet gold;
  for (const SupportingFact& fact : gold_facts)
    gold.emplace(fact.title, static_cast<std::int64_t>(fact.sentence));
  const auto right = static_cast<double>(std::count_if(
      predicted.begin(), predicted.end(), [&](const auto& fact) { return gold.contains(fact); }));
  const double precision = ratio(right, static_cast<double>(predicted.size()));
  const double recall = ratio(right, static_cast<double>(gold.size()));
  return {predicted == gold ? 1.0 : 0.0, precision, recall, harmonic_mean(precision, recall)};
}

// F1 is computed from the question's joint precision and recall.
Overlap joint(const Overlap& answer, const Overlap& facts) {
  const double precision = answer.precision * facts.precision;
  const double recall = answer.recall * facts.recall;
  return {answer.exact * facts.exact, precision, recall, harmonic_mean(precision, recall)};
}

std::vector<double> scores_of(const std::vector<double>& sums, std::size_t items) {
  std::vector<double> scores;
  for (const double sum : sums) scores.push_back(ratio(sum, static_cast<double>(items)));
  return scores;
}

ScoreScheme scheme() {
  ScoreScheme scheme{.columns = {}, .scores = {}, .scores_of = scores_of};
  const std::pair<const char*, const char*> parts[] = {
      {"", "the answer"}, {"sp_", "the supporting facts"}, {"joint_", "both"}};
  const std::pair<const char*, const char*> measures[] = {
      {"em", "exactly right"}, {"f1", "F1"}, {"prec", "precision"}, {"recall", "recall"}};
  for (const auto& [prefix, of] : parts) {
    for (const auto& [name, measure] : measures) {
      scheme.columns.push_back(std::string(prefix) + name);
      scheme.scores.push_back({scheme.columns.back(), std::string(of) + ": " + measure});
    }
  }
  return scheme;
}

}  // namespace

Overlap answer_overlap(std::string_view predicted, std::string_view gold) {
  if (predicted != gold && (is_special(predicted) || is_special(gold))) return {};
  return overlap(predicted, gold);
}

Scoring score(const Dataset& gold, const Predictions& predictions) {
  Scoring scoring{.scheme = scheme()};
  Unmatched no_answer{"missing_answer", "questions without an answer"};
  Unmatched no_facts{"missing_sp", "questions without supporting facts"};
  Unmatched extra{"extra", "predictions without a matching question"};
  IdSet ids;
  for (const Question& question : gold.questions) {
    ids.insert(id_of(question.id));
    Overlap answer, facts;
    if (const auto found = predictions.answers.find(question.id);
        found != predictions.answers.end()) {
      answer = answer_overlap(normalised_answer(found->second), normalised_answer(question.answer));
    } else {
      no_answer.add(question.id);
    }
    if (const auto found = predictions.facts.find(question.id); found != predictions.facts.end()) {
      facts = fact_overlap(found->second, question.facts);
    } else {
      no_facts.add(question.id);
    }
    std::vector<double> row;
    for (const Overlap& part : {answer, facts, joint(answer, facts)}) {
      row.insert(row.end(), {part.exact, part.f1, part.precision, part.recall});
    }
    scoring.add(question.id, row);
  }
  for (const auto& [id, answer] : predictions.answers) {
    if (!ids.contains(id_of(id))) extra.add(id);
  }
  for (const auto& [id, facts] : predictions.facts) {
    if (!ids.contains(id_of(id)) && !predictions.answers.contains(id)) extra.add(id);
  }
  scoring.unmatched = {no_answer, no_facts, extra};
  return scoring;
}

}  // namespace spandrop::hotpotqa
