#include "spandrop/io/records/record_options.h"

#include <simdjson.h>

#include <stdexcept>
#include <utility>

#include "spandrop/base/json_writer.h"

namespace spandrop {
namespace {

void write(JsonWriter& json, const Fields& f) {
  const std::pair<const char*, const std::string*> names[] = {
      {"text", &f.text},
      {"tokens", &f.tokens},
      {"id", &f.id},
      {"annotations", &f.annotations},
      {"protected", &f.never_drop},
      {"spans", &f.spans},
      {"question", &f.question},
      {"answers", &f.answers},
      {"tags", &f.tags},
      {"never_drop", &f.never_drop_mask},
      {"view", &f.view},
  };
  json.begin_object();
  for (const auto& [meaning, name] : names) {
    if (!name->empty()) json.field(meaning, *name);
  }
  json.key("parallel").begin_array();
  for (const Fields::Parallel& parallel : f.parallel) json.value(parallel.name);
  json.end_array().field("chat", f.chat).end_object();
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
  const auto refuse = [](const std::string& what) {
    throw std::invalid_argument("[drop] expected " + what);
  };
  const Fields& fields = options.fields;
  if (!simdjson::validate_utf8(fields.view.data(), fields.view.size())) {
    refuse("field names in UTF-8");
  }
  if (!options.plain_text) {
    if (fields.text.empty() && fields.tokens.empty()) {
      refuse("the name of a field for the text or the tokens, got none");
    }
    if (options.mask && fields.chat) refuse("no mask for a chat, because a turn cannot be masked");
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
