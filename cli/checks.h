// Checks of option values that say nothing in --help: the option's own words do.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <utility>

// One of a few words, each for a value.
template <class T>
CLI::Validator one_of(std::map<std::string, T> words) {
  return CLI::CheckedTransformer(std::move(words)).description("");
}

// A number of at least 0, or 1.
inline CLI::Validator non_negative() {
  return CLI::Validator(CLI::NonNegativeNumber).description("");
}
inline CLI::Validator positive() { return CLI::Validator(CLI::PositiveNumber).description(""); }
