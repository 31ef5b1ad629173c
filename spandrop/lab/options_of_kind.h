// The options struct of each kind of run.
#pragma once

#include <array>
#include <span>
#include <stdexcept>
#include <string_view>

#include "spandrop/lab/kind.h"
#include "spandrop/nn/find_animals/options.h"
#include "spandrop/tasks/find_animals/noise.h"

namespace spandrop::lab {

using TrainingOptions = nn::find_animals::Options;
using NoiseOptions = find_animals::NoiseOptions;

// The tables of Figure 2.
enum class TheoryTable { length, noise, entropy };

inline std::span<const std::string_view> names_of(TheoryTable) {
  static constexpr std::array<std::string_view, 3> kNames{"length", "noise", "entropy"};
  return kNames;
}

struct TheoryOptions {
  TheoryTable table = TheoryTable::length;
};

void visit_fields(TheoryOptions& options, auto&& visit) {
  visit("table", options.table, "the table of Figure 2");
}

// Calls `use` with the options of the kind, all at their defaults.
auto with_options(Kind kind, auto&& use) {
  if (kind == Kind::find_animals) {
    TrainingOptions options;
    return use(options);
  }
  if (kind == Kind::noise) {
    NoiseOptions options;
    return use(options);
  }
  if (kind == Kind::theory) {
    TheoryOptions options;
    return use(options);
  }
  throw std::logic_error("a kind without options");
}

// Calls `use` with the options that the settings describe.
auto with_options(Kind kind, const Settings& settings, auto&& use) {
  return with_options(kind, [&](auto options) {
    apply_settings(settings, options);
    return use(options);
  });
}

}  // namespace spandrop::lab
