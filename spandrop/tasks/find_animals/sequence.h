// FindAnimals examples as tokens: "[CLS] a [SEP] S [SEP]", one token per letter.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spandrop/core/key.h"
#include "spandrop/tasks/find_animals/generator.h"

namespace spandrop::find_animals {

// Tokens of the special symbols; the letters of the alphabet follow.
inline constexpr std::int32_t kCls = 0, kSep = 1, kMask = 2, kFirstLetter = 3;

struct Sequence {
  ExampleId id;
  std::vector<std::int32_t> animal;   // a
  std::vector<std::int32_t> letters;  // S, the only part that is ever dropped
  bool contains = false;
};

// Number of distinct tokens of an alphabet, and the maximum length of an example.
std::int64_t vocabulary_size(const GeneratorOptions& options);
std::int64_t longest_sequence(const GeneratorOptions& options);

// Makes `count` examples of a split as tokens.
std::vector<Sequence> make_sequences(const Generator& generator, std::uint64_t seed,
                                     std::string_view split, std::int64_t count);

}  // namespace spandrop::find_animals
