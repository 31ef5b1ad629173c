#include "spandrop/drop/drop_options.h"

#include <simdjson.h>

#include <limits>
#include <stdexcept>
#include <type_traits>

#include "spandrop/base/json_writer.h"

namespace spandrop {

std::string to_json(const DropOptions& options) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  visit_fields(options, [&](std::string_view name, const auto& field, std::string_view) {
    using Field = std::remove_cvref_t<decltype(field)>;
    json.key(name);
    if constexpr (std::is_enum_v<Field>) {
      json.value(names_of(field)[static_cast<std::size_t>(field)]);
    } else if constexpr (std::is_same_v<Field, SpanRule>) {
      json.value(field.written());
    } else {
      json.value(field);
    }
  });
  json.end_object();
  return text;
}

std::optional<std::string> mask_problem_of_texts(const DropOptions& options) {
  if (!options.mask) return std::nullopt;
  const std::size_t characters = UnitIndex(*options.mask, Unit::code_point).length();
  if (options.mask_spans ? characters > 0 : characters == 1) return std::nullopt;
  return "expected one character to mask each character of a text, or one mask for each span, "
         "got " +
         *options.mask;
}

void check(const DropOptions& options) {
  const auto refuse = [](const std::string& what) {
    throw std::invalid_argument("[drop] expected " + what);
  };
  check(options.draw.law);
  if (options.views == 0) refuse("at least 1 view, got 0");
  if (options.view > std::numeric_limits<std::uint64_t>::max() - options.views) {
    refuse("view numbers up to 2^64 - 2, got " + std::to_string(options.views) +
           " views from number " + std::to_string(options.view) + " on");
  }
  if (options.mask && !simdjson::validate_utf8(options.mask->data(), options.mask->size())) {
    refuse("a mask in UTF-8");
  }
}

}  // namespace spandrop
