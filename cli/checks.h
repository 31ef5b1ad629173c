// Validators for option values. They add nothing to --help; the descriptions of the options do.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// "a, b or c".
inline std::string either(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 < words.size() ? ", " : " or ";
    text += words[i];
  }
  return text;
}

// One of a few words. The option receives the index of the word, so list the words in the order of
// the enumeration, or as {"word for false", "word for true"}.
inline CLI::Validator one_of(std::vector<std::string> words) {
  const auto replace = [words = std::move(words)](std::string& written) {
    const auto found = std::ranges::find(words, written);
    if (found == words.end()) return fmt::format("expected {}, got {}", either(words), written);
    written = std::to_string(found - words.begin());
    return std::string();
  };
  return CLI::Validator(replace, "");
}

inline CLI::Validator one_of(std::span<const std::string_view> words) {
  return one_of(std::vector<std::string>(words.begin(), words.end()));
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

// A number from 0 to 1.
inline CLI::Validator share() {
  const auto problem = [](const std::string& written) {
    double number = -1;
    const char* end = written.data() + written.size();
    const auto [parsed, error] = std::from_chars(written.data(), end, number);
    if (error == std::errc() && parsed == end && number >= 0 && number <= 1) return std::string();
    return fmt::format("expected a number from 0 to 1, got {}", written);
  };
  return CLI::Validator(problem, "");
}
