// One bit per span: the paper's delta. A set bit means that the span is kept.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace spandrop {

class KeepMask {
 public:
  KeepMask() = default;
  explicit KeepMask(std::size_t size, bool keep = false) { reset(size, keep); }

  // Resets to `size` spans, all kept or all dropped. Reuses the memory.
  void reset(std::size_t size, bool keep) {
    size_ = size;
    words_.assign((size + 63) / 64, keep ? ~std::uint64_t{0} : 0);
    clear_tail();
  }

  std::size_t size() const { return size_; }
  bool operator[](std::size_t i) const { return words_[i / 64] >> (i % 64) & 1; }
  void keep(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  void drop(std::size_t i) { words_[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }

  // The number of kept spans.
  std::size_t count() const {
    std::size_t kept = 0;
    for (const std::uint64_t word : words_) kept += static_cast<std::size_t>(std::popcount(word));
    return kept;
  }
  bool all() const { return count() == size_; }

  // Bit i % 64 of word i / 64 is span i; bits past the last span are zero.
  std::span<const std::uint64_t> words() const { return words_; }
  std::span<std::uint64_t> words() { return words_; }
  // Clears the bits past the last span; call it after writing whole words.
  void clear_tail() {
    if (size_ % 64 != 0) words_.back() &= (std::uint64_t{1} << (size_ % 64)) - 1;
  }

  friend bool operator==(const KeepMask&, const KeepMask&) = default;

 private:
  std::size_t size_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace spandrop
