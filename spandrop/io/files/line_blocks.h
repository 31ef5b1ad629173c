// Cuts an input into blocks of whole lines, which the workers process in parallel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "spandrop/io/files/input_file.h"

namespace spandrop {

// Whole lines in one contiguous buffer, which is reused for later blocks.
class LineBlock {
 public:
  LineBlock() = default;
  LineBlock(const LineBlock&) = delete;
  LineBlock& operator=(const LineBlock&) = delete;

  // Readable zero bytes after the end of text(), as simdjson requires.
  static constexpr std::size_t padding = 64;

  // The lines with their line ends; the last line of the input may lack its own.
  std::string_view text() const { return {buffer_.get(), size_}; }
  // The number of the block in its input, from 0.
  std::uint64_t number() const { return number_; }
  // The number of its first line in its input, from 1.
  std::uint64_t first_line() const { return first_line_; }

 private:
  friend class LineBlocks;
  void reserve(std::size_t size);

  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
  std::uint64_t number_ = 0;
  std::uint64_t first_line_ = 1;
};

// Bounds the memory for a line, however long it is.
struct LineLimit {
  // Longer lines are cut to this size and two bytes, so that they are still too long without a
  // carriage return at their end.
  std::size_t bytes = std::numeric_limits<std::size_t>::max() / 4;
  // Whether to read on after such a line. Otherwise the input ends in it.
  bool skips_rest = true;
};

// A block ends at the first line end that makes it at least `block_size` bytes long. The boundaries
// depend only on the content, not on its compression or on how reads are split.
class LineBlocks {
 public:
  static constexpr std::size_t default_block_size = std::size_t{1} << 20;

  // The input must outlive this.
  explicit LineBlocks(InputFile& input, std::size_t block_size = default_block_size,
                      const LineLimit& limit = {});

  // Fills `block` with the next lines and reuses its memory; returns false at the end.
  bool next(LineBlock& block);

 private:
  std::size_t cut(LineBlock& block);
  std::size_t last_line(const LineBlock& block) const;
  std::size_t cut_line(LineBlock& block);

  InputFile& input_;
  std::size_t block_size_;
  LineLimit limit_;
  std::size_t read_ahead_;  // bytes per read while looking for the line end
  std::vector<char> rest_;  // bytes read beyond the last block, fewer than read_ahead_
  bool at_end_ = false;
  std::uint64_t next_number_ = 0;
  std::uint64_t next_line_ = 1;
};

}  // namespace spandrop
