// An input of the command: a file or standard input, plain, gzip or zstd.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "spandrop/io/files/decoder.h"
#include "spandrop/io/files/raw_input.h"

namespace spandrop {

// Reads the content of a file in order. The format is recognised by the first bytes, not by the
// name; gzip members and zstd frames may follow each other.
class InputFile {
 public:
  // Opens a file, or standard input for "-". Throws std::runtime_error "cannot open F: reason". A
  // stop request ends waiting for a pipe with Cancelled.
  explicit InputFile(const std::string& name, std::stop_token stop = {})
      : raw_(name, std::move(stop)), decoder_(make_decoder(raw_)) {}

  // Writes up to `size` (at least 1) bytes of content to `to` and returns how many; 0 only at the
  // end. Throws std::runtime_error "F: reason" if the data is corrupt or truncated.
  std::size_t read(char* to, std::size_t size) { return decoder_->read(to, size); }

  // The name for messages.
  const std::string& name() const { return raw_.name(); }
  // Number of stored (compressed) bytes consumed so far. Thread-safe.
  std::uint64_t bytes_consumed() const { return raw_.position(); }
  // Total number of stored bytes; unknown for a pipe.
  std::optional<std::uint64_t> total_bytes() const { return raw_.size(); }

 private:
  RawInput raw_;
  std::unique_ptr<Decoder> decoder_;
};

}  // namespace spandrop
