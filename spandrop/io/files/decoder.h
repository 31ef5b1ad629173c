// From stored bytes to content: plain, gzip or zstd, recognised by the first bytes of the file.
#pragma once

#include <cstddef>
#include <memory>

#include "spandrop/io/files/raw_input.h"

namespace spandrop {

// Decompresses a stream piece by piece in constant memory.
class Decoder {
 public:
  virtual ~Decoder() = default;
  // Writes up to `size` bytes of content and returns how many; 0 only at the end. Throws
  // std::runtime_error with the file name and byte position if the data is corrupt or truncated.
  virtual std::size_t read(char* to, std::size_t size) = 0;
};

// The decoder for the first bytes of `input`: gzip (1f 8b), zstd (28 b5 2f fd, or the 5x 2a 4d 18
// of a skippable frame), otherwise plain. The input must outlive it.
std::unique_ptr<Decoder> make_decoder(RawInput& input);

}  // namespace spandrop
