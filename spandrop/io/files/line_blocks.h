// An input cut into blocks of whole lines, the pieces that the workers share out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "spandrop/io/files/input_file.h"

namespace spandrop {

// Whole lines in one piece of memory. It stays where it is and is filled again and again.
class LineBlock {
 public:
  LineBlock() = default;
  LineBlock(const LineBlock&) = delete;
  LineBlock& operator=(const LineBlock&) = delete;

  // Readable bytes after the end of text(), all zero: what simdjson asks for.
  static constexpr std::size_t padding = 64;

  // The lines with their line ends; the last line of the input may lack its own.
  std::string_view text() const { return {buffer_.get(), size_}; }
  // The place of the block in its input, from 0.
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

// Cuts an input: a block ends with the first line end that makes it `block_size` bytes or more. The
// borders depend on the content only, not on how it is compressed or arrives.
class LineBlocks {
 public:
  static constexpr std::size_t default_block_size = std::size_t{1} << 20;

  // The input must outlive this.
  explicit LineBlocks(InputFile& input, std::size_t block_size = default_block_size);

  // Fills `block` with the next lines and reuses its memory; false when there are none left.
  bool next(LineBlock& block);

 private:
  std::size_t cut(LineBlock& block);

  InputFile& input_;
  std::size_t block_size_;
  std::size_t read_ahead_;  // how much is read at a time while the line end is looked for
  std::vector<char> rest_;  // was read beyond the last block, less than read_ahead_
  bool at_end_ = false;
  std::uint64_t next_number_ = 0;
  std::uint64_t next_line_ = 1;
};

}  // namespace spandrop
