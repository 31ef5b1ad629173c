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

// The tables of the paper's Figure 2.
enum class TheoryTable { length, noise, entropy };

inline std::span<const std::string_view> names_of(TheoryTable) {
  static constexpr std::array<std::string_view, 3> kNames{"length", "noise", "entropy"};
  return kNames;
}

struct TheoryOptions {
  TheoryTable table = TheoryTable::length;
};

void visit_fields(TheoryOptions& options, auto&& visit) {
  visit("table", options.table, "The table of Figure 2");
}

inline void check(const TheoryOptions&) {}  // every table is valid

// Calls `use` with the default options of the kind.
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
  throw std::logic_error("[with_options] unknown kind");
}

// Calls `use` with the options of the kind that have these settings.
auto with_options(Kind kind, const Settings& settings, auto&& use) {
  return with_options(kind, [&](auto options) {
    apply_settings(settings, options);
    return use(options);
  });
}

}  // namespace spandrop::lab
