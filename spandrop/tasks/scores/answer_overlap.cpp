#include "spandrop/tasks/scores/answer_overlap.h"

#include <algorithm>
#include <vector>

#include "spandrop/tasks/scores/ratio.h"

namespace spandrop {
namespace {

// The words of a normalised answer, sorted.
std::vector<std::string_view> sorted_words(std::string_view answer) {
  std::vector<std::string_view> words;
  while (!answer.empty()) {
    const std::size_t end = std::min(answer.find(' '), answer.size());
    words.push_back(answer.substr(0, end));
    answer.remove_prefix(std::min(end + 1, answer.size()));
  }
  std::sort(words.begin(), words.end());
  return words;
}

// The number of words that two sorted bags have in common, with multiplicity.
std::size_t common(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
  std::size_t count = 0;
  for (auto i = a.begin(), k = b.begin(); i != a.end() && k != b.end();) {
    if (*i == *k) ++count;
    const int order = i->compare(*k);
    if (order <= 0) ++i;
    if (order >= 0) ++k;
  }
  return count;
}

}  // namespace

Overlap overlap(std::string_view predicted, std::string_view gold) {
  const std::vector<std::string_view> ours = sorted_words(predicted), theirs = sorted_words(gold);
  const auto same = static_cast<double>(common(ours, theirs));
  const double precision = ratio(same, static_cast<double>(ours.size()));
  const double recall = ratio(same, static_cast<double>(theirs.size()));
  return {predicted == gold ? 1.0 : 0.0, precision, recall, harmonic_mean(precision, recall)};
}

}  // namespace spandrop
