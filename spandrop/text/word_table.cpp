#include "spandrop/text/word_table.h"

#include <algorithm>
#include <bit>

#include "spandrop/text/ascii_word.h"

namespace spandrop {
namespace {

// Whether a text consists of 1 to 16 lower-case ASCII letters and digits.
bool is_plain(std::string_view text) {
  if (text.empty() || text.size() > 16) return false;
  const std::uint64_t first = eight_bytes_at(text, 0), rest = eight_bytes_at(text, 8);
  const WordBytes begin = word_bytes(first), end = word_bytes(rest);
  return begin.size + end.size == text.size() && begin.bytes == first && end.bytes == rest;
}

}  // namespace

WordTable::WordTable(const std::vector<Vocabulary::Token>& tokens) {
  const auto words = static_cast<std::size_t>(std::count_if(
      tokens.begin(), tokens.end(), [](const auto& token) { return is_plain(token.text); }));
  const int bits = static_cast<int>(std::bit_width(words + words / 3 + 1));
  shift_ = static_cast<unsigned>(64 - bits);
  slots_.resize(std::size_t{1} << bits);
  // Vocabularies list frequent words first, so those get their first-choice slots.
  for (const Vocabulary::Token& token : tokens) {
    if (!is_plain(token.text)) continue;
    const std::uint64_t first = eight_bytes_at(token.text, 0), rest = eight_bytes_at(token.text, 8);
    slots_[slot_of(first, rest)] = {first, rest, token.id};
  }
}

}  // namespace spandrop
