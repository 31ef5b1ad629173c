#include "spandrop/verify/line_source.h"

#include <algorithm>
#include <utility>

namespace spandrop {

LineSource::LineSource(const std::string& file)
    : input_(std::make_unique<InputFile>(file)), blocks_(std::make_unique<LineBlocks>(*input_)) {
  name_ = input_->name();
}

LineSource::LineSource(std::string name, std::string_view lines)
    : name_(std::move(name)), rest_(lines) {}

std::optional<SourceLine> LineSource::next() {
  if (rest_.empty()) {
    if (!blocks_ || !blocks_->next(block_)) return std::nullopt;
    rest_ = block_.text();
  }
  const std::size_t size = std::min(rest_.find('\n'), rest_.size() - 1) + 1;
  std::string_view line = rest_.substr(0, size);
  rest_.remove_prefix(size);
  bytes_read_ += size;
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return SourceLine{line, ++line_};
}

}  // namespace spandrop
