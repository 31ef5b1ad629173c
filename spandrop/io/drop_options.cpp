#include "spandrop/io/drop_options.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "spandrop/io/json_text.h"

namespace spandrop {
namespace {

template <class Enum>
std::string_view name_of(Enum value) {
  return names_of(value)[static_cast<std::size_t>(value)];
}

std::string names_json(const Fields& f) {
  const std::pair<const char*, const std::string*> names[] = {
      {"text", &f.text},
      {"tokens", &f.tokens},
      {"id", &f.id},
      {"annotations", &f.annotations},
      {"protected", &f.protect},
      {"spans", &f.spans},
      {"question", &f.question},
      {"answers", &f.answers},
      {"tags", &f.tags},
      {"never_drop", &f.never_drop},
      {"view", &f.view},
  };
  std::string json = "{";
  for (const auto& [meaning, name] : names) {
    if (!name->empty()) json += fmt::format("\"{}\": {}, ", meaning, json_string(*name));
  }
  json += "\"parallel\": [";
  for (std::size_t i = 0; i < f.parallel.size(); ++i) {
    json += (i > 0 ? ", " : "") + json_string(f.parallel[i].name);
  }
  return json + fmt::format("], \"chat\": {}}}", f.chat);
}

}  // namespace

std::string to_json(const DropOptions& o) {
  return fmt::format(
      R"({{"spans": {}, "rate": {}, "gamma": "{}", "min_keep": {}, "tries": {}, "seed": {}, )"
      R"("view": {}, "views": {}, "mask": {}, "mask_spans": {}, "protect": "{}", "on_lost": "{}", )"
      R"("offsets": "{}", "plain_text": {}, "fields": {}}})",
      json_string(o.spans.written()), o.draw.law.rate, o.draw.law.gamma, o.draw.min_keep,
      o.draw.max_tries, o.seed, o.view, o.views, o.mask ? json_string(*o.mask) : "null",
      o.mask_spans, name_of(o.protect), name_of(o.on_lost), name_of(o.unit), o.plain_text,
      names_json(o.fields));
}

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
    refuse("views of at most 2^64 - 2, got " + std::to_string(options.views) + " from " +
           std::to_string(options.view) + " on");
  }
  const auto is_utf8 = [](const std::string& text) {
    return simdjson::validate_utf8(text.data(), text.size());
  };
  if (options.mask && !is_utf8(*options.mask)) refuse("a mask in UTF-8");
  if (!options.plain_text && options.fields.text.empty() && options.fields.tokens.empty()) {
    refuse("a field for the text or for the tokens, got none");
  }
  if (!is_utf8(options.fields.view)) refuse("the name of a field in UTF-8");
  if (options.mask && options.fields.chat) refuse("no mask for a chat: a turn has no such value");
  if (options.plain_text && !masks_characters(options)) refuse(kMaskOfTexts);
  if (options.plain_text && options.mask && options.mask->find('\n') != std::string::npos) {
    refuse("a mask without a line end in plain text, where each line is a text");
  }
  if (options.plain_text && options.spans.kind() == SpanRule::Kind::field) {
    refuse("a rule for spans in plain text, got field");
  }
  if (options.plain_text && !options.fields.view.empty()) {
    refuse("no field for the view in plain text, got " + options.fields.view);
  }
  if (options.plain_text && options.spans.kind() == SpanRule::Kind::adaptive) {
    refuse("a rule without a question in plain text, got adaptive");
  }
}

}  // namespace spandrop
