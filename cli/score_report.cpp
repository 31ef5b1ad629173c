#include "cli/score_report.h"

#include <fmt/ranges.h>

#include "cli/number_text.h"

namespace {

using namespace spandrop;

// "1 question without a prediction: q7". The description starts with a plural noun.
std::string unmatched_text(const Unmatched& unmatched) {
  if (unmatched.count == 0) return "";
  std::string about = unmatched.about;
  if (const std::size_t end = about.find(' '); unmatched.count == 1 && about[end - 1] == 's') {
    about.erase(end - 1, 1);
  }
  return fmt::format("{} {}: {}{}\n", thousands(unmatched.count), about,
                     fmt::join(unmatched.first, ", "),
                     unmatched.count > unmatched.first.size() ? ", ..." : "");
}

}  // namespace

std::string score_table(const std::string& format, const Scoring& scoring,
                        const ScoreComparison* comparison) {
  const char* item = format == "docred" ? "document" : "question";
  std::string text = fmt::format("{}, {}\n", format, count_of(scoring.ids.size(), item));
  for (const Unmatched& unmatched : scoring.unmatched) text += unmatched_text(unmatched);
  if (comparison) {
    text += fmt::format("{:<24}{:>10}{:>10}{:>12}   {}\n", "", "pred", "other", "difference",
                        "95% interval");
  }
  const std::vector<double> scores = scoring.scores();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const ScoreScheme::Score& score = scoring.scheme.scores[i];
    text += fmt::format("{:<24}{:>10.4f}", score.name, scores[i]);
    if (comparison) {
      const Difference& difference = comparison->differences[i];
      text += fmt::format("{:>10.4f}{:>+12.4f}   [{:+.4f}, {:+.4f}]\n", comparison->scores[i],
                          difference.value, difference.low, difference.high);
    } else {
      text += fmt::format("   {}\n", score.about);
    }
  }
  if (comparison) {
    text += fmt::format("other: {}; interval from {} resamples of the {}s\n", comparison->name,
                        thousands(comparison->options.resamples), item);
  }
  return text;
}
