#include "spandrop/io/records/record_options.h"

#include <simdjson.h>

#include <stdexcept>
#include <string_view>

#include "spandrop/base/json_writer.h"
#include "spandrop/io/records/tag_set.h"

namespace spandrop {
namespace {

void write(JsonWriter& json, const Fields& f) {
  json.begin_object();
  visit_fields(f, [&](std::string_view meaning, const std::string& name, std::string_view) {
    if (!name.empty()) json.field(meaning, name);
  });
  json.key("parallel").begin_array();
  for (const Fields::Parallel& parallel : f.parallel) json.value(parallel.name);
  json.end_array();
  if (!f.tag_names.empty()) {
    json.key("tag_names").begin_array();
    for (const std::string& name : f.tag_names) json.value(name);
    json.end_array();
  }
  json.field("chat", f.chat).end_object();
}

[[noreturn]] void refuse(const std::string& expected) {
  throw std::invalid_argument("[drop] expected " + expected);
}

// Options that no record could satisfy, because only texts or only tokens are read.
void check_kind(const RecordOptions& options) {
  const Fields& fields = options.fields;
  const SpanRule::Kind kind = options.spans.kind();
  if (fields.text.empty() && kind != SpanRule::Kind::field) (void)options.spans.tokens_per_span();
  if (fields.tokens.empty()) {
    if (!fields.tags.empty()) refuse("a field for the tokens, because tags belong to tokens");
    if (!fields.parallel.empty()) {
      refuse("a field for the tokens, because parallel arrays belong to tokens");
    }
    if (auto problem = mask_problem_of_texts(options)) {
      throw std::invalid_argument("[drop] " + *problem);
    }
  }
  if (kind == SpanRule::Kind::field && fields.spans.empty()) {
    refuse("a field for the spans with the span rule field, got none");
  }
  if (kind == SpanRule::Kind::adaptive && fields.question.empty()) {
    refuse("a field for the question with adaptive spans, got none");
  }
}

}  // namespace

std::string to_json(const RecordOptions& options) {
  std::string text = to_json(static_cast<const DropOptions&>(options));
  text.pop_back();  // the closing brace
  text += ", \"plain_text\": ";
  text += options.plain_text ? "true" : "false";
  text += ", \"fields\": ";
  JsonWriter json(text);
  write(json, options.fields);
  return text += '}';
}

void check(const RecordOptions& options) {
  check(static_cast<const DropOptions&>(options));
  const Fields& fields = options.fields;
  if (!simdjson::validate_utf8(fields.view.data(), fields.view.size())) {
    refuse("field names in UTF-8");
  }
  if (!options.plain_text) {
    if (fields.text.empty() && fields.tokens.empty()) {
      refuse("the name of a field for the text or the tokens, got none");
    }
    if (options.mask && fields.chat) refuse("no mask for a chat, because a turn cannot be masked");
    check_kind(options);
    [[maybe_unused]] const TagNames checked(fields.tag_names);  // throws if the names are wrong
    return;
  }
  if (auto problem = mask_problem_of_texts(options)) {
    throw std::invalid_argument("[drop] " + *problem);
  }
  if (options.mask && options.mask->find('\n') != std::string::npos) {
    refuse("a mask without a line break, because each line of plain text is a text");
  }
  if (options.spans.kind() == SpanRule::Kind::field) {
    refuse("a span rule that works on plain text, got field");
  }
  if (!fields.view.empty()) {
    refuse("no field for the view's number in plain text, got " + fields.view);
  }
  if (options.spans.kind() == SpanRule::Kind::adaptive) {
    refuse("a span rule that needs no question for plain text, got adaptive");
  }
}

}  // namespace spandrop
