// Checks of option values that say nothing in --help: the option's own words do.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>

// One of a few words, each for a value.
template <class T>
CLI::Validator one_of(std::map<std::string, T> words) {
  return CLI::CheckedTransformer(std::move(words)).description("");
}

// A whole number from `least` to `most`.
inline CLI::Validator whole_number(std::uint64_t least,
                                   std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
  const auto problem = [=](const std::string& written) {
    std::uint64_t number = 0;
    const char* end = written.data() + written.size();
    const auto [parsed, error] = std::from_chars(written.data(), end, number);
    if (error == std::errc() && parsed == end && number >= least && number <= most) {
      return std::string();
    }
    return fmt::format("expected a whole number from {} to {}, got {}", least, most, written);
  };
  return CLI::Validator(problem, "");
}
