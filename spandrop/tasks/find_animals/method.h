// The paper's methods on one FindAnimals example: which letters are removed or masked in a view.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "spandrop/core/draw.h"
#include "spandrop/core/law.h"
#include "spandrop/tasks/find_animals/sequence.h"

namespace spandrop::find_animals {

// SpanDrop and SpanMask, each with independent draws or with one Beta draw per sequence.
enum class Method { none, drop, beta, mask, beta_mask };

inline std::span<const std::string_view> names_of(Method) {
  static constexpr std::array<std::string_view, 5> kNames{"none", "drop", "beta", "mask",
                                                          "beta-mask"};
  return kNames;
}

struct MethodOptions {
  Method method = Method::none;
  // Only beta and beta-mask use its gamma; drop and mask draw each letter independently.
  Law law{};
  // Draw again while the animal of a positive example is no longer a subsequence.
  bool noise_free = false;
};

void visit_fields(MethodOptions& options, auto&& visit) {
  visit("method", options.method,
        "Augmentation of the training examples, redrawn every epoch; each letter is a span, and "
        "only beta and beta-mask use gamma");
  visit_fields(options.law, visit);
  visit("noise_free", options.noise_free, "Redraw until positive examples keep their animal");
}

// Views of training examples by one method.
class Views {
 public:
  // Throws std::invalid_argument on an invalid rate or gamma.
  Views(const MethodOptions& options, std::uint64_t seed);

  // Which letters a view keeps.
  KeepMask draw(const Sequence& sequence, std::uint64_t view) const;

  // Appends the tokens of a view, "[CLS] a [SEP] S' [SEP]"; returns how many letters S' has.
  std::size_t append(const Sequence& sequence, std::uint64_t view,
                     std::vector<std::int64_t>& tokens) const;

  // A random offset for this many letters, at which all of them fit into the string.
  std::int64_t random_start(const Sequence& sequence, std::uint64_t view,
                            std::size_t letters) const;

 private:
  MethodOptions options_;
  DrawOptions draw_;
  std::uint64_t seed_;
};

// Whether the kept letters still contain the animal.
bool still_contains(const Sequence& sequence, const KeepMask& keep);

// Appends the tokens of the whole example.
void append_whole(const Sequence& sequence, std::vector<std::int64_t>& tokens);

}  // namespace spandrop::find_animals
