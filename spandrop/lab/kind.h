// What a run of an experiment can be. Each kind has an options struct, of which its settings are
// the named fields; a new kind is a row of names_of and of with_options in kind.cpp, and what it
// does in execute.cpp.
#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "spandrop/base/settings.h"
#include "spandrop/nn/outcome.h"

namespace spandrop::lab {

// Training on FindAnimals, the noise of its draws, a table of Figure 2.
enum class Kind { find_animals, noise, theory };

inline std::span<const std::string_view> names_of(Kind) {
  static constexpr std::array<std::string_view, 3> kNames{"find_animals", "noise", "theory"};
  return kNames;
}

// Throws std::invalid_argument unless the kind has such a setting, which can have such a value.
void check_setting(Kind kind, const std::string& name, const SettingValue& value);

// All settings of the kind: those that are not given, and those that the method does not read, at
// their defaults, so that equal runs have equal settings. Throws std::invalid_argument.
Settings completed(Kind kind, const Settings& settings);

// A short name for people, from complete settings. Different runs may share it.
std::string label_of(Kind kind, const Settings& settings);

// About how much work a run is: its multiplications.
double cost_of(Kind kind, const Settings& settings);

// Carries a run out. What it needs to go on after it was killed is kept in `directory`.
nn::Outcome execute(Kind kind, const Settings& settings, const std::filesystem::path& directory,
                    std::stop_token stop);

}  // namespace spandrop::lab
