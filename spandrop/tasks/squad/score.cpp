#include "spandrop/tasks/squad/score.h"

#include <algorithm>

#include "spandrop/tasks/files/id_set.h"
#include "spandrop/tasks/scores/answer_overlap.h"
#include "spandrop/tasks/scores/answer_text.h"
#include "spandrop/tasks/scores/ratio.h"

namespace spandrop::squad {
namespace {

std::vector<double> scores_of(const std::vector<double>& sums, std::size_t items) {
  std::vector<double> scores;
  for (const double sum : sums) scores.push_back(100 * ratio(sum, static_cast<double>(items)));
  return scores;
}

std::vector<double> best(const Question& question, const std::string& prediction) {
  const std::string predicted = normalised_answer(prediction);
  double exact = 0, f1 = 0;
  for (const Answer& answer : question.answers) {
    const Overlap found = overlap(predicted, normalised_answer(answer.text));
    exact = std::max(exact, found.exact);
    f1 = std::max(f1, found.f1);
  }
  return {exact, f1};
}

}  // namespace

Scoring score(const Dataset& gold, const Predictions& predictions) {
  Scoring scoring{
      .scheme = {.columns = {"em", "f1"},
                 .scores = {{"exact_match", "percent of answers that are a gold answer"},
                            {"f1", "percent, by words in common with a gold answer"}},
                 .scores_of = scores_of}};
  Unmatched missing{"missing", "questions without a prediction"};
  Unmatched extra{"extra", "predictions without a matching question"};
  IdSet ids;
  for (const Article& article : gold.articles) {
    for (const Paragraph& paragraph : article.paragraphs) {
      for (const Question& question : paragraph.questions) {
        ids.insert(id_of(question.id));
        const auto found = predictions.find(question.id);
        if (found == predictions.end()) {
          missing.add(question.id);
          scoring.add(question.id, {0, 0});
        } else {
          scoring.add(question.id, best(question, found->second));
        }
      }
    }
  }
  for (const auto& [id, answer] : predictions) {
    if (!ids.contains(id_of(id))) extra.add(id);
  }
  scoring.unmatched = {missing, extra};
  return scoring;
}

}  // namespace spandrop::squad
