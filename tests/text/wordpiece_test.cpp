#include "spandrop/text/wordpiece.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "tests/core/refusal.h"
#include "tests/text/corpus.h"
#include "tests/text/oracle.h"

namespace spandrop {
namespace {

using simdjson::dom::element;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::int32_t kUnknown = 1, kBeginning = 2, kSeparator = 3, kMask = 4;

// Ids from 5: a ##a b ##b ... z ##z 0 ##0 ... 9 ##9, then the given tokens.
Vocabulary vocabulary_with(const std::vector<std::string>& more) {
  std::string lines = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
  for (const char c : std::string("abcdefghijklmnopqrstuvwxyz0123456789")) {
    lines += std::string(1, c) + "\n##" + c + "\n";
  }
  for (const std::string& token : more) lines += token + "\n";
  return vocabulary_of_lines(lines);
}

constexpr std::int32_t kFirst = 5 + 2 * 36;  // the id of the first given token

struct Encoded {
  std::vector<std::int32_t> ids;
  std::vector<TokenRange> offsets;
  friend bool operator==(const Encoded&, const Encoded&) = default;
};

Encoded of(const Tokens& tokens) {
  return {{tokens.ids.begin(), tokens.ids.end()}, {tokens.offsets.begin(), tokens.offsets.end()}};
}

Encoded encoded(const WordPiece& model, std::string_view text, EncodeOptions options = {}) {
  options.add_special = false;
  Tokens tokens;
  model.encode(text, options, tokens);
  return of(tokens);
}

std::vector<std::string> spelled(const Encoded& tokens, std::string_view text) {
  std::vector<std::string> parts;
  for (const TokenRange& at : tokens.offsets) {
    parts.emplace_back(text.substr(static_cast<std::size_t>(at.begin),
                                   static_cast<std::size_t>(at.end - at.begin)));
  }
  return parts;
}

TEST(WordPiece, UsesTheLongestPieces) {
  const WordPiece model(vocabulary_with({"un", "##aff", "##able", "una", ",", "unaffable"}));
  EXPECT_THAT(encoded(model, "UNaffable").ids, ElementsAre(kFirst + 5));
  const Encoded tokens = encoded(model, "unaffables, unaff!");
  EXPECT_THAT(spelled(tokens, "unaffables, unaff!"),
              ElementsAre("unaffable", "s", ",", "una", "f", "f", "!"));
  EXPECT_THAT(tokens.ids, ElementsAre(kFirst + 5, 5 + 2 * 18 + 1, kFirst + 4, kFirst + 3,
                                      5 + 2 * 5 + 1, 5 + 2 * 5 + 1, kUnknown));
}

TEST(WordPiece, EmptyTextHasNoTokens) {
  const WordPiece model(vocabulary_with({}));
  for (const char* text : {"", " ", "\t\r\n  ", "\u200B", "\u0301", "\u3000\u00A0"}) {
    EXPECT_THAT(encoded(model, text).ids, IsEmpty());
  }
}

TEST(WordPiece, WordsOfMoreThan100CharactersAreUnknown) {
  const WordPiece model(vocabulary_with({"\u00E9"}));
  for (const std::size_t size : {1, 7, 8, 9, 15, 16, 17, 24, 99, 100}) {
    const std::string word(size, 'A');
    const Encoded tokens = encoded(model, " " + word + ".");
    ASSERT_EQ(tokens.ids.size(), size + 1);
    EXPECT_EQ(tokens.ids[0], 5);
    EXPECT_EQ(tokens.offsets[size - 1].end, static_cast<std::int32_t>(size + 1));
  }
  EXPECT_THAT(encoded(model, std::string(101, 'a')).offsets, ElementsAre(TokenRange{0, 101}));
  // Accents and deleted characters do not count.
  std::string accents;
  for (int i = 0; i < 100; ++i) accents += "\u00C9\u200B";
  EXPECT_EQ(encoded(model, accents).ids.size(), 100u);
  EXPECT_THAT(encoded(model, accents + "e").ids, ElementsAre(kUnknown));
}

TEST(WordPiece, OffsetsUseTheRequestedUnit) {
  const WordPiece model(vocabulary_with({}));
  const std::string text = "\U0001F600b caf\u00E9 \u4E2Dx [MASK]\u00E9 a";
  const Encoded bytes = encoded(model, text, {.unit = Unit::byte});
  EXPECT_THAT(spelled(bytes, text), ElementsAre("\U0001F600b", "c", "a", "f", "\u00E9", "\u4E2D",
                                                "x", "[MASK]", "\u00E9", "a"));
  for (const Unit unit : {Unit::code_point, Unit::utf16}) {
    const UnitIndex index(text, unit);
    Encoded expected = bytes;
    for (TokenRange& at : expected.offsets) {
      at = {static_cast<std::int32_t>(index.to_units(static_cast<std::size_t>(at.begin))),
            static_cast<std::int32_t>(index.to_units(static_cast<std::size_t>(at.end)))};
    }
    EXPECT_EQ(encoded(model, text, {.unit = unit}), expected);
  }
}

TEST(WordPiece, SpecialTokensInATextAreMatchedUnlessDisabled) {
  const WordPiece model(vocabulary_with({"[", "]"}));
  EXPECT_THAT(encoded(model, "a[MASK]b[mask]").ids,
              ElementsAre(5, kMask, 7, kFirst, 5 + 24, 6, 5 + 37, 5 + 21, kFirst + 1));
  EXPECT_THAT(encoded(model, "[SEP]", {.match_special = false}).ids,
              ElementsAre(kFirst, 5 + 36, 5 + 9, 5 + 31, kFirst + 1));
}

TEST(WordPiece, AddsSpecialTokensAndRows) {
  const WordPiece model(vocabulary_with({}));
  Tokens tokens;
  model.encode("a b", {}, tokens);
  model.encode("", {.add_special = false}, tokens);
  model.encode_pair("a", "b c", {}, tokens);
  model.encode_pair("", "b", {.add_special = false}, tokens);
  EXPECT_THAT(tokens.ids, ElementsAre(kBeginning, 5, 7, kSeparator, kBeginning, 5, kSeparator, 7, 9,
                                      kSeparator, 7));
  EXPECT_THAT(tokens.type_ids, ElementsAre(0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1));
  EXPECT_THAT(tokens.rows, ElementsAre(0, 4, 4, 10, 11));
  EXPECT_THAT(tokens.offsets,
              ElementsAre(TokenRange{0, 0}, TokenRange{0, 1}, TokenRange{2, 3}, TokenRange{0, 0},
                          TokenRange{0, 0}, TokenRange{0, 1}, TokenRange{0, 0}, TokenRange{0, 1},
                          TokenRange{2, 3}, TokenRange{0, 0}, TokenRange{0, 1}));
  tokens.clear();
  EXPECT_EQ(tokens.size(), 0u);
  EXPECT_THAT(tokens.rows, ElementsAre(0));
}

TEST(WordPiece, Truncates) {
  const WordPiece model(vocabulary_with({}));
  Tokens tokens;
  model.encode("a b c d", {.truncation = Truncation{4}}, tokens);
  model.encode_pair("a b c d", "e f", {.truncation = Truncation{6}}, tokens);
  model.encode_pair("a b c", "d e", {.truncation = Truncation{7, TruncationStrategy::only_first}},
                    tokens);
  EXPECT_THAT(tokens.ids, ElementsAre(2, 5, 7, 3, 2, 5, 7, 3, 13, 3, 2, 5, 7, 3, 11, 13, 3));
  EXPECT_THAT(tokens.type_ids, ElementsAre(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1));
  const Encoded before = of(tokens);
  EXPECT_THAT(refusal([&] {
                model.encode_pair("a", "b c d",
                                  {.truncation = Truncation{5, TruncationStrategy::only_first}},
                                  tokens);
              }),
              testing::HasSubstr("expected a first text of more than"));
  EXPECT_EQ(of(tokens), before);
  EXPECT_THAT(tokens.rows, ElementsAre(0, 4, 10, 17));
}

TEST(WordPiece, NeedsItsSpecialTokens) {
  EXPECT_EQ(refusal([] { vocabulary_of_lines("[PAD]\n[CLS]\n[SEP]\n"); }),
            "[vocabulary] expected a token [UNK], got none");
}

TEST(Vocabulary, IdsAreLineNumbers) {
  const Vocabulary found = vocabulary_of_lines("[SEP]\r\n[CLS] \t\n\n[UNK]\na\u3000\n[CLS]");
  std::vector<std::string> texts;
  for (const Vocabulary::Token& token : found.tokens) texts.push_back(token.text);
  EXPECT_THAT(texts, ElementsAre("[SEP]", "[CLS]", "", "[UNK]", "a", "[CLS]"));
  EXPECT_EQ(found.tokens[4].id, 4);
  EXPECT_EQ(found.separator, 0);
  EXPECT_EQ(found.beginning, 5);  // the last one is used
  EXPECT_EQ(found.unknown, 3);
}

// The tokens of ASCII text, by the simplest possible code.
Encoded plainly(const Vocabulary& vocabulary, const std::string& text) {
  const auto id_of = [&](const std::string& piece) {
    for (const Vocabulary::Token& token : vocabulary.tokens) {
      if (token.text == piece) return token.id;
    }
    return -1;
  };
  Encoded result;
  std::string word;
  std::vector<std::int32_t> places;
  const auto finish = [&] {
    if (word.empty()) return;
    Encoded pieces;
    for (std::size_t begin = 0, end = word.size(); begin < word.size(); end = word.size()) {
      const auto piece = [&] { return (begin > 0 ? "##" : "") + word.substr(begin, end - begin); };
      while (end > begin && id_of(piece()) < 0) --end;
      if (end == begin || word.size() > 100) {
        pieces = {{kUnknown}, {{places.front(), places.back() + 1}}};
        break;
      }
      pieces.ids.push_back(id_of(piece()));
      pieces.offsets.push_back({places[begin], places[end - 1] + 1});
      begin = end;
    }
    result.ids.insert(result.ids.end(), pieces.ids.begin(), pieces.ids.end());
    result.offsets.insert(result.offsets.end(), pieces.offsets.begin(), pieces.offsets.end());
    word.clear();
    places.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const bool is_space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_space && (c < 0x20 || c == 0x7F)) continue;  // deleted
    if (is_space || std::ispunct(c)) finish();
    if (is_space) continue;
    word += static_cast<char>(std::tolower(c));
    places.push_back(static_cast<std::int32_t>(i));
    if (std::ispunct(c)) finish();
  }
  finish();
  return result;
}

TEST(WordPiece, MatchesTheReferenceOnRandomAscii) {
  const Vocabulary vocabulary = vocabulary_of_lines(
      "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nab\nabcabc\nabcabcab\nabcabcabcabcabca\nb\nc\n##a\n"
      "##bc\n##bca\n##c\n##abcabcabc\n.\n,\n##b1\n1\n11\n-\nabcabcabcabcabcabcabcabc\n");
  const WordPiece model(vocabulary);
  std::mt19937_64 random(4);
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (std::size_t parts = random() % 12; parts > 0; --parts) {
      switch (random() % 8) {
        case 0:
          text += static_cast<char>(random() % 128);
          break;
        case 1:
          text += " .,-\t\n\x01\x7F"[random() % 8];
          break;
        case 2:
          text += std::string(random() % 120, 'a');
          break;
        default:
          for (std::size_t letters = random() % 20; letters > 0; --letters) {
            text += "abcABC1"[random() % 7];
          }
      }
    }
    ASSERT_EQ(encoded(model, text, {.match_special = false}), plainly(vocabulary, text))
        << test::shown(text);
  }
}

