#include "spandrop/tasks/squad/statistics.h"

#include <algorithm>

#include "spandrop/text/question_overlap.h"

namespace spandrop::squad {

Statistics statistics(const Dataset& dataset, const WordPiece& wordpiece) {
  const EncodeOptions plain{
      .add_special = false, .match_special = false, .unit = Unit::byte, .truncation = {}};
  Statistics found{.counts = {{"articles", dataset.articles.size()},
                              {"paragraphs", 0},
                              {"questions", 0},
                              {"answers", 0}},
                   .spans = {"tokens", {}},
                   .support = {"tokens of question bigrams", {}},
                   .others = {}};
  Tokens context, asked;
  for (const Article& article : dataset.articles) {
    found.counts[1].count += article.paragraphs.size();
    for (const Paragraph& paragraph : article.paragraphs) {
      found.counts[2].count += paragraph.questions.size();
      context.clear();
      wordpiece.encode(paragraph.context, plain, context);
      for (const Question& question : paragraph.questions) {
        found.counts[3].count += question.answers.size();
        asked.clear();
        wordpiece.encode(question.text, plain, asked);
        const std::vector<bool> shared = shared_tokens(context.ids, asked.ids);
        found.spans.values.push_back(context.size());
        found.support.values.push_back(
            static_cast<std::size_t>(std::count(shared.begin(), shared.end(), true)));
      }
    }
  }
  return found;
}

}  // namespace spandrop::squad
