// Tests each part of the tokeniser against a slow, obvious version.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <cctype>
#include <map>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "spandrop/text/ascii_word.h"
#include "spandrop/text/bert_character.h"
#include "spandrop/text/piece_trie.h"
#include "spandrop/text/special_tokens.h"
#include "spandrop/text/truncation.h"
#include "spandrop/text/word_table.h"
#include "tests/core/refusal.h"
#include "tests/source_directory.h"

namespace spandrop {
namespace {

TEST(AsciiWord, IsThePrefixOfLettersAndDigits) {
  std::mt19937_64 random(1);
  constexpr std::string_view likely = "aZz09AMq@[`{/:";
  for (int i = 0; i < 200'000; ++i) {
    std::string text(random() % 12, '\0');
    for (char& byte : text) {
      byte = random() % 4 ? likely[random() % likely.size()] : static_cast<char>(random());
    }
    std::string expected;
    for (const char byte : text.substr(0, 8)) {
      const auto c = static_cast<unsigned char>(byte);
      if (c >= 0x80 || !std::isalnum(c)) break;
      expected += static_cast<char>(std::tolower(c));
    }
    const WordBytes found = word_bytes(eight_bytes_at(text, 0));
    ASSERT_EQ(found.size, expected.size()) << text;
    ASSERT_EQ(found.bytes, eight_bytes_at(expected, 0)) << text;
  }
}

// Words of few letters, so that many share a prefix.
std::string random_word(std::mt19937_64& random, std::size_t longest) {
  std::string word;
  for (std::size_t size = 1 + random() % longest; size > 0; --size) {
    word += static_cast<char>(random() % 8 ? 'a' + random() % 3 : random());
  }
  return word;
}

TEST(PieceTrie, FindsTheLongestPiece) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 30; ++round) {
    std::map<std::string, std::int32_t> starts, insides;
    std::vector<Vocabulary::Token> tokens;
    for (std::int32_t id = 0; id < 200; ++id) {
      const std::string word = random_word(random, 6);
      if (word.starts_with('#')) continue;
      const bool is_inside = random() % 2;
      tokens.push_back({(is_inside ? "##" : "") + word, id});
      (is_inside ? insides : starts)[word] = id;  // the last one is used
    }
    const PieceTrie trie(tokens);
    for (int i = 0; i < 2'000; ++i) {
      const std::string text = random_word(random, 9);
      for (const bool is_inside : {false, true}) {
        const auto& pieces = is_inside ? insides : starts;
        PieceTrie::Match expected;
        for (std::size_t size = 1; size <= text.size(); ++size) {
          const auto found = pieces.find(text.substr(0, size));
          if (found != pieces.end()) expected = {found->second, size};
        }
        const PieceTrie::Match found = trie.longest(text, is_inside);
        ASSERT_EQ(found.size, expected.size) << text;
        ASSERT_EQ(found.id, expected.id) << text;
      }
    }
  }
}

TEST(PieceTrie, MayBeEmpty) {
  const PieceTrie trie({{"", 0}, {"##", 1}, {std::string(5000, 'a'), 2}});
  for (int byte = 0; byte < 256; ++byte) {
    EXPECT_EQ(trie.longest(std::string(3, static_cast<char>(byte)), false).size, 0u);
    EXPECT_EQ(trie.longest(std::string(3, static_cast<char>(byte)), true).size, 0u);
  }
}

TEST(WordTable, HoldsPlainWordsOfUpTo16Bytes) {
  std::mt19937_64 random(3);
  std::vector<Vocabulary::Token> tokens;
  std::map<std::string, std::int32_t> words;
  for (std::int32_t id = 0; id < 5'000; ++id) {
    std::string word;
    for (std::size_t size = 1 + random() % 18; size > 0; --size) {
      word += "abcdefgh0123"[random() % 12];
    }
    tokens.push_back({word, id});
    if (word.size() <= 16) words[word] = id;
    tokens.push_back({word.substr(0, 3) + "-" + word, id});  // not plain
  }
  const WordTable table(tokens);
  const auto find = [&](const std::string& word) {
    return table.find(eight_bytes_at(word, 0), eight_bytes_at(word, 8));
  };
  for (const auto& [word, id] : words) {
    ASSERT_EQ(find(word), id) << word;
    const std::string other = word.substr(0, 15) + "z";
    ASSERT_EQ(find(other), WordTable::kNone) << other;
  }
  EXPECT_EQ(WordTable({}).find(97, 0), WordTable::kNone);
}

TEST(SpecialTokens, FindsTheFirstAndThenTheLongest) {
  const SpecialTokens tokens({{"[A", 1}, {"[A]", 2}, {"<\u00E9>", 3}});
  const auto found = tokens.find("x[B[A]<\u00E9>[A", 0);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->id, 2);
  EXPECT_EQ(found->range, (Range{3, 6}));
  EXPECT_EQ(tokens.find("x[B[A]<\u00E9>[A", 4)->id, 3);
  EXPECT_EQ(tokens.find("x[B[A]<\u00E9>[A", 7)->id, 1);
  EXPECT_FALSE(tokens.find("x[B[A]<\u00E9>[A", 11));
  EXPECT_FALSE(tokens.find("", 0));
  EXPECT_FALSE(SpecialTokens({}).find("[A]", 0));
  EXPECT_EQ(refusal([] { SpecialTokens({{"", 1}}); }),
            "[SpecialTokens] expected non-empty special tokens, got an empty one");
}

// Removes one token at a time from the longer text; if they are equal, from the one that was
// shorter.
KeptTokens one_by_one(std::size_t first, std::size_t second, std::size_t room) {
  const bool first_was_longer = first > second;
  while (first + second > room) {
    const bool cut_first = first == second ? !first_was_longer : first > second;
    --(cut_first ? first : second);
  }
  return {first, second};
}