TEST(WordPiece, IsThreadSafe) {
  const WordPiece model(vocabulary_with({"caf"}));
  const std::string text = "Caf\u00E9 \uD55C\uAD6D, \u4E2D\u6587 abc\u0301 ";
  std::string long_text;
  for (int i = 0; i < 200; ++i) long_text += text;
  const Encoded expected = encoded(model, long_text);
  std::vector<Encoded> found(4);
  std::vector<std::thread> threads;
  for (Encoded& one : found) threads.emplace_back([&] { one = encoded(model, long_text); });
  for (std::thread& thread : threads) thread.join();
  for (const Encoded& one : found) EXPECT_EQ(one, expected);
}

// Strings that are hard to get right, with the tokens of tokenizers 0.23.3.
class HardStrings : public testing::Test {
 protected:
  void SetUp() override {
    for (const std::string& path : {vocabulary_, strings_}) {
      if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is missing";
    }
  }

  static Encoded expected(element record, const char* ids, const char* offsets) {
    Encoded tokens;
    for (const std::int64_t id : record[ids].get_array()) {
      tokens.ids.push_back(static_cast<std::int32_t>(id));
    }
    for (const element pair : record[offsets].get_array()) {
      tokens.offsets.push_back({static_cast<std::int32_t>(std::int64_t(pair.at(0))),
                                static_cast<std::int32_t>(std::int64_t(pair.at(1)))});
    }
    return tokens;
  }

  const std::string vocabulary_ = test::data_file("vocab/bert-uncased-vocab.txt");
  const std::string strings_ = test::data_file("reference/wordpiece/hard_strings.jsonl");
};

TEST_F(HardStrings, MatchTokenizers) {
  std::ifstream file(vocabulary_);
  const WordPiece model(vocabulary_of_lines(std::string{std::istreambuf_iterator<char>(file), {}}));
  simdjson::dom::parser parser;
  std::size_t strings = 0;
  for (const element record : parser.load_many(strings_)) {
    const std::string_view text = record["text"];
    EXPECT_EQ(encoded(model, text), expected(record, "ids", "offsets")) << test::shown(text);
    element split;
    if (record["ids_split_special"].get(split) == simdjson::SUCCESS) {
      EXPECT_EQ(encoded(model, text, {.match_special = false}),
                expected(record, "ids_split_special", "offsets_split_special"))
          << test::shown(text);
    }
    ++strings;
  }
  EXPECT_EQ(strings, 306u);
}

}  // namespace
}  // namespace spandrop
