#include "spandrop/verify/members.h"

#include <simdjson.h>

#include "spandrop/io/records/line_reader.h"

namespace spandrop {
namespace {

// An array or an object, up to the bracket that closes it. Like RecordReader, it does not look at
// what is inside or at the kind of bracket: a drop copies such a value, whatever it holds.
std::string_view raw_container(std::string_view from) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    switch (from[i]) {
      case '"':
        for (++i; i < from.size() && from[i] != '"'; ++i) i += from[i] == '\\';
        break;
      case '[':
      case '{':
        ++depth;
        break;
      case ']':
      case '}':
        if (--depth == 0) return from.substr(0, i + 1);
        break;
      default:
        break;
    }
  }
  return from;
}

std::string_view raw_value(json::value value, std::string_view line) {
  const std::string_view token = value.raw_json_token();
  if (token.front() != '[' && token.front() != '{') return token;
  return raw_container(line.substr(static_cast<std::size_t>(token.data() - line.data())));
}

}  // namespace

struct MemberReader::Parser {
  simdjson::ondemand::parser parser;
};

MemberReader::MemberReader() : parser_(std::make_unique<Parser>()) {}
MemberReader::~MemberReader() = default;

bool MemberReader::read(std::string_view line, std::vector<RawMember>& members) {
  members.clear();
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  try {
    json::document document =
        parser_->parser.iterate(line.data(), line.size(), line.size() + simdjson::SIMDJSON_PADDING);
    for (json::field field : document.get_object()) {
      const std::string_view key = LineReader::key(field);
      std::string_view value = raw_value(field.value(), line);
      while (!value.empty() && std::string_view(" \t\r\n").find(value.back()) != value.npos) {
        value.remove_suffix(1);
      }
      members.push_back({key, value});
    }
  } catch (const simdjson::simdjson_error&) {
    return false;
  }
  return true;
}

}  // namespace spandrop
