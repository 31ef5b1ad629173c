#include "spandrop/io/files/compress.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <iterator>
#include <new>
#include <stdexcept>

namespace spandrop {
namespace {

constexpr std::size_t gzip_step = std::size_t{1} << 30;  // zlib counts in 32 bits

struct FreeZstd {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};
struct FreeGzip {
  void operator()(z_stream* stream) const {
    deflateEnd(stream);
    delete stream;
  }
};

// deflate's header contains no time and no file name, so the output is reproducible.
void compress_gzip(z_stream& stream, std::string_view block, std::string& out) {
  deflateReset(&stream);
  out.resize(deflateBound(&stream, block.size()));
  std::size_t size = 0;
  int status = Z_OK;
  while (status != Z_STREAM_END) {
    const std::string_view piece = block.substr(0, gzip_step);
    const std::size_t room = std::min(out.size() - size, gzip_step);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
    stream.avail_in = static_cast<uInt>(piece.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + size);
    stream.avail_out = static_cast<uInt>(room);
    status = deflate(&stream, piece.size() == block.size() ? Z_FINISH : Z_NO_FLUSH);
    if (status != Z_OK && status != Z_STREAM_END) {
      throw std::runtime_error("[Compressor] gzip failed with code " + std::to_string(status));
    }
    block.remove_prefix(piece.size() - stream.avail_in);
    size += room - stream.avail_out;
  }
  out.resize(size);
}

void compress_zstd(ZSTD_CCtx* context, std::string_view block, std::string& out) {
  out.resize(ZSTD_compressBound(block.size()));
  const std::size_t size =
      ZSTD_compress2(context, out.data(), out.size(), block.data(), block.size());
  if (ZSTD_isError(size)) {
    throw std::runtime_error(std::string("[Compressor] zstd failed: ") + ZSTD_getErrorName(size));
  }
  out.resize(size);
}

}  // namespace

struct Compressor::State {
  std::unique_ptr<z_stream, FreeGzip> gzip;
  std::unique_ptr<ZSTD_CCtx, FreeZstd> zstd;
};

Compression compression_of(std::string_view name) {
  const auto ends_with = [&](std::string_view ending) {  // in either case
    return name.size() >= ending.size() &&
           std::equal(ending.begin(), ending.end(), name.end() - std::ssize(ending),
                      [](char lower, char letter) {
                        return lower ==
                               (letter >= 'A' && letter <= 'Z' ? letter + 'a' - 'A' : letter);
                      });
  };
  if (ends_with(".gz")) return Compression::gzip;
  if (ends_with(".zst")) return Compression::zstd;
  return Compression::none;
}

Compressor::Compressor(Compression compression) : state_(std::make_unique<State>()) {
  if (compression == Compression::gzip) {
    auto stream = std::make_unique<z_stream>();
    if (deflateInit2(stream.get(), Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
    state_->gzip.reset(stream.release());
  }
  if (compression == Compression::zstd) {
    state_->zstd.reset(ZSTD_createCCtx());
    if (!state_->zstd) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(state_->zstd.get(), ZSTD_c_checksumFlag, 1);
  }
}

Compressor::~Compressor() = default;
Compressor::Compressor(Compressor&&) noexcept = default;
Compressor& Compressor::operator=(Compressor&&) noexcept = default;

void Compressor::compress(std::string_view block, std::string& out) {
  if (state_->gzip) {
    compress_gzip(*state_->gzip, block, out);
  } else if (state_->zstd) {
    compress_zstd(state_->zstd.get(), block, out);
  } else {
    out.assign(block);
  }
}

}  // namespace spandrop
