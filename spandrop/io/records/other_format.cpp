#include "spandrop/io/records/other_format.h"

#include <simdjson.h>

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace spandrop {
namespace {

constexpr std::string_view kFormats = "squad, hotpotqa, multirc or docred";

// Formats that begin with their own bytes.
struct Magic {
  std::string_view bytes;
  const char* hint;
};
constexpr Magic kMagic[] = {
    {"PAR1", "This is a Parquet file; read it with `python -m spandrop drop`"},
    {"ARROW1", "This is an Arrow file; read it in Python, and use drop_table"},
    {"PK\x03\x04", "This is a zip file; extract it first"},
    {"BZh", "This is a bzip2 file; pipe it: bzip2 -dc FILE | spandrop drop - ..."},
    {"\xFD"
     "7zXZ",
     "This is an xz file; pipe it: xz -dc FILE | spandrop drop - ..."},
    {"\xFF\xFE", "This is UTF-16; convert it: iconv -f UTF-16 -t UTF-8"},
    {"\xFE\xFF", "This is UTF-16; convert it: iconv -f UTF-16 -t UTF-8"},
};

bool has_key(std::string_view json, std::string_view key) {
  for (std::size_t at = json.find(key); at != json.npos; at = json.find(key, at + 1)) {
    const std::size_t end = at + key.size();
    if (at > 0 && json[at - 1] == '"' && json.substr(end, 1) == "\"") return true;
  }
  return false;
}

// Official files have one JSON value. Only its start is looked at, because a file may be large.
const char* official_format(std::string_view json) {
  json = json.substr(0, std::size_t{1} << 16);
  if (has_key(json, "vertexSet")) return "docred";
  if (has_key(json, "supporting_facts") && has_key(json, "context")) return "hotpotqa";
  if (!has_key(json, "data")) return nullptr;
  if (has_key(json, "paragraphs")) return "squad";
  return has_key(json, "paragraph") ? "multirc" : nullptr;
}

// The schema whose fields a record has.
const char* schema_of(std::string_view json) {
  if (has_key(json, "messages")) return "chat";
  if (has_key(json, "conversations")) return "sharegpt";
  if (has_key(json, "input_ids")) return "tokenized";
  return has_key(json, "context") && has_key(json, "answers") ? "squad-hf" : nullptr;
}

std::string hint_at_json(std::string_view line) {
  if (const char* format = official_format(line)) {
    return std::string("This looks like an official data set; read it with --format ") + format;
  }
  const bool is_array = line.front() == '[';
  if (is_array || line == "{") {
    return std::string("This is ") +
           (is_array ? "a JSON array" : "a JSON object on several lines") +
           ", not JSON Lines; convert it with jq -c " + (is_array ? "'.[]'" : ".") +
           ", or read the official file of a data set with --format " + std::string(kFormats);
  }
  if (const char* schema = schema_of(line)) {
    return std::string("Read such records with --schema ") + schema;
  }
  return line.front() == '{' && line.back() == '}'
             ? "Name the fields of your records, as in --text-field NAME"
             : "";
}

// Whether a line could be the header of a table: names, separated without spaces.
bool is_header(std::string_view line, char separator) {
  if (line.find(separator) == line.npos) return false;
  char before = separator;
  for (const char c : line) {
    const bool is_word = c == '_' || c == '-' || c == ' ' || c == '"' || c == '.' ||
                         std::isalnum(static_cast<unsigned char>(c));
    if (c != separator && !is_word) return false;
    if (before == separator && (c == separator || c == ' ')) return false;
    before = c;
  }
  return before != separator;
}

}  // namespace

std::string hint_at_format(std::string_view line) {
  for (const Magic& magic : kMagic) {
    if (line.starts_with(magic.bytes)) return magic.hint;
  }
  constexpr std::string_view spaces = " \t\r";
  const std::size_t first = line.find_first_not_of(spaces);
  if (first == line.npos) return "";
  line = line.substr(first, line.find_last_not_of(spaces) + 1 - first);
  if (line.front() == '{' || line.front() == '[') return hint_at_json(line);
  for (const char separator : {',', '\t', ';'}) {
    if (is_header(line, separator)) {
      return "This looks like CSV or TSV; convert it to JSON Lines, for example with pandas: "
             "read_csv(FILE).to_json(OUT, orient=\"records\", lines=True)";
    }
  }
  const bool is_text =
      simdjson::validate_utf8(line.data(), line.size()) &&
      std::ranges::none_of(line, [](char c) { return c >= 0 && c < ' ' && c != '\t'; });
  return is_text ? "If this is plain text, read it with --text: each line is then a text" : "";
}

}  // namespace spandrop
