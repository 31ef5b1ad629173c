#include "spandrop/tasks/find_animals/method.h"

#include <limits>

#include "spandrop/core/kept_runs.h"
#include "spandrop/core/random.h"

namespace spandrop::find_animals {
namespace {

void append_animal(const Sequence& sequence, std::vector<std::int64_t>& tokens) {
  tokens.push_back(kCls);
  tokens.insert(tokens.end(), sequence.animal.begin(), sequence.animal.end());
  tokens.push_back(kSep);
}

}  // namespace

Views::Views(const MethodOptions& options, std::uint64_t seed) : options_(options), seed_(seed) {
  check(options.law);
  draw_.law = options.law;
  const bool is_beta = options.method == Method::beta || options.method == Method::beta_mask;
  if (!is_beta) draw_.law.gamma = std::numeric_limits<double>::infinity();
}

KeepMask Views::draw(const Sequence& sequence, std::uint64_t view) const {
  const std::size_t n = sequence.letters.size();
  if (options_.method == Method::none) return KeepMask(n, true);
  const Key key{seed_, view, sequence.id};
  if (!options_.noise_free || !sequence.contains) return spandrop::draw(key, n, draw_);
  return draw_until(key, n, draw_, nullptr,
                    [&](const KeepMask& keep) { return still_contains(sequence, keep); })
      .mask;
}

std::size_t Views::append(const Sequence& sequence, std::uint64_t view,
                          std::vector<std::int64_t>& tokens) const {
  const KeepMask keep = draw(sequence, view);
  append_animal(sequence, tokens);
  const std::size_t begin = tokens.size();
  if (options_.method == Method::mask || options_.method == Method::beta_mask) {
    for (std::size_t i = 0; i < keep.size(); ++i) {
      tokens.push_back(keep[i] ? sequence.letters[i] : kMask);
    }
  } else {
    for_each_run(keep.words(), keep.size(), [&](Range run) {
      tokens.insert(tokens.end(), sequence.letters.begin() + std::ptrdiff_t(run.begin),
                    sequence.letters.begin() + std::ptrdiff_t(run.end));
    });
  }
  const std::size_t letters = tokens.size() - begin;
  tokens.push_back(kSep);
  return letters;
}

std::int64_t Views::random_start(const Sequence& sequence, std::uint64_t view,
                                 std::size_t letters) const {
  const std::size_t freed = sequence.letters.size() - letters;
  return Random({seed_, view, sequence.id}).below(std::uint32_t(freed) + 1);
}

bool still_contains(const Sequence& sequence, const KeepMask& keep) {
  std::size_t seen = 0;
  for (std::size_t i = 0; i < keep.size() && seen < sequence.animal.size(); ++i) {
    if (sequence.letters[i] == sequence.animal[seen] && keep[i]) ++seen;
  }
  return seen == sequence.animal.size();
}

void append_whole(const Sequence& sequence, std::vector<std::int64_t>& tokens) {
  append_animal(sequence, tokens);
  tokens.insert(tokens.end(), sequence.letters.begin(), sequence.letters.end());
  tokens.push_back(kSep);
}

}  // namespace spandrop::find_animals
