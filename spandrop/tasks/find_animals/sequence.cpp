#include "spandrop/tasks/find_animals/sequence.h"

#include <fmt/format.h>

#include <algorithm>

namespace spandrop::find_animals {
namespace {

std::vector<std::int32_t> tokens_of(std::string_view letters, std::string_view alphabet) {
  std::vector<std::int32_t> tokens;
  tokens.reserve(letters.size());
  for (const char letter : letters) {
    tokens.push_back(kFirstLetter + std::int32_t(alphabet.find(letter)));
  }
  return tokens;
}

}  // namespace

std::int64_t vocabulary_size(const GeneratorOptions& options) {
  return kFirstLetter + std::int64_t(options.alphabet.size());
}

std::int64_t longest_sequence(const GeneratorOptions& options) {
  std::size_t longest = 0;
  for (const std::string& animal : options.animals) longest = std::max(longest, animal.size());
  return options.length + std::int64_t(longest) + 3;
}

std::vector<Sequence> make_sequences(const Generator& generator, std::uint64_t seed,
                                     std::string_view split, std::int64_t count) {
  const std::string& alphabet = generator.options().alphabet;
  std::vector<Sequence> sequences;
  sequences.reserve(std::size_t(count));
  for (std::int64_t i = 0; i < count; ++i) {
    const Example example = generator(seed, split, std::uint64_t(i));
    sequences.push_back({id_of(fmt::format("{}/{}", split, i)), tokens_of(example.animal, alphabet),
                         tokens_of(example.letters, alphabet), example.contains});
  }
  return sequences;
}

}  // namespace spandrop::find_animals
