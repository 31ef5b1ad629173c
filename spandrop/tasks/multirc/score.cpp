#include "spandrop/tasks/multirc/score.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "spandrop/tasks/files/id_set.h"
#include "spandrop/tasks/scores/ratio.h"

namespace spandrop::multirc {
namespace {

enum Column { answered, precision, recall, em0, em1, right, predicted, positive, columns };

std::vector<double> scores_of(const std::vector<double>& sums, std::size_t) {
  const double questions = sums[answered];
  if (questions == 0) return std::vector<double>(8);
  const double p = sums[precision] / questions, r = sums[recall] / questions;
  const double pooled_p = ratio(sums[right], sums[predicted], 1);
  const double pooled_r = ratio(sums[right], sums[positive], 1);
  return {p,
          r,
          harmonic_mean(p, r),
          sums[em0] / questions,
          sums[em1] / questions,
          pooled_p,
          pooled_r,
          harmonic_mean(pooled_p, pooled_r)};
}

// As in the official script, surplus labels match nothing but count as predicted, and answers
// without a label count as neither right nor wrong.
std::vector<double> row_of(const Question& question, const std::vector<double>& labels) {
  std::vector<double> row(columns);
  double wrong = 0;
  for (std::size_t i = 0; i < std::min(labels.size(), question.answers.size()); ++i) {
    const double gold = question.answers[i].is_right;
    row[right] += gold * labels[i];
    wrong += std::abs(gold - labels[i]);
  }
  row[answered] = 1;
  row[predicted] = std::accumulate(labels.begin(), labels.end(), 0.0);
  row[positive] =
      static_cast<double>(std::count_if(question.answers.begin(), question.answers.end(),
                                        [](const Answer& answer) { return answer.is_right; }));
  row[precision] = ratio(row[right], row[predicted], 1);
  row[recall] = ratio(row[right], row[positive], 1);
  row[em0] = wrong <= 0;
  row[em1] = wrong <= 1;
  return row;
}

}  // namespace

Scoring score(const Dataset& gold, const Predictions& predictions) {
  Scoring scoring{
      .scheme = {.columns = {"answered", "P", "R", "EM0", "EM1", "right", "predicted", "gold"},
                 .scores = {{"per_question_P", "precision, mean over questions"},
                            {"per_question_R", "recall, mean over questions"},
                            {"F1m", "their harmonic mean"},
                            {"EM0", "questions with no wrong label: the paper's EM"},
                            {"EM1", "questions with at most one wrong label"},
                            {"dataset_P", "precision over all candidate answers"},
                            {"dataset_R", "recall over all candidate answers"},
                            {"F1a", "their harmonic mean: the paper's F1"}},
                 .scores_of = scores_of}};
  Unmatched missing{"missing", "questions without a prediction, left out of all scores"};
  Unmatched extra{"extra", "predictions without a matching question"};
  IdSet ids;
  for (const Paragraph& paragraph : gold.paragraphs) {
    for (const Question& question : paragraph.questions) {
      const std::string key = question_key(paragraph.id, std::to_string(question.number));
      ids.insert(id_of(key));
      const auto found = predictions.find(key);
      if (found == predictions.end()) {
        missing.add(key);
        scoring.add(key, std::vector<double>(columns));
      } else {
        scoring.add(key, row_of(question, found->second));
      }
    }
  }
  for (const auto& [key, labels] : predictions) {
    if (!ids.contains(id_of(key))) extra.add(key);
  }
  scoring.unmatched = {missing, extra};
  return scoring;
}

}  // namespace spandrop::multirc