TEST(Truncation, LongestFirstMatchesRemovingOneByOne) {
  for (std::size_t first = 0; first < 9; ++first) {
    for (std::size_t second = 0; second < 9; ++second) {
      for (std::size_t room = 0; room < 20; ++room) {
        const KeptTokens expected = one_by_one(first, second, room);
        const KeptTokens kept = kept_tokens(first, second, 3, {.max_length = room + 3});
        EXPECT_EQ(kept.first, expected.first) << first << " " << second << " " << room;
        EXPECT_EQ(kept.second, expected.second) << first << " " << second << " " << room;
      }
    }
  }
}

// tests/data/wordpiece_truncation.py describes the rows.
TEST(Truncation, MatchesTokenizers) {
  using simdjson::dom::element;
  const std::map<std::string_view, TruncationStrategy> strategies = {
      {"longest_first", TruncationStrategy::longest_first},
      {"only_first", TruncationStrategy::only_first},
      {"only_second", TruncationStrategy::only_second}};
  simdjson::dom::parser parser;
  std::size_t rows = 0;
  const std::string file = test::source_directory() + "/tests/data/wordpiece_truncation.json";
  for (const element row : parser.load(file).get_array()) {
    const auto number = [](element value) { return std::size_t{std::uint64_t{value}}; };
    const std::size_t first = number(row.at(1));
    const auto second = row.at(2).is_null() ? std::nullopt : std::optional(number(row.at(2)));
    const Truncation truncation{number(row.at(3)), strategies.at(row.at(0))};
    std::string found = "null";
    try {
      const KeptTokens kept = kept_tokens(first, second, second ? 3 : 2, truncation);
      found = "[" + std::to_string(kept.first) + "," + std::to_string(kept.second) + "]";
    } catch (const std::invalid_argument&) {
    }
    EXPECT_EQ(found, simdjson::minify(element(row.at(4)))) << simdjson::minify(row);
    ++rows;
  }
  EXPECT_GT(rows, 700u);
}

TEST(Truncation, OfOneTextOnly) {
  using enum TruncationStrategy;
  const auto kept = [](std::optional<std::size_t> second, std::size_t most,
                       TruncationStrategy strategy) {
    const KeptTokens of = kept_tokens(5, second, second ? 3 : 2, {most, strategy});
    return std::pair(of.first, of.second);
  };
  EXPECT_EQ(kept(4, 10, only_first), std::pair(std::size_t{3}, std::size_t{4}));
  EXPECT_EQ(kept(4, 10, only_second), std::pair(std::size_t{5}, std::size_t{2}));
  EXPECT_EQ(kept(4, 12, only_second), std::pair(std::size_t{5}, std::size_t{4}));
  EXPECT_EQ(kept({}, 4, only_first), std::pair(std::size_t{2}, std::size_t{0}));
  EXPECT_EQ(kept({}, 4, longest_first), std::pair(std::size_t{2}, std::size_t{0}));
  EXPECT_EQ(kept({}, 7, only_second), std::pair(std::size_t{5}, std::size_t{0}));
  EXPECT_EQ(kept(4, 3, only_second), std::pair(std::size_t{0}, std::size_t{0}));
  EXPECT_EQ(refusal([&] { kept(4, 7, only_first); }),
            "[truncation] expected a first text of more than 5 tokens, got 5");
  EXPECT_EQ(refusal([&] { kept(4, 8, only_second); }),
            "[truncation] expected a second text of more than 4 tokens, got 4");
  EXPECT_EQ(refusal([&] { kept({}, 4, only_second); }),
            "[truncation] expected a second text to cut 3 tokens from, got none");
  EXPECT_EQ(refusal([&] { kept(4, 2, longest_first); }),
            "[truncation] expected max_length of at least 3, the number of added tokens, got 2");
}

// The tokeniser reserves one token per byte, so a text must not have more tokens than bytes.
TEST(BertCharacter, BecomesNoMoreCharactersThanItHasBytes) {
  std::array<char32_t, kLongestDecomposition> parts;
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    const BertCharacter facts = bert_character(c);
    if (!facts.decomposes) continue;
    std::size_t kept = 0;
    const std::size_t size = decomposition_of(c, parts);
    for (std::size_t i = 0; i < size; ++i) {
      ASSERT_FALSE(bert_character(parts[i]).decomposes);
      kept += !bert_character(parts[i]).is_accent;
    }
    ASSERT_LE(kept, c < 0x800 ? 2u : c < 0x10000 ? 3u : 4u) << static_cast<std::uint32_t>(c);
  }
}

TEST(BertCharacter, HasTheCategoriesOfUnicode8) {
  EXPECT_TRUE(bert_character(0x0301).is_accent);
  EXPECT_FALSE(bert_character(0x1ABF).is_accent);       // since Unicode 13
  EXPECT_TRUE(bert_character(0x2E42).is_punctuation);   // since 7
  EXPECT_FALSE(bert_character(0x2E43).is_punctuation);  // since 9
  EXPECT_TRUE(bert_character(0x166D).is_punctuation);   // until 11
  EXPECT_TRUE(bert_character(0x1734).is_accent);        // until 13
  EXPECT_FALSE(bert_character(0x1885).is_accent);       // since 9
  EXPECT_TRUE(bert_character(0xE000).is_deleted);
  EXPECT_FALSE(bert_character(0x0378).is_deleted);   // unassigned
  EXPECT_FALSE(bert_character(0x11938).decomposes);  // since 13
}

}  // namespace
}  // namespace spandrop
