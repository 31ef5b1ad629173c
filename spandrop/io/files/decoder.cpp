#include "spandrop/io/files/decoder.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

namespace spandrop {
namespace {

constexpr std::string_view gzip_magic = "\x1f\x8b";
constexpr std::string_view zstd_magic = "\x28\xb5\x2f\xfd";
constexpr std::string_view skippable_magic = "\x2a\x4d\x18";  // after a byte 50 to 5f
constexpr std::size_t gzip_step = std::size_t{1} << 30;       // zlib counts in 32 bits

[[noreturn]] void fail(const RawInput& input, const std::string& what) {
  throw std::runtime_error(input.name() + ": " + what);
}

[[noreturn]] void fail_truncated(const RawInput& input, const std::string& format) {
  fail(input, "truncated " + format + " data: the file ends at byte " +
                  std::to_string(input.position()) + " within a compressed stream");
}

class PlainDecoder : public Decoder {
 public:
  explicit PlainDecoder(RawInput& input) : input_(input) {}

  std::size_t read(char* to, std::size_t size) override {
    const std::string_view bytes = input_.peek().substr(0, size);
    if (bytes.empty()) return input_.read_directly(to, size);
    std::memcpy(to, bytes.data(), bytes.size());
    input_.take(bytes.size());
    return bytes.size();
  }

 private:
  RawInput& input_;
};

class GzipDecoder : public Decoder {
 public:
  explicit GzipDecoder(RawInput& input) : input_(input) {
    if (inflateInit2(&stream_, MAX_WBITS + 16) != Z_OK) throw std::bad_alloc();
  }
  ~GzipDecoder() override { inflateEnd(&stream_); }

  std::size_t read(char* to, std::size_t size) override {
    size = std::min(size, gzip_step);
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(size);
    while (stream_.avail_out == size) {
      const bool more = input_.fill(1);
      if (!inside_member_) {
        if (!more) return 0;
        begin_member();
      }
      inflate_some(more);
    }
    return size - stream_.avail_out;
  }

 private:
  void begin_member() {
    input_.fill(gzip_magic.size());
    if (!input_.peek().starts_with(gzip_magic)) {
      fail(input_, "garbage after the gzip data at byte " + std::to_string(input_.position()));
    }
    inflateReset(&stream_);
    inside_member_ = true;
  }

  void inflate_some(bool more) {
    const std::string_view bytes = input_.peek();
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    const int status = inflate(&stream_, Z_NO_FLUSH);
    input_.take(bytes.size() - stream_.avail_in);
    if (status == Z_STREAM_END) {
      inside_member_ = false;
    } else if (status == Z_BUF_ERROR && !more) {
      fail_truncated(input_, "gzip");
    } else if (status == Z_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      fail(input_, "broken gzip data at byte " + std::to_string(input_.position()) +
                       (stream_.msg ? std::string(": ") + stream_.msg : ""));
    }
  }

  RawInput& input_;
  z_stream stream_ = {};
  bool inside_member_ = false;
};

class ZstdDecoder : public Decoder {
 public:
  explicit ZstdDecoder(RawInput& input) : input_(input), stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }
  ~ZstdDecoder() override { ZSTD_freeDStream(stream_); }

  std::size_t read(char* to, std::size_t size) override {
    ZSTD_outBuffer out{to, size, 0};
    while (out.pos == 0) {
      const bool more = input_.fill(1);
      if (!more && !inside_frame_) return 0;
      ZSTD_inBuffer in{input_.peek().data(), input_.peek().size(), 0};
      const std::size_t status = ZSTD_decompressStream(stream_, &out, &in);
      if (ZSTD_isError(status)) {
        // zstd does not report how far into its input the error is.
        fail(input_, "cannot decode zstd data after byte " + std::to_string(input_.position()) +
                         ": " + ZSTD_getErrorName(status));
      }
      input_.take(in.pos);
      inside_frame_ = status != 0;
      if (inside_frame_ && !more && out.pos == 0) fail_truncated(input_, "zstd");
    }
    return out.pos;
  }

 private:
  RawInput& input_;
  ZSTD_DStream* stream_;
  bool inside_frame_ = false;
};

bool is_zstd(std::string_view bytes) {
  if (bytes.starts_with(zstd_magic)) return true;
  return !bytes.empty() && (bytes[0] & 0xf0) == 0x50 &&
         bytes.substr(1).starts_with(skippable_magic);
}

}  // namespace

std::unique_ptr<Decoder> make_decoder(RawInput& input) {
  input.fill(zstd_magic.size());
  if (input.peek().starts_with(gzip_magic)) return std::make_unique<GzipDecoder>(input);
  if (is_zstd(input.peek())) return std::make_unique<ZstdDecoder>(input);
  return std::make_unique<PlainDecoder>(input);
}

}  // namespace spandrop
