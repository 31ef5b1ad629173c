#include "tests/fuzz/drop_fuzz.h"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "spandrop/io/records/drop_record.h"
#include "spandrop/io/records/fields.h"

namespace spandrop {
namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "violated: %s\n", what);
  std::abort();
}

RecordOptions options_of(const std::uint8_t* bytes) {
  RecordOptions options;
  const std::size_t schema = bytes[0] % 6;
  if (schema < schema_names().size()) options.fields = fields_of_schema(schema_names()[schema]);
  if (schema == 4) options.plain_text = true;
  options.unit = static_cast<Unit>(bytes[1] % 3);
  constexpr const char* masks[] = {"_", "\u00e9", "0", "[MASK]"};
  if (bytes[1] / 3 % 2) {
    options.mask = masks[bytes[1] / 6 % 4];
    options.mask_spans = bytes[1] / 24 % 2;
  }
  constexpr const char* rules[] = {"auto", "every:2", "field", "word", "char", "adaptive"};
  options.spans = SpanRule(rules[bytes[2] % 6]);
  options.draw.law.rate = bytes[2] / 6 % 4 / 3.0;
  options.on_lost = static_cast<OnLost>(bytes[3] % 4);
  options.protect = static_cast<Protect>(bytes[3] / 4 % 3);
  options.draw.max_tries = 3;
  return options;
}

// Writes the output for one line of input; returns false if the line is rejected.
bool drop(const RecordOptions& options, std::string_view line, std::string& out) {
  const std::string padded = std::string(line) + std::string(64, '}');
  RecordDropper dropper(options);
  Summary summary;
  out = "earlier";
  const auto dropped =
      dropper.drop(std::string_view(padded).substr(0, line.size()), "\n", out, summary);
  require(out.starts_with("earlier"), "earlier output is kept");
  if (!dropped) {
    require(out == "earlier" && summary.records == 0, "an error writes and counts nothing");
    require(!dropped.error().reason.empty(), "an error has a reason");
    return false;
  }
  require(out.ends_with('\n'), "a view has its line end");
  require(summary.spans_dropped <= summary.spans, "at most all spans are dropped");
  out = out.substr(7, out.size() - 8);
  return true;
}

void check_line(const RecordOptions& options, std::string_view line) {
  RecordOptions nothing = options;
  nothing.draw.law.rate = 0;
  std::string same, dropped, again;
  const bool is_read = drop(nothing, line, same);
  if (is_read) require(same == line, "rate 0 reproduces the line");
  const bool is_dropped = drop(options, line, dropped);
  require(is_read || !is_dropped, "a line that is rejected is rejected at every rate");
  require(is_dropped == is_read || options.on_lost == OnLost::error,
          "a valid line is valid at every rate");
  if (!is_dropped) return;
  require(drop(nothing, dropped, again), "what was written can be read");
  require(again == dropped, "rate 0 reproduces the output");
}

}  // namespace
}  // namespace spandrop

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  const spandrop::RecordOptions options = spandrop::options_of(data);
  try {
    spandrop::check(options);
  } catch (const std::invalid_argument&) {
    return 0;
  }
  spandrop::check_line(options, {reinterpret_cast<const char*>(data + 4), size - 4});
  return 0;
}
