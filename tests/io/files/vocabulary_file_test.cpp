#include "spandrop/io/files/vocabulary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/io/files/files.h"

namespace spandrop {
namespace {

using testing::HasSubstr;

const std::string kJson = R"({"version": "1.0", "truncation": {"max_length": 128}, "padding": null,
 "added_tokens": [
  {"id": 9, "content": "[X]", "single_word": false, "lstrip": false, "rstrip": false,
   "normalized": false, "special": true}],
 "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
  "strip_accents": null, "lowercase": true},
 "pre_tokenizer": {"type": "BertPreTokenizer"},
 "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 2], "cls": ["[CLS]", 1]},
 "decoder": {"type": "WordPiece"},
 "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
  "max_input_chars_per_word": 100,
  "vocab": {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "\u00e9": 3, "##a": 7}}})";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, text.npos) << what;
  return text.replace(at, what.size(), with);
}

class VocabularyFile : public testing::Test {
 protected:
  Vocabulary read(const std::string& name, const std::string& content) {
    store(directory_ / name, content);
    return read_vocabulary(directory_ / name);
  }
  std::string error(const std::string& name, const std::string& content) {
    return failure([&] { read(name, content); });
  }

  TemporaryDirectory directory_;
};

TEST_F(VocabularyFile, ReadsLines) {
  const Vocabulary vocabulary = read("vocab.txt", "[UNK]\n[CLS]\n[SEP]\nword\n");
  ASSERT_EQ(vocabulary.tokens.size(), 4u);
  EXPECT_EQ(vocabulary.tokens[3].text, "word");
  EXPECT_EQ(vocabulary.specials.size(), 3u);
}

TEST_F(VocabularyFile, ReadsJson) {
  const Vocabulary vocabulary = read("tokenizer.json", kJson);
  ASSERT_EQ(vocabulary.tokens.size(), 5u);
  EXPECT_EQ(vocabulary.tokens[3].text, "\u00E9");
  EXPECT_EQ(vocabulary.tokens[4].id, 7);
  ASSERT_EQ(vocabulary.specials.size(), 1u);
  EXPECT_EQ(vocabulary.specials[0].text, "[X]");
  EXPECT_EQ(vocabulary.specials[0].id, 9);
  EXPECT_EQ(vocabulary.separator, 2);
}

TEST_F(VocabularyFile, ReadsAnEquivalentTemplate) {
  const std::string json = replaced(
      kJson, R"({"type": "BertProcessing", "sep": ["[SEP]", 2], "cls": ["[CLS]", 1]})",
      R"({"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
        "pair": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}},
        {"Sequence": {"id": "B", "type_id": 1}}, {"SpecialToken": {"id": "[SEP]", "type_id": 1}}]})");
  EXPECT_EQ(read("tokenizer.json", json).beginning, 1);
  EXPECT_THAT(
      error("tokenizer.json", replaced(json, "\"B\", \"type_id\": 1", "\"B\", \"type_id\": 0")),
      HasSubstr("tokenizer.json: /post_processor/pair: expected [{"));
}

TEST_F(VocabularyFile, RejectsAnythingButUncasedBert) {
  const std::pair<std::string, std::string> changes[] = {
      {R"("lowercase": true)", R"("lowercase": false)"},
      {R"("strip_accents": null)", R"("strip_accents": false)"},
      {R"("clean_text": true)", R"("clean_text": 1)"},
      {R"("handle_chinese_chars": true)", R"("handle_chinese": true)"},
      {R"("BertNormalizer")", R"("NFC")"},
      {R"("BertPreTokenizer")", R"("Whitespace")"},
      {R"("model": {"type": "WordPiece")", R"("model": {"type": "BPE")"},
      {R"("[UNK]", "continuing)", R"("<unk>", "continuing)"},
      {R"(prefix": "##")", R"(prefix": "@@")"},
      {R"(word": 100)", R"(word": 200)"},
      {R"("sep": ["[SEP]")", R"("sep": ["</s>")"},
      {R"("BertProcessing")", R"("RobertaProcessing")"},
      {R"("lstrip": false)", R"("lstrip": true)"},
      {R"("normalized": false)", R"("normalized": true)"},
      {R"("special": true)", R"("special": false)"},
  };
  for (const auto& [right, wrong] : changes) {
    EXPECT_THAT(error("tokenizer.json", replaced(kJson, right, wrong)),
                testing::ContainsRegex("tokenizer.json: /.*: expected .*, got "))
        << wrong;
  }
  EXPECT_THAT(error("tokenizer.json", replaced(kJson, R"("lowercase": true)", R"("x": true)")),
              HasSubstr("tokenizer.json: /normalizer/lowercase: expected true, got nothing"));
}

TEST_F(VocabularyFile, RejectsBrokenFiles) {
  EXPECT_THAT(error("vocab.txt", "[UNK]\n[CLS]\nword\n"),
              HasSubstr("vocab.txt: [vocabulary] expected a token [SEP], got none"));
  EXPECT_THAT(error("vocab.txt", "[UNK]\n[CLS]\n[SEP]\n\xFF\n"), HasSubstr("expected UTF-8"));
  EXPECT_THAT(error("vocab.txt", ""), HasSubstr("expected a token [UNK]"));
  for (const char* id : {"-1", "2147483648", "1.5", "\"7\"", "null"}) {
    EXPECT_THAT(
        error("tokenizer.json", replaced(kJson, "\"##a\": 7", std::string("\"##a\": ") + id)),
        HasSubstr("/model/vocab/##a: expected an id from 0 to 2147483647, got " + std::string(id)));
  }
  EXPECT_THAT(error("tokenizer.json", "[]"), HasSubstr("/normalizer/type"));
  EXPECT_THAT(failure([&] { read_vocabulary(directory_ / "absent.txt"); }),
              HasSubstr("cannot open"));
}

TEST_F(VocabularyFile, SurvivesDamage) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 2'000; ++i) {
    std::string json = kJson;
    if (random() % 2) json.resize(random() % json.size());
    for (std::size_t flips = random() % 4; flips > 0 && !json.empty(); --flips) {
      json[random() % json.size()] ^= static_cast<char>(1 << random() % 8);
    }
    const std::string what = failure([&] { read("tokenizer.json", json); });
    ASSERT_TRUE(what == "nothing failed" || what.starts_with(directory_ / "tokenizer.json: "))
        << what;
  }
}

}  // namespace
}  // namespace spandrop
