// Compression of one block at a time, so that the workers share the cost.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace spandrop {

// How an output is compressed.
enum class Compression { none, gzip, zstd };

// The compression for a file name: by .gz or .zst, in either case, otherwise none.
Compression compression_of(std::string_view name);

// Makes each block an independent gzip member or zstd frame. Concatenated, they form a valid file
// whose bytes depend only on the blocks. An empty file needs one empty block, because zero bytes
// are not a valid gzip or zstd file. Use one compressor per thread.
class Compressor {
 public:
  explicit Compressor(Compression compression);
  ~Compressor();
  Compressor(Compressor&&) noexcept;
  Compressor& operator=(Compressor&&) noexcept;

  // Replaces `out` with the compressed block and reuses its memory.
  void compress(std::string_view block, std::string& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spandrop
