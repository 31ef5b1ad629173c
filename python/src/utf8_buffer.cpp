#include "python/src/utf8_buffer.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "python/src/convert.h"

namespace spandrop::python {

// The stable ABI gives no access to the characters of a str.
#ifdef Py_LIMITED_API

std::string_view Utf8Buffer::of(nb::handle text) { return text_of(text, "text"); }

#else
namespace {

constexpr std::size_t kLongest = 1 << 16;  // longer texts are encoded by Python
constexpr std::size_t kBlock = 16;         // characters copied at once if all are ASCII

// Writes characters below U+10000, which take at most three bytes each. Returns the end of the
// output, or null if there is a surrogate. Without __restrict, compilers do not vectorise the
// copies.
template <class Character>
char* write_utf8(const Character* __restrict in, std::size_t size, char* __restrict out) {
  for (std::size_t i = 0; i < size;) {
    if (i + kBlock <= size) {
      Character all = 0;
      for (std::size_t k = 0; k < kBlock; ++k) all |= in[i + k];
      if (all < 0x80) {
        for (std::size_t k = 0; k < kBlock; ++k) out[k] = static_cast<char>(in[i + k]);
        out += kBlock, i += kBlock;
        continue;
      }
    }
    for (const std::size_t end = std::min(size, i + kBlock); i < end; ++i) {
      const std::uint32_t c = in[i];
      if (c < 0x80) {
        *out++ = static_cast<char>(c);
      } else if (c < 0x800) {
        *out++ = static_cast<char>(0xC0 | c >> 6);
        *out++ = static_cast<char>(0x80 | (c & 0x3F));
      } else {
        if (c >= 0xD800 && c < 0xE000) return nullptr;
        *out++ = static_cast<char>(0xE0 | c >> 12);
        *out++ = static_cast<char>(0x80 | (c >> 6 & 0x3F));
        *out++ = static_cast<char>(0x80 | (c & 0x3F));
      }
    }
  }
  return out;
}

}  // namespace

std::string_view Utf8Buffer::of(nb::handle text) {
  PyObject* str = text.ptr();
  const auto size = static_cast<std::size_t>(PyUnicode_GET_LENGTH(str));
  const auto kind = PyUnicode_KIND(str);
  if (PyUnicode_IS_ASCII(str) || kind == PyUnicode_4BYTE_KIND || size > kLongest)
    return text_of(text, "text");
  if (bytes_.size() < 3 * size) bytes_.resize(3 * size);
  const char* end = kind == PyUnicode_1BYTE_KIND
                        ? write_utf8(PyUnicode_1BYTE_DATA(str), size, bytes_.data())
                        : write_utf8(PyUnicode_2BYTE_DATA(str), size, bytes_.data());
  if (end == nullptr) return text_of(text, "text");  // its error says which character is wrong
  return {bytes_.data(), static_cast<std::size_t>(end - bytes_.data())};
}

#endif

}  // namespace spandrop::python
