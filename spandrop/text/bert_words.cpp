#include "spandrop/text/bert_words.h"

#include <algorithm>
#include <array>

#include "spandrop/text/utf8.h"

namespace spandrop {

void BertWords::start(std::string_view stretch, std::size_t position, Unit unit) {
  // Release the memory of a huge run before reading small ones.
  constexpr std::size_t small = std::size_t{1} << 16;
  if (run_.capacity() > small && stretch.size() < small) *this = BertWords();
  stretch_ = stretch;
  at_ = 0;
  position_ = position;
  unit_ = unit;
}

bool BertWords::next_run() {
  run_.clear();
  bytes_.clear();
  origins_.clear();
  words_.clear();
  while (at_ < stretch_.size()) {
    const char32_t code_point = code_point_at(stretch_, at_);
    const BertCharacter facts = bert_character(code_point);
    if (facts.is_ideograph && !run_.empty()) break;
    const std::size_t bytes = utf8_size(stretch_[at_]);
    const std::size_t end = position_ + units_of(bytes, unit_);
    const TokenRange origin{static_cast<std::int32_t>(position_), static_cast<std::int32_t>(end)};
    at_ += bytes;
    position_ = end;
    if (facts.is_deleted) continue;
    if (!facts.is_space) add(code_point, facts, origin);
    if (facts.is_ideograph || (facts.is_space && !run_.empty())) break;
  }
  if (run_.empty()) return false;
  order_marks();
  find_words();
  return true;
}

void BertWords::add(char32_t code_point, const BertCharacter& facts, TokenRange origin) {
  if (!facts.decomposes) {
    run_.push_back({facts, false, origin});
    return;
  }
  std::array<char32_t, kLongestDecomposition> parts;
  const std::size_t size = decomposition_of(code_point, parts);
  for (std::size_t i = 0; i < size; ++i) {
    run_.push_back({bert_character(parts[i]), i > 0, origin});
  }
}

// Puts marks into canonical order. Like tokenizers, leaves their origins in the old order: the
// first part of each decomposition takes the next origin, and any further part the one before it.
void BertWords::order_marks() {
  const auto is_earlier = [](const Part& a, const Part& b) {
    return a.facts.combining_class < b.facts.combining_class;
  };
  const auto is_start = [](const Part& part) { return part.facts.combining_class == 0; };
  bool moved = false;
  sources_.clear();
  for (auto begin = run_.begin(); begin != run_.end();) {
    begin = std::find_if_not(begin, run_.end(), is_start);
    const auto end = std::find_if(begin, run_.end(), is_start);
    if (!std::is_sorted(begin, end, is_earlier)) {
      if (!moved) {
        for (const Part& part : run_) {
          if (!part.is_extra) sources_.push_back(part.origin);
        }
      }
      moved = true;
      std::stable_sort(begin, end, is_earlier);
    }
    begin = end;
  }
  if (!moved) return;
  auto source = sources_.begin();
  for (Part& part : run_) part.origin = part.is_extra ? *(source - 1) : *source++;
}

void BertWords::find_words() {
  begin_word();
  for (const Part& part : run_) {
    if (part.facts.is_accent) continue;
    if (part.facts.is_punctuation) begin_word();
    append(part);
    if (part.facts.is_punctuation) begin_word();
  }
  if (words_.back().begin == words_.back().end) words_.pop_back();
}

// Begins a word, unless the last one is still empty.
void BertWords::begin_word() {
  if (!words_.empty() && words_.back().begin == words_.back().end) return;
  words_.push_back({bytes_.size(), bytes_.size(), 0});
}

void BertWords::append(const Part& part) {
  append_utf8(bytes_, part.facts.lower);
  origins_.resize(bytes_.size(), part.origin);
  words_.back().end = bytes_.size();
  ++words_.back().characters;
}

}  // namespace spandrop
