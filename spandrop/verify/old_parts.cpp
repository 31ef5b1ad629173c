#include "spandrop/verify/old_parts.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "spandrop/drop/joined_spans.h"
#include "spandrop/text/utf8.h"

namespace spandrop {
namespace {

OldParts from_spans(const Spans& spans) { return {parts_of(spans), spans.size(), spans.length()}; }

// Joins adjacent spans that stay together, such as a tool call and its results. Parts of a group
// that are apart are checked one by one.
Spans joined(const Spans& spans, const std::vector<std::uint32_t>& groups) {
  const Spans all = joined_spans(spans, groups);
  std::vector<Range> ranges;
  for (std::size_t i = 0; i < all.ranges().size(); ++i) {
    const Range here = all.ranges()[i];
    const bool goes_on =
        i > 0 && all.owner(i) == all.owner(i - 1) && ranges.back().end == here.begin;
    if (goes_on) {
      ranges.back().end = here.end;
    } else {
      ranges.push_back(here);
    }
  }
  return Spans(all.length(), std::move(ranges));
}

}  // namespace

void OldParts::protect(Range range) {
  if (range.empty()) return;
  auto part = std::partition_point(list.begin(), list.end(),
                                   [&](const OldPart& p) { return p.old.end <= range.begin; });
  bool split_span = false;
  for (; part != list.end() && part->old.begin < range.end; ++part) {
    part->is_protected = true;
    split_span = split_span || part->in_split_span;
  }
  if (!split_span) return;
  for (OldPart& other : list) {
    if (other.in_split_span) other.is_protected = true;
  }
}

OldParts parts_of_code_points(std::string_view text) {
  OldParts parts;
  parts.length = text.size();
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_continuation(text[i]) && i > 0) {
      parts.list.back().old.end = i + 1;
    } else {
      parts.list.push_back({.old = {i, i + 1}});
    }
  }
  return parts;
}

OldParts parts_of_text(CachedText& text, std::string_view question, const VerifyOptions& options) {
  if (options.any_spans) return parts_of_code_points(text.units().text());
  return from_spans(text.spans(options.spans, question));
}

OldParts parts_of_record(const Record& record, const VerifyOptions& options) {
  if (options.any_spans) {
    if (record.is_text) return parts_of_code_points(record.text.text());
    OldParts parts = from_spans(Spans::every(record.length(), 1));
    parts.spans = 0;
    return parts;
  }
  if (options.spans.kind() == SpanRule::Kind::field) {
    if (!record.spans.present) throw std::invalid_argument("expected spans, got none");
    return from_spans(Spans(record.length(), elements_of(record.spans.labels)));
  }
  if (record.is_text) return parts_of_text(*record.cached_text, record.question, options);
  const Spans spans = options.spans.of_tokens(record.length());
  return from_spans(record.groups.empty() ? spans : joined(spans, record.groups));
}

}  // namespace spandrop
