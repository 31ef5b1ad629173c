#include "cli/score_report.h"

#include <fmt/format.h>

#include "cli/run_files.h"

namespace {

using namespace spandrop;

std::string unmatched_text(const Unmatched& unmatched) {
  if (unmatched.count == 0) return "";
  return fmt::format("{} {}: {}{}\n", thousands(unmatched.count), unmatched.about,
                     fmt::join(unmatched.first, ", "),
                     unmatched.count > unmatched.first.size() ? ", ..." : "");
}

}  // namespace

std::string score_table(const std::string& format, const Scoring& scoring,
                        const ScoreComparison* comparison) {
  std::string text = fmt::format("{}, {} {}\n", format, thousands(scoring.ids.size()),
                                 format == "docred" ? "documents" : "questions");
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
    text += fmt::format("other: {}; interval by {} resamples of the {}\n", comparison->name,
                        thousands(comparison->options.resamples),
                        format == "docred" ? "documents" : "questions");
  }
  return text;
}
