#include "spandrop/tasks/padded_file.h"

#include <simdjson.h>

#include <algorithm>

#include "spandrop/io/input_file.h"

namespace spandrop {

PaddedFile::PaddedFile(const std::string& name) {
  InputFile file(name);
  constexpr std::size_t least = std::size_t{1} << 16;
  // One byte more than there are, so that the end is met without growing.
  bytes_.resize(std::max<std::size_t>(least, file.total_bytes().value_or(0) + 1));
  for (;;) {
    if (size_ == bytes_.size()) bytes_.resize(2 * size_);
    const std::size_t count = file.read(bytes_.data() + size_, bytes_.size() - size_);
    if (count == 0) break;
    size_ += count;
  }
  bytes_.resize(size_ + simdjson::SIMDJSON_PADDING);
}

PaddedFile PaddedFile::of(std::string_view bytes) {
  PaddedFile file;
  file.bytes_.reserve(bytes.size() + simdjson::SIMDJSON_PADDING);
  file.bytes_ = bytes;
  file.size_ = bytes.size();
  file.bytes_.resize(file.size_ + simdjson::SIMDJSON_PADDING);
  return file;
}

}  // namespace spandrop
