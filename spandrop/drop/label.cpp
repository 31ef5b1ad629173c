#include "spandrop/drop/label.h"

namespace spandrop {
namespace {

// What positions in a sequence count; `units` is null for tokens.
const char* counted_in(const UnitIndex* units) {
  if (!units) return " tokens";
  switch (units->unit()) {
    case Unit::byte:
      return " bytes of the text";
    case Unit::code_point:
      return " code points of the text";
    case Unit::utf16:
      break;
  }
  return " UTF-16 units of the text";
}

}  // namespace

std::optional<LabelProblem> locate(std::span<Label> labels, const UnitIndex* units,
                                   std::size_t length) {
  const std::size_t end = units ? units->length() : length;
  // A label often begins where the previous one ends.
  std::size_t last_unit = 0, last_byte = 0;
  const auto to_bytes = [&](std::size_t unit) -> std::optional<std::size_t> {
    if (unit == last_unit) return last_byte;
    const auto byte = units->to_bytes(unit);
    if (byte) last_unit = unit, last_byte = *byte;
    return byte;
  };
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const UnitRange range = labels[i].range;
    const auto problem = [&](const std::string& expected) {
      return LabelProblem{i, expected + ", got " + std::to_string(range.begin) + " to " +
                                 std::to_string(range.end)};
    };
    if (range.begin > range.end) return problem("expected begin <= end");
    if (range.end > end) {
      return problem("expected a range within the " + std::to_string(end) + counted_in(units));
    }
    if (!units || units->is_ascii()) {
      labels[i].elements = {range.begin, range.end};
      continue;
    }
    const auto first = to_bytes(range.begin), last = to_bytes(range.end);
    if (!first || !last) return problem("expected positions at character boundaries");
    labels[i].elements = {*first, *last};
  }
  return std::nullopt;
}

std::vector<Range> elements_of(std::span<const Label> labels) {
  std::vector<Range> ranges;
  ranges.reserve(labels.size());
  for (const Label& label : labels) ranges.push_back(label.elements);
  return ranges;
}

}  // namespace spandrop
