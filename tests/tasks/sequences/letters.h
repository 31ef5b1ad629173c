// Sequences of single letters, so that tests can read what tokens spell.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>

#include "spandrop/io/files/vocabulary_file.h"
#include "spandrop/tasks/files/read_options.h"
#include "spandrop/tasks/sequences/token_sequence.h"
#include "tests/tasks/dataset_files.h"

namespace spandrop::test {

inline constexpr std::int32_t kBeginning = 1, kSeparator = 2;

// One token per letter, so that an id determines its token's text.
inline Vocabulary letters() {
  std::string lines = "[UNK]\n[CLS]\n[SEP]\n";
  for (const char* before : {"", "##"}) {
    for (char c = '!'; c <= '~'; ++c) {
      if (c < 'A' || c > 'Z') lines += before + std::string(1, c) + "\n";
    }
  }
  return vocabulary_of_lines(lines);
}

inline const TextEncoder& encoder() {
  static const TextEncoder made(letters());
  return made;
}

// The text of tokens: lower case, words separated by spaces.
inline std::string spelled(std::span<const std::int32_t> ids) {
  static const Vocabulary vocabulary = letters();
  std::string text;
  for (const std::int32_t id : ids) {
    const std::string& token = vocabulary.tokens[static_cast<std::size_t>(id)].text;
    if (token.starts_with("##") && token.size() > 2) {
      text += token.substr(2);
    } else {
      text += (text.empty() ? "" : " ") + token;
    }
  }
  return text;
}

inline std::string spelled(const TokenSequence& sequence, Range range) {
  return spelled(std::span(sequence.ids).subspan(range.begin, range.size()));
}

inline std::string span_text(const TokenSequence& sequence, std::size_t span) {
  return spelled(sequence, sequence.spans.ranges()[span]);
}

template <class Read>
auto example(Read read, const char* name) {
  auto dataset = read(example_file(name).text(), ReadOptions{});
  EXPECT_TRUE(dataset);
  return *dataset;
}

}  // namespace spandrop::test
