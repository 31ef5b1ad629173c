#include "spandrop/tasks/multirc/statistics.h"

#include <set>

namespace spandrop::multirc {

Statistics statistics(const Dataset& dataset) {
  Statistics found{.counts = {{"paragraphs", dataset.paragraphs.size()},
                              {"questions", 0},
                              {"candidate answers", 0},
                              {"of them right", 0}},
                   .spans = {"sentences", {}},
                   .support = {"sentences needed for the answer", {}},
                   .others = {}};
  for (const Paragraph& paragraph : dataset.paragraphs) {
    found.counts[1].count += paragraph.questions.size();
    for (const Question& question : paragraph.questions) {
      found.counts[2].count += question.answers.size();
      for (const Answer& answer : question.answers) found.counts[3].count += answer.is_right;
      const std::set<std::size_t> needed(question.sentences.begin(), question.sentences.end());
      found.spans.values.push_back(paragraph.sentences.size());
      found.support.values.push_back(needed.size());
    }
  }
  return found;
}

}  // namespace spandrop::multirc
