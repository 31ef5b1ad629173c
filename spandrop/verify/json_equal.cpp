#include "spandrop/verify/json_equal.h"

#include <simdjson.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace spandrop {
namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

bool is_number(element_type type) {
  return type == element_type::INT64 || type == element_type::UINT64 ||
         type == element_type::DOUBLE;
}

bool equal_values(element a, element b);

bool equal_arrays(simdjson::dom::array a, simdjson::dom::array b) {
  if (a.size() != b.size()) return false;
  auto other = b.begin();
  for (const element value : a) {
    if (!equal_values(value, *other)) return false;
    ++other;
  }
  return true;
}

bool equal_objects(simdjson::dom::object a, simdjson::dom::object b) {
  if (a.size() != b.size()) return false;
  // Members usually have the same order; duplicate keys are then compared one by one.
  bool same_order = true;
  auto other = b.begin();
  for (const auto member : a) {
    same_order = same_order && member.key == (*other).key;
    if (!same_order) break;
    if (!equal_values(member.value, (*other).value)) return false;
    ++other;
  }
  if (same_order) return true;
  for (const auto member : a) {
    element value;
    if (b.at_key(member.key).get(value) || !equal_values(member.value, value)) return false;
  }
  return true;
}

bool equal_values(element a, element b) {
  if (is_number(a.type()) && is_number(b.type())) {
    if (a.type() == b.type() && a.type() != element_type::DOUBLE) {
      return a.type() == element_type::INT64 ? int64_t(a) == int64_t(b)
                                             : uint64_t(a) == uint64_t(b);
    }
    return double(a) == double(b);
  }
  if (a.type() != b.type()) return false;
  switch (a.type()) {
    case element_type::ARRAY:
      return equal_arrays(a.get_array(), b.get_array());
    case element_type::OBJECT:
      return equal_objects(a.get_object(), b.get_object());
    case element_type::STRING:
      return std::string_view(a) == std::string_view(b);
    case element_type::BOOL:
      return bool(a) == bool(b);
    default:
      return true;
  }
}

// Whether the only other way to write the value is the value itself: most are like this, and need
// no parser to see that they differ.
bool is_plain(std::string_view raw) {
  if (raw.empty()) return true;
  if (raw.front() == '"') return raw.find('\\') == raw.npos;
  if (raw.front() == '{' || raw.front() == '[') return false;
  return raw.find_first_of(".eE") == raw.npos;
}

}  // namespace

struct JsonComparer::Parsers {
  simdjson::dom::parser parsers[2];
  simdjson::padded_string texts[2];

  // Parses a value; returns false if it is not JSON.
  bool parse(std::size_t i, std::string_view raw, element& value) {
    texts[i] = simdjson::padded_string(raw);
    return parsers[i].parse(texts[i]).get(value) == simdjson::SUCCESS;
  }
};

JsonComparer::JsonComparer() : parsers_(std::make_unique<Parsers>()) {}
JsonComparer::~JsonComparer() = default;

bool JsonComparer::equal(std::string_view a, std::string_view b) {
  if (a == b) return true;
  if (is_plain(a) && is_plain(b)) return false;
  element first, second;
  return parsers_->parse(0, a, first) && parsers_->parse(1, b, second) &&
         equal_values(first, second);
}

std::optional<std::string> JsonComparer::difference(std::string_view a, std::string_view b,
                                                    std::span<const std::string_view> except,
                                                    std::string_view at) {
  if (a == b) return std::nullopt;
  element first, second;
  if (!parsers_->parse(0, a, first) || !parsers_->parse(1, b, second)) return "";
  if (!at.empty() && (first.at_key(at).get(first) || second.at_key(at).get(second))) return "";
  simdjson::dom::object old_object, new_object;
  if (first.get(old_object) || second.get(new_object)) return "";
  const auto counts = [&](std::string_view key) {
    return std::find(except.begin(), except.end(), key) == except.end();
  };
  for (const auto member : old_object) {
    if (!counts(member.key)) continue;
    element value;
    if (new_object.at_key(member.key).get(value) || !equal_values(member.value, value)) {
      return std::string(member.key);
    }
  }
  for (const auto member : new_object) {
    element value;
    if (counts(member.key) && old_object.at_key(member.key).get(value)) {
      return std::string(member.key);
    }
  }
  return std::nullopt;
}

bool JsonComparer::member_is(std::string_view object, std::string_view key,
                             std::string_view value) {
  element first, second, member;
  return parsers_->parse(0, object, first) && parsers_->parse(1, value, second) &&
         !first.at_key(key).get(member) && equal_values(member, second);
}

}  // namespace spandrop
