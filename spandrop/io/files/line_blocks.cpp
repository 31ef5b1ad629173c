#include "spandrop/io/files/line_blocks.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace spandrop {
namespace {

// Counts in bytes first: compilers vectorise this, many times faster than std::count.
std::uint64_t count_line_ends(std::string_view text) {
  std::uint64_t total = 0;
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, 64 * 255);
    unsigned char counts[64] = {};
    std::size_t i = 0;
    for (; i + 64 <= piece.size(); i += 64) {
      for (std::size_t k = 0; k < 64; ++k) counts[k] += piece[i + k] == '\n';
    }
    for (; i < piece.size(); ++i) total += piece[i] == '\n';
    for (const unsigned char count : counts) total += count;
    text.remove_prefix(piece.size());
  }
  return total;
}

}  // namespace

void LineBlock::reserve(std::size_t size) {
  if (size + padding <= capacity_) return;
  const std::size_t capacity = std::max(size + padding, 2 * capacity_);
  auto buffer = std::make_unique_for_overwrite<char[]>(capacity);
  if (size_ > 0) std::memcpy(buffer.get(), buffer_.get(), size_);
  buffer_ = std::move(buffer);
  capacity_ = capacity;
}

LineBlocks::LineBlocks(InputFile& input, std::size_t block_size, const LineLimit& limit)
    : input_(input),
      block_size_(block_size),
      limit_{std::min(limit.bytes, LineLimit{}.bytes), limit.skips_rest},
      read_ahead_(std::min(block_size, std::size_t{64} << 10)) {
  if (block_size == 0) {
    throw std::invalid_argument("[LineBlocks] expected a block size of at least 1, got 0");
  }
}

bool LineBlocks::next(LineBlock& block) {
  block.size_ = 0;
  if (block.capacity_ > 4 * (block_size_ + read_ahead_ + LineBlock::padding)) {
    // One enormous line must not keep its memory for the rest of the run.
    block.buffer_.reset();
    block.capacity_ = 0;
  }
  block.reserve(block_size_ + read_ahead_);
  std::copy(rest_.begin(), rest_.end(), block.buffer_.get());
  block.size_ = rest_.size();

  const std::size_t end = cut(block);
  char* const text = block.buffer_.get();
  rest_.assign(text + end, text + block.size_);
  block.size_ = end;
  std::memset(text + end, 0, LineBlock::padding);
  if (end == 0) return false;

  block.number_ = next_number_++;
  block.first_line_ = next_line_;
  next_line_ += count_line_ends(block.text());
  return true;
}

// Reads until the end of the block is in memory; returns its position.
std::size_t LineBlocks::cut(LineBlock& block) {
  std::size_t searched = block_size_ - 1;
  for (;;) {
    char* const text = block.buffer_.get();
    if (block.size_ > searched) {
      const void* found = std::memchr(text + searched, '\n', block.size_ - searched);
      if (found != nullptr) return static_cast<const char*>(found) - text + std::size_t{1};
      searched = block.size_;
      if (block.size_ > limit_.bytes + 2 && block.size_ - last_line(block) > limit_.bytes + 2) {
        return cut_line(block);
      }
    }
    if (at_end_) return block.size_;
    const std::size_t wanted = block.size_ < block_size_ ? block_size_ - block.size_ : read_ahead_;
    block.reserve(block.size_ + wanted);
    const std::size_t count = input_.read(block.buffer_.get() + block.size_, wanted);
    block.size_ += count;
    at_end_ = count == 0;
  }
}

// Where the last line of a block begins, of which no end was found.
std::size_t LineBlocks::last_line(const LineBlock& block) const {
  const std::size_t newline = block.text().substr(0, block_size_).rfind('\n');
  return newline == std::string_view::npos ? 0 : newline + 1;
}

// Shortens the last line of a block, which is too long, and skips the rest of it. Returns the end
// of the line; what follows it was read too.
std::size_t LineBlocks::cut_line(LineBlock& block) {
  const std::size_t end = last_line(block) + limit_.bytes + 2;
  block.size_ = end;
  if (!limit_.skips_rest) at_end_ = true;
  block.reserve(end + read_ahead_);
  char* const after = block.buffer_.get() + end;
  while (!at_end_) {
    const std::size_t count = input_.read(after, read_ahead_);
    at_end_ = count == 0;
    const void* found = std::memchr(after, '\n', count);
    if (found == nullptr) continue;
    const std::size_t skipped = static_cast<std::size_t>(static_cast<const char*>(found) - after);
    std::memmove(after, found, count - skipped);
    block.size_ = end + count - skipped;
    return end + 1;
  }
  return end;
}

}  // namespace spandrop
