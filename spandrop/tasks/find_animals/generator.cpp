#include "spandrop/tasks/find_animals/generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace spandrop::find_animals {
namespace {

// The number of completions of length r that avoid the animal, N(j, r) = (A - 1) N(j, r - 1) +
// N(j + 1, r - 1) with N(m, .) = 0, overflows soon. The ratios of neighbours do not:
//   grow(j, r) = N(j, r) / (A N(j, r - 1)),  next(j, r) = N(j + 1, r) / N(j, r).
std::vector<double> advance_table(std::size_t m, std::size_t length, double alphabet) {
  std::vector<double> advance(m * length);
  std::vector<double> next(m + 1, 1.0), grow(m + 1);
  next[m - 1] = 0;
  for (std::size_t r = 1; r <= length; ++r) {
    for (std::size_t j = 0; j < m; ++j) grow[j] = (alphabet - 1 + next[j]) / alphabet;
    for (std::size_t j = 0; j < m; ++j) {
      advance[j * length + r - 1] = next[j] / (alphabet * grow[j]);
      if (j + 1 < m) next[j] *= grow[j + 1] / grow[j];
    }
  }
  return advance;
}

void check(const GeneratorOptions& options) {
  const auto refuse = [](const std::string& why) {
    throw std::invalid_argument("[find_animals] expected " + why);
  };
  if (options.length < 1) refuse(fmt::format("a length of at least 1, got {}", options.length));
  std::string letters = options.alphabet;
  std::sort(letters.begin(), letters.end());
  if (letters.size() < 2 || std::adjacent_find(letters.begin(), letters.end()) != letters.end()) {
    refuse(
        fmt::format("an alphabet of two or more different letters, got \"{}\"", options.alphabet));
  }
  if (std::any_of(letters.begin(), letters.end(), [](unsigned char c) { return c >= 0x80; })) {
    refuse(fmt::format("an alphabet of ASCII letters, got \"{}\"", options.alphabet));
  }
  if (options.animals.empty()) refuse("at least one animal");
  const std::int64_t room = options.positions == Positions::first
                                ? std::min(options.first_letters, options.length)
                                : options.length;
  for (const std::string& animal : options.animals) {
    if (animal.empty() || std::int64_t(animal.size()) > room) {
      refuse(fmt::format("animals of 1 to {} letters, got \"{}\"", room, animal));
    }
    if (animal.find_first_not_of(options.alphabet) != std::string::npos) {
      refuse(fmt::format("animals spelled with letters of the alphabet, got \"{}\"", animal));
    }
    if (options.positions == Positions::fixed && animal.size() != options.fixed_positions.size()) {
      refuse(fmt::format("one fixed position per letter of \"{}\", got {}", animal,
                         options.fixed_positions.size()));
    }
  }
  if (options.positions != Positions::fixed) return;
  for (std::size_t i = 0; i < options.fixed_positions.size(); ++i) {
    const std::int64_t here = options.fixed_positions[i];
    if (here < 0 || here >= options.length || (i > 0 && here <= options.fixed_positions[i - 1])) {
      refuse(fmt::format("increasing fixed positions below {}, got {}", options.length, here));
    }
  }
}

}  // namespace

std::span<const std::string_view> names_of(Positions) {
  static constexpr std::array<std::string_view, 3> kNames{"uniform", "fixed", "first"};
  return kNames;
}

bool is_subsequence(std::string_view animal, std::string_view letters) {
  std::size_t seen = 0;
  for (const char letter : letters) {
    if (seen < animal.size() && letter == animal[seen]) ++seen;
  }
  return seen == animal.size();
}

Generator::Generator(GeneratorOptions options) : options_(std::move(options)) {
  check(options_);
  for (const std::string& animal : options_.animals) {
    advance_.push_back(advance_table(animal.size(), std::size_t(options_.length),
                                     double(options_.alphabet.size())));
  }
}

Example Generator::operator()(std::uint64_t seed, std::string_view split,
                              std::uint64_t index) const {
  const ExampleId id = id_of(split);
  // One random bit per pair decides which of the two is positive.
  const bool odd = Random(Key{seed, index / 2, id_of(fmt::format("{}/label", split))}).bits() & 1;
  Random random(Key{seed, index, id});
  const std::size_t animal = random.below(std::uint32_t(options_.animals.size()));
  Example example{options_.animals[animal], avoiding(animal, random), (index % 2 == 1) == odd};
  if (example.contains) hide(example.animal, example.letters, random);
  return example;
}

std::string Generator::avoiding(std::size_t animal, Random& random) const {
  const std::string& name = options_.animals[animal];
  const std::string& alphabet = options_.alphabet;
  const std::size_t length = std::size_t(options_.length);
  std::string letters(length, ' ');
  std::size_t seen = 0;
  for (std::size_t i = 0; i < length; ++i) {
    if (random.uniform() < advance_[animal][seen * length + (length - i) - 1]) {
      letters[i] = name[seen++];
      continue;
    }
    // Any other letter: draws among the rest, skipping the animal's next letter.
    std::size_t letter = random.below(std::uint32_t(alphabet.size() - 1));
    letter += letter >= alphabet.find(name[seen]);
    letters[i] = alphabet[letter];
  }
  return letters;
}

void Generator::hide(std::string_view animal, std::string& letters, Random& random) const {
  if (options_.positions == Positions::fixed) {
    for (std::size_t i = 0; i < animal.size(); ++i) {
      letters[std::size_t(options_.fixed_positions[i])] = animal[i];
    }
    return;
  }
  const std::size_t room = options_.positions == Positions::first
                               ? std::min<std::size_t>(options_.first_letters, letters.size())
                               : letters.size();
  // Floyd's sample without replacement: m different places, each set equally likely.
  std::vector<std::size_t> places;
  for (std::size_t last = room - animal.size(); last < room; ++last) {
    const std::size_t place = random.below(std::uint32_t(last + 1));
    const bool taken = std::find(places.begin(), places.end(), place) != places.end();
    places.push_back(taken ? last : place);
  }
  std::sort(places.begin(), places.end());
  for (std::size_t i = 0; i < animal.size(); ++i) letters[places[i]] = animal[i];
}

}  // namespace spandrop::find_animals
