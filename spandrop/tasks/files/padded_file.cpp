#include "spandrop/tasks/files/padded_file.h"

#include <simdjson.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "spandrop/io/files/input_file.h"

namespace spandrop {
namespace {

// Asks for large pages: with 4 KB pages, getting the memory takes as long as reading the file. The
// system may ignore this hint.
void prefer_huge_pages(char* begin, std::size_t size) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
  const auto first = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page * page;
  const auto end = (reinterpret_cast<std::uintptr_t>(begin) + size) / page * page;
  if (first < end) (void)madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#endif
}

}  // namespace

PaddedFile::PaddedFile(const std::string& name, std::size_t max_bytes, std::stop_token stop) {
  InputFile file(name, std::move(stop));
  constexpr std::size_t least = std::size_t{1} << 16;
  // One byte more than the file, so that the end is found without growing the buffer.
  std::size_t capacity = std::max<std::size_t>(least, file.total_bytes().value_or(0) + 1);
  capacity = std::min(capacity, max_bytes + 1);
  reserve(capacity);
  while (const std::size_t count = file.read(bytes_.get() + size_, capacity - size_)) {
    size_ += count;
    if (size_ > max_bytes) break;
    if (size_ == capacity) reserve(capacity = std::min(2 * capacity, max_bytes + 1));
  }
  std::memset(bytes_.get() + size_, 0, simdjson::SIMDJSON_PADDING);
}

PaddedFile PaddedFile::of(std::string_view bytes) {
  PaddedFile file;
  file.reserve(bytes.size());
  std::copy(bytes.begin(), bytes.end(), file.bytes_.get());
  file.size_ = bytes.size();
  std::memset(file.bytes_.get() + file.size_, 0, simdjson::SIMDJSON_PADDING);
  return file;
}

void PaddedFile::reserve(std::size_t capacity) {
  auto larger = std::make_unique_for_overwrite<char[]>(capacity + simdjson::SIMDJSON_PADDING);
  prefer_huge_pages(larger.get(), capacity);
  std::copy_n(bytes_.get(), size_, larger.get());
  bytes_ = std::move(larger);
}

}  // namespace spandrop
