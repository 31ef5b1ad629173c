#include "spandrop/core/spans.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace spandrop {
namespace {

std::string show(const Range& range) {
  return "[" + std::to_string(range.begin) + ", " + std::to_string(range.end) + ")";
}

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("[Spans] " + what);
}

void check_ranges(std::size_t length, const std::vector<Range>& ranges) {
  if (ranges.size() > std::numeric_limits<std::uint32_t>::max()) {
    refuse("expected fewer than 2^32 ranges, got " + std::to_string(ranges.size()));
  }
  std::size_t end = 0;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const Range& range = ranges[i];
    const auto name = [&] { return "range " + std::to_string(i) + " " + show(range); };
    if (range.begin >= range.end) refuse("expected begin < end, got " + name());
    if (range.end > length) {
      refuse("expected ranges within the " + std::to_string(length) + " elements, got " + name());
    }
    if (range.begin < end) {
      refuse("expected sorted ranges that do not overlap, got " + name() + " after " +
             show(ranges[i - 1]));
    }
    end = range.end;
  }
}

}  // namespace

Spans::Spans(std::size_t length, std::vector<Range> ranges)
    : length_(length), size_(ranges.size()), ranges_(std::move(ranges)) {
  check_ranges(length_, ranges_);
}

Spans::Spans(std::size_t length, std::vector<Range> ranges, std::vector<std::uint32_t> owners)
    : length_(length), ranges_(std::move(ranges)), owners_(std::move(owners)) {
  check_ranges(length_, ranges_);
  if (owners_.size() != ranges_.size()) {
    refuse("expected an owner for each of the " + std::to_string(ranges_.size()) + " ranges, got " +
           std::to_string(owners_.size()));
  }
  for (const std::uint32_t owner : owners_)
    size_ = std::max<std::size_t>(size_, owner + std::size_t{1});
  if (size_ > ranges_.size()) {
    refuse("expected owners 0 to n-1 without holes, got owner " + std::to_string(size_ - 1) +
           " with " + std::to_string(ranges_.size()) + " ranges");
  }
  std::vector<bool> seen(size_);
  for (const std::uint32_t owner : owners_) seen[owner] = true;
  const auto hole = std::find(seen.begin(), seen.end(), false);
  if (hole != seen.end()) {
    refuse("expected owners 0 to n-1 without holes, got no range of span " +
           std::to_string(hole - seen.begin()));
  }
}

Spans Spans::every(std::size_t length, std::size_t k) {
  if (k == 0) throw std::invalid_argument("[Spans::every] expected k of at least 1, got 0");
  std::vector<Range> ranges;
  ranges.reserve(length / k + 1);
  for (std::size_t begin = 0; begin < length; begin += std::min(k, length - begin)) {
    ranges.push_back({begin, begin + std::min(k, length - begin)});
  }
  return Spans(length, std::move(ranges));
}

std::size_t Spans::first_range_after(std::size_t position) const {
  const auto found = std::partition_point(
      ranges_.begin(), ranges_.end(), [&](const Range& range) { return range.end <= position; });
  return static_cast<std::size_t>(found - ranges_.begin());
}

}  // namespace spandrop
