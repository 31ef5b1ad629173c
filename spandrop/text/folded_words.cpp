#include "spandrop/text/folded_words.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/uchar.h>

#include <bit>
#include <stdexcept>

#include "spandrop/text/ascii_word.h"
#include "spandrop/text/utf8.h"

namespace spandrop {
namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101, kHigh = 0x80 * kOnes;

// Eight ASCII bytes with A to Z in lower case. Adding 0x80 - a to a byte sets its highest bit if it
// is at least a.
std::uint64_t lower(std::uint64_t ascii) {
  const std::uint64_t from_a = ascii + (0x80 - 'A') * kOnes;
  const std::uint64_t after_z = ascii + (0x80 - ('Z' + 1)) * kOnes;
  return ascii | (from_a & ~after_z & kHigh) >> 2;  // 0x80 >> 2 is the case bit
}

Range without_ascii_space(std::string_view text, Range word, const AsciiWords& rules) {
  while (word.end > word.begin && rules.is_space(text[word.end - 1])) --word.end;
  while (word.begin < word.end && rules.is_space(text[word.begin])) ++word.begin;
  return word;
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t block) {
  hash = (hash ^ block) * 0x9E3779B97F4A7C15;  // 2^64 divided by the golden ratio
  return hash ^ hash >> 32;
}

std::size_t blocks_of(std::size_t bytes) { return (bytes + 7) / 8; }

std::string_view without_white_space(std::string_view word) {
  const auto is_space = [&](std::size_t position) {
    return u_isUWhiteSpace(static_cast<UChar32>(code_point_at(word, position)));
  };
  while (!word.empty() && is_space(previous_code_point(word, word.size()))) {
    word = word.substr(0, previous_code_point(word, word.size()));
  }
  while (!word.empty() && is_space(0)) word.remove_prefix(utf8_size(word[0]));
  return word;
}

}  // namespace

FoldedWords::FoldedWords(std::size_t words) : folded_(8), table_(std::bit_ceil(4 * (words + 1))) {
  words_.reserve(words);
  blocks_.reserve(2 * words);
}

void FoldedWords::fold(std::string_view text, Range word) {
  const Range bytes = without_ascii_space(text, word, rules_);
  start(bytes.size());
  std::uint64_t hash = bytes.size();
  std::size_t i = 0;
  for (std::size_t begin = bytes.begin; begin < bytes.end; begin += 8) {
    std::uint64_t block = eight_bytes_at(text, begin);
    if (bytes.end - begin < 8) block &= (std::uint64_t{1} << 8 * (bytes.end - begin)) - 1;
    if (block & kHigh) return fold_by_icu(text.substr(bytes.begin, bytes.size()));
    folded_[i] = lower(block);
    hash = mixed(hash, folded_[i++]);
  }
  hash_ = hash;
}

void FoldedWords::fold_by_icu(std::string_view word) {
  word = without_white_space(word);
  icu_text_.clear();
  UErrorCode status = U_ZERO_ERROR;
  icu::StringByteSink<std::string> sink(&icu_text_);
  icu::CaseMap::utf8Fold(0, {word.data(), static_cast<std::int32_t>(word.size())}, sink, nullptr,
                         status);
  if (U_FAILURE(status)) {
    throw std::runtime_error(std::string("[FoldedWords] ICU error ") + u_errorName(status));
  }
  start(icu_text_.size());
  hash_ = icu_text_.size();
  for (std::size_t i = 0; i < blocks_of(icu_text_.size()); ++i) {
    folded_[i] = eight_bytes_at(icu_text_, 8 * i);
    hash_ = mixed(hash_, folded_[i]);
  }
}

bool FoldedWords::is_folded(std::int32_t number) const {
  const Word& word = words_[static_cast<std::size_t>(number)];
  if (word.size != folded_size_) return false;
  for (std::size_t i = 0; i < blocks_of(word.size); ++i) {
    if (blocks_[word.begin + i] != folded_[i]) return false;
  }
  return true;
}

FoldedWords::Slot& FoldedWords::slot() {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = hash_ & mask;; at = (at + 1) & mask) {
    Slot& slot = table_[at];
    if (slot.number == kUnknown || (slot.hash == hash_ && is_folded(slot.number))) return slot;
  }
}

void FoldedWords::grow() {
  std::vector<Slot> old(2 * table_.size());
  old.swap(table_);
  const std::size_t mask = table_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.number == kUnknown) continue;
    std::size_t at = slot.hash & mask;
    while (table_[at].number != kUnknown) at = (at + 1) & mask;
    table_[at] = slot;
  }
}

std::int32_t FoldedWords::add(std::string_view text, Range word) {
  if (4 * (words_.size() + 1) > table_.size()) grow();
  fold(text, word);
  Slot& found = slot();
  if (found.number == kUnknown) {
    found = {hash_, static_cast<std::int32_t>(words_.size())};
    words_.push_back({blocks_.size(), folded_size_});
    for (std::size_t i = 0; i < blocks_of(folded_size_); ++i) blocks_.push_back(folded_[i]);
  }
  return found.number;
}

std::int32_t FoldedWords::find(std::string_view text, Range word) {
  fold(text, word);
  return slot().number;
}

}  // namespace spandrop
