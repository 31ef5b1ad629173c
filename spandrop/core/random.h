// A sequence of random numbers determined by a key, for everything that is not a draw: generating
// data, shuffling, initial weights. The same key gives the same numbers on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "spandrop/core/key.h"
#include "spandrop/core/philox.h"

namespace spandrop {

class Random {
 public:
  explicit Random(const Key& key) : stream_(stream_of(key)) {}

  // 32 random bits.
  std::uint32_t bits() {
    if (next_ == block_.size()) {
      block_ = stream_.block(index_++, Purpose::sequence, 0);
      next_ = 0;
    }
    return block_[next_++];
  }

  // Uniform in [0, 1), in multiples of 2^-53.
  double uniform() {
    const std::uint64_t high = bits() >> 5, low = bits() >> 6;
    return double(high << 26 | low) * 0x1p-53;
  }

  // Uniform in [0, limit), without bias (Lemire, 2019); limit > 0.
  std::uint32_t below(std::uint32_t limit) {
    std::uint64_t product = std::uint64_t(bits()) * limit;
    if (std::uint32_t(product) < limit) {
      const std::uint32_t biased = -limit % limit;
      while (std::uint32_t(product) < biased) product = std::uint64_t(bits()) * limit;
    }
    return std::uint32_t(product >> 32);
  }

  // Puts the items in uniformly random order.
  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t left = items.size(); left > 1; --left) {
      std::swap(items[left - 1], items[below(std::uint32_t(left))]);
    }
  }

 private:
  Stream stream_;
  Stream::Block block_{};
  std::size_t next_ = 4;
  std::uint32_t index_ = 0;
};

}  // namespace spandrop
