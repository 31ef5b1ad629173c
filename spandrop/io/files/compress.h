// Compression of one block at a time, so that the workers share the cost.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace spandrop {

// How an output is compressed.
enum class Compression { none, gzip, zstd };

// The compression that a name asks for: .gz, .zst, otherwise none.
Compression compression_of(std::string_view name);

// Makes each block an independent gzip member or zstd frame. Put one after the other they are a
// valid file, whose bytes depend on the blocks only. A file of no blocks needs one for the empty
// block, since zero bytes are no gzip or zstd file. One for each thread.
class Compressor {
 public:
  explicit Compressor(Compression compression);
  ~Compressor();
  Compressor(Compressor&&) noexcept;
  Compressor& operator=(Compressor&&) noexcept;

  // Replaces `out` by the compressed block and reuses its memory.
  void compress(std::string_view block, std::string& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spandrop
