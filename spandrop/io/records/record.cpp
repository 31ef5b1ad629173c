#include "spandrop/io/records/record.h"

#include <charconv>

namespace spandrop {
namespace {

bool is_string(std::string_view raw) { return !raw.empty() && raw.front() == '"'; }

// The tokens as numbers, if all of them are 64-bit integers.
std::optional<std::vector<std::int64_t>> whole_numbers(const Record& record) {
  std::vector<std::int64_t> numbers;
  numbers.reserve(record.tokens.elements.size());
  for (const Place& at : record.tokens.elements) {
    const std::string_view raw = record.raw(at);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(raw.data(), raw.data() + raw.size(), number);
    if (error != std::errc() || end != raw.data() + raw.size()) return std::nullopt;
    numbers.push_back(number);
  }
  return numbers;
}

// What is hashed for each token: the text of a string, the JSON of anything else.
ExampleId hash_of_strings(const Record& record) {
  std::vector<std::string> texts;
  texts.reserve(record.tokens.elements.size());
  JsonText text;
  for (const Place& at : record.tokens.elements) {
    const std::string_view raw = record.raw(at);
    const bool meant = is_string(raw) && text.read(raw.substr(1, raw.size() - 2));
    texts.emplace_back(meant ? text.text() : raw);
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  return content_id(std::span<const std::string_view>(views));
}

}  // namespace

void LabelList::clear() {
  present = false;
  labels.clear();
  places.clear();
  for (RawArray& array : arrays) array.elements.clear();
}

void Record::start(std::string_view new_line) {
  line = new_line;
  is_text = true;
  text.clear();
  text_at = {};
  cached_text = nullptr;
  tokens.elements.clear();
  id.reset();
  id_at = {};
  question.clear();
  for (LabelList* list : {&annotations, &answers, &never_drop, &spans}) list->clear();
  parallel.clear();
  tags_at.reset();
  tags.roles.clear();
  never_drop_tokens.clear();
  groups.clear();
  object_at = 0;
}

ExampleId Record::example_id() const {
  if (id) return id_of(*id);
  if (is_text) return content_id(text.text());
  if (const auto numbers = whole_numbers(*this)) {
    return content_id(std::span<const std::int64_t>(*numbers));
  }
  return hash_of_strings(*this);
}

}  // namespace spandrop
