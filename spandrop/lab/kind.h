// The kinds of runs. Each kind has an options struct, whose fields are the settings of a run. To
// add a kind, extend Kind and names_of here, with_options in options_of_kind.h, and add what it
// does to kind.cpp and execute.cpp.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "spandrop/base/settings.h"

namespace spandrop::lab {

// Training on FindAnimals, the noise of its draws, or a table of Figure 2.
enum class Kind { find_animals, noise, theory };

inline std::span<const std::string_view> names_of(Kind) {
  static constexpr std::array<std::string_view, 3> kNames{"find_animals", "noise", "theory"};
  return kNames;
}
inline std::string_view name_of(Kind kind) { return names_of(kind)[std::size_t(kind)]; }

// The kind with this name, if there is one.
std::optional<Kind> kind_named(std::string_view name);

// Throws std::invalid_argument if the kind has no such setting, or the setting no such value.
void check_setting(Kind kind, const std::string& name, const SettingValue& value);

// Returns all settings of the kind. Settings that are not given, and those that the method ignores,
// have their defaults, so that equal runs have equal settings. Throws std::invalid_argument if a
// value is out of range.
Settings completed(Kind kind, const Settings& settings);

// A short name for display, from complete settings. Different runs can share it.
std::string label_of(Kind kind, const Settings& settings);

// The approximate amount of work of a run, in multiplications.
double cost_of(Kind kind, const Settings& settings);

}  // namespace spandrop::lab
