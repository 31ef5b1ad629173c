#include "spandrop/io/files/vocabulary_file.h"

#include <simdjson.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "spandrop/io/files/input_file.h"

namespace spandrop {
namespace {

using simdjson::dom::element;

std::string content_of(const std::string& name) {
  InputFile file(name);
  std::string content;
  constexpr std::size_t step = std::size_t{1} << 18;
  for (std::size_t size = 0;;) {
    content.resize(size + step);
    const std::size_t more = file.read(content.data() + size, step);
    size += more;
    if (more > 0) continue;
    content.resize(size);
    return content;
  }
}

[[noreturn]] void refuse(const std::string& what, const std::string& expected,
                         const std::string& got) {
  throw std::runtime_error(what + ": expected " + expected + ", got " + got);
}

// The value at a path such as /model/type, or "nothing".
std::string shown(element root, const std::string& path) {
  element value;
  return root.at_pointer(path).get(value) == simdjson::SUCCESS ? simdjson::minify(value)
                                                               : "nothing";
}

// Checks that a value is one of two JSON texts.
void expect(element root, const std::string& path, const std::string& expected,
            const std::string& or_this) {
  const std::string got = shown(root, path);
  if (got != expected && got != or_this) refuse(path, expected, got);
}
void expect(element root, const std::string& path, const std::string& expected) {
  expect(root, path, expected, expected);
}

// Checks the special tokens added to a text and to a pair, for both kinds of post-processors.
void check_added_tokens(element root) {
  if (shown(root, "/post_processor/type") == "\"BertProcessing\"") {
    expect(root, "/post_processor/cls/0", "\"[CLS]\"");
    expect(root, "/post_processor/sep/0", "\"[SEP]\"");
    return;
  }
  const std::string first =
      R"([{"SpecialToken":{"id":"[CLS]","type_id":0}},{"Sequence":{"id":"A","type_id":0}},)"
      R"({"SpecialToken":{"id":"[SEP]","type_id":0}})";
  const std::string second =
      R"(,{"Sequence":{"id":"B","type_id":1}},{"SpecialToken":{"id":"[SEP]","type_id":1}})";
  expect(root, "/post_processor/type", "\"TemplateProcessing\"");
  expect(root, "/post_processor/single", first + "]");
  expect(root, "/post_processor/pair", first + second + "]");
}

void check_is_uncased_bert(element root) {
  expect(root, "/normalizer/type", "\"BertNormalizer\"");
  expect(root, "/normalizer/clean_text", "true");
  expect(root, "/normalizer/handle_chinese_chars", "true");
  expect(root, "/normalizer/strip_accents", "true", "null");
  expect(root, "/normalizer/lowercase", "true");
  expect(root, "/pre_tokenizer/type", "\"BertPreTokenizer\"");
  expect(root, "/model/type", "\"WordPiece\"");
  expect(root, "/model/unk_token", "\"[UNK]\"");
  expect(root, "/model/continuing_subword_prefix", "\"##\"");
  expect(root, "/model/max_input_chars_per_word", "100");
  check_added_tokens(root);
}

std::int32_t id_of_token(element value, const std::string& what) {
  std::int64_t id = 0;
  if (value.get(id) != simdjson::SUCCESS || id < 0 ||
      id > std::numeric_limits<std::int32_t>::max()) {
    refuse(what, "an id from 0 to 2147483647", simdjson::minify(value));
  }
  return static_cast<std::int32_t>(id);
}

}  // namespace

Vocabulary vocabulary_of_json(std::string_view json) {
  simdjson::dom::parser parser;
  const element root = parser.parse(json.data(), json.size());
  check_is_uncased_bert(root);
  Vocabulary vocabulary;
  for (const auto& [token, id] : root["model"]["vocab"].get_object()) {
    vocabulary.tokens.push_back(
        {std::string(token), id_of_token(id, "/model/vocab/" + std::string(token))});
  }
  std::size_t number = 0;
  for (const element token : root["added_tokens"].get_array()) {
    const std::string path = "/added_tokens/" + std::to_string(number++);
    for (const char* flag : {"single_word", "lstrip", "rstrip", "normalized"}) {
      expect(root, path + "/" + flag, "false");
    }
    expect(root, path + "/special", "true");
    vocabulary.specials.push_back(
        {std::string(std::string_view(token["content"])), id_of_token(token["id"], path + "/id")});
  }
  name_special_ids(vocabulary);
  return vocabulary;
}

Vocabulary read_vocabulary(const std::string& name) {
  const std::string content = content_of(name);
  try {
    if (name.ends_with(".json")) return vocabulary_of_json(content);
    if (!simdjson::validate_utf8(content)) refuse("the file", "UTF-8", "other bytes");
    return vocabulary_of_lines(content);
  } catch (const std::exception& error) {  // including simdjson's
    throw std::runtime_error(name + ": " + error.what());
  }
}

}  // namespace spandrop
