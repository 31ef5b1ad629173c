// FindAnimals, the paper's synthetic task (section 3): does a string of letters contain an animal's
// name as a subsequence?
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spandrop/core/random.h"

namespace spandrop::find_animals {

// Where the letters of the animal are in a positive example.
enum class Positions { uniform, fixed, first };
std::span<const std::string_view> names_of(Positions);

struct GeneratorOptions {
  // Number of letters in a string.
  std::int64_t length = 300;
  // The animals; each example draws one of them.
  std::vector<std::string> animals{"cat"};
  // The letters that strings are made of.
  std::string alphabet = "abcdefghijklmnopqrstuvwxyz";
  // Anywhere, at fixed_positions, or anywhere within the first first_letters.
  Positions positions = Positions::uniform;
  std::vector<std::int64_t> fixed_positions{10, 110, 210};
  std::int64_t first_letters = 100;
};

void visit_fields(GeneratorOptions& options, auto&& visit) {
  visit("length", options.length, "Number of letters in a string (the paper's n)");
  visit("animals", options.animals, "Names of animals; each example draws one of them");
  visit("alphabet", options.alphabet, "The letters that strings are made of");
  visit("positions", options.positions, "Where positive examples hide the animal's letters");
  visit("fixed_positions", options.fixed_positions,
        "With --positions fixed: positions of the animal's letters, from 0");
  visit("first_letters", options.first_letters,
        "With --positions first: the animal lies within this many letters");
}

struct Example {
  std::string animal;
  std::string letters;
  bool contains = false;  // the label: the animal is a subsequence of the letters
};

// Whether `animal` is a subsequence of `letters`.
bool is_subsequence(std::string_view animal, std::string_view letters);

// Makes examples as in the paper's footnote: draws a string uniformly among those without the
// animal. In half of the examples, the animal's letters then replace those at chosen positions.
class Generator {
 public:
  // Throws std::invalid_argument if the options cannot be satisfied.
  explicit Generator(GeneratorOptions options);

  // Example number `index` of the set `split`. It depends only on these and the seed. Exactly one
  // of the examples 2k and 2k + 1 is positive.
  Example operator()(std::uint64_t seed, std::string_view split, std::uint64_t index) const;

  const GeneratorOptions& options() const { return options_; }

 private:
  std::string avoiding(std::size_t animal, Random& random) const;
  void hide(std::string_view animal, std::string& letters, Random& random) const;

  GeneratorOptions options_;
  // For each animal, j letters of it already seen and r letters to go: the probability that the
  // next letter is the animal's next, given that the string avoids the animal. At [j * length + r -
  // 1].
  std::vector<std::vector<double>> advance_;
};

}  // namespace spandrop::find_animals
