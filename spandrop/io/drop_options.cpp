#include "spandrop/io/drop_options.h"

#include <simdjson.h>

#include <limits>
#include <stdexcept>

namespace spandrop {

bool masks_characters(const DropOptions& options) {
  switch (options.ablation()) {
    case Ablation::drop:
      return true;
    case Ablation::mask:
      return UnitIndex(*options.mask, Unit::code_point).length() == 1;
    case Ablation::mask_spans:
      break;
  }
  return !options.mask->empty();
}

void check_drop_options(const DropOptions& options) {
  const auto refuse = [](const std::string& what) {
    throw std::invalid_argument("[drop] expected " + what);
  };
  check(options.draw.law);
  if (options.views == 0) refuse("at least 1 view, got 0");
  if (options.view > std::numeric_limits<std::uint64_t>::max() - options.views) {
    refuse("views below 2^64, got " + std::to_string(options.view) + " and after");
  }
  const auto is_utf8 = [](const std::string& text) {
    return simdjson::validate_utf8(text.data(), text.size());
  };
  if (options.mask && !is_utf8(*options.mask)) refuse("a mask in UTF-8");
  if (!is_utf8(options.view_field)) refuse("the name of a field in UTF-8");
  if (options.mask && options.fields.chat) refuse("no mask for a chat: a turn has no such value");
  if (options.plain_text && !masks_characters(options)) refuse(kMaskOfTexts);
  if (options.plain_text && options.spans.kind() == SpanRule::Kind::field) {
    refuse("a rule for spans in plain text, got field");
  }
  if (options.plain_text && options.spans.kind() == SpanRule::Kind::adaptive) {
    refuse("a rule without a question in plain text, got adaptive");
  }
}

}  // namespace spandrop
