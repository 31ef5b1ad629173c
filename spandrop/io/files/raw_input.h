// The stored bytes of a file or of standard input, possibly compressed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "spandrop/io/files/stop_event.h"

namespace spandrop {

// A buffered reader that knows its position in the file.
class RawInput {
 public:
  // Opens a file, or standard input for "-". Throws std::system_error if it cannot be read. While
  // it waits for a pipe or terminal, a stop request ends any function below with Cancelled.
  explicit RawInput(const std::string& name, std::stop_token stop = {});
  ~RawInput();
  RawInput(const RawInput&) = delete;
  RawInput& operator=(const RawInput&) = delete;

  // Reads until peek() holds at least `wanted` bytes; returns false if the file ends first.
  bool fill(std::size_t wanted);
  // The bytes that were read but not yet consumed.
  std::string_view peek() const { return {buffer_.get() + begin_, end_ - begin_}; }
  // Moves past the first `count` bytes of peek().
  void take(std::size_t count);
  // Reads up to `size` bytes directly into the caller's memory; peek() must be empty. Returns 0 at
  // the end.
  std::size_t read_directly(char* to, std::size_t size);

  // The name for messages.
  const std::string& name() const { return name_; }
  // Number of bytes consumed. Thread-safe.
  std::uint64_t position() const { return position_.load(std::memory_order_relaxed); }
  // Total number of bytes, if known.
  std::optional<std::uint64_t> size() const { return size_; }

 private:
  std::size_t read_some(char* to, std::size_t size);

  std::string name_;
  int descriptor_ = -1;
  std::optional<std::uint64_t> size_;
  std::optional<StopEvent> waits_;  // for a file that can keep its reader waiting
  std::unique_ptr<char[]> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool at_end_ = false;
  std::atomic<std::uint64_t> position_ = 0;
};

}  // namespace spandrop
