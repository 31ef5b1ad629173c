// What `spandrop drop` does to each record.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "spandrop/core/draw.h"
#include "spandrop/core/remap.h"
#include "spandrop/io/fields.h"
#include "spandrop/text/span_rule.h"
#include "spandrop/text/units.h"

namespace spandrop {

// Which spans are never dropped.
enum class Protect {
  none,         // any may be, even those that the record protects
  field,        // those that the record protects
  annotations,  // those, and all that touch an annotation
};

// The words for what users choose by name, in the order of the enumerations.
inline std::span<const std::string_view> names_of(Protect) {
  static constexpr std::array<std::string_view, 3> kNames{"none", "field", "annotations"};
  return kNames;
}
inline std::span<const std::string_view> names_of(OnLost) {
  static constexpr std::array<std::string_view, 4> kNames{"keep", "drop", "reject", "error"};
  return kNames;
}
inline std::span<const std::string_view> names_of(Unit) {
  static constexpr std::array<std::string_view, 3> kNames{"byte", "code-point", "utf16"};
  return kNames;
}

struct DropOptions {
  Fields fields;
  // Each line is a text, not a JSON record.
  bool plain_text = false;
  // The unit of positions in texts.
  Unit unit = Unit::code_point;
  SpanRule spans;
  DrawOptions draw;
  std::uint64_t seed = 0;
  // The first view, and how many views of each record are written one after another.
  std::uint64_t view = 0;
  std::uint64_t views = 1;
  Protect protect = Protect::field;
  OnLost on_lost = OnLost::keep;
  // SpanMask: what stands in place of a dropped element; none: spans are removed.
  std::optional<std::string> mask;
  // One mask for each dropped span instead of one for each element.
  bool mask_spans = false;

  Ablation ablation() const {
    return !mask ? Ablation::drop : mask_spans ? Ablation::mask_spans : Ablation::mask;
  }
};

// Whether texts can be masked by these options: element by element, a mask is one character; for
// each span, at least one.
bool masks_characters(const DropOptions& options);
inline constexpr const char* kMaskOfTexts =
    "one character to mask each character of a text, or one mask for each span";

// All that the result depends on, as one JSON object.
std::string to_json(const DropOptions& options);

// Throws std::invalid_argument if the options do not go together.
void check_drop_options(const DropOptions& options);

}  // namespace spandrop
