// Where the answer of a HotpotQA question is: the file gives only its text.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "spandrop/core/range.h"
#include "spandrop/tasks/hotpotqa/reader.h"

namespace spandrop::hotpotqa {

enum class AnswerKind { span, yes, no };

AnswerKind answer_kind(const Question& question);

struct AnswerPlace {
  std::size_t paragraph = 0;
  std::size_t sentence = 0;
  Range bytes;           // of the sentence
  bool in_fact = false;  // the sentence is a supporting fact
};

// The first place at or after `from` where the text has the answer as whole words: "ant" is not in
// "giant". std::string_view::npos if there is none.
std::size_t find_words(std::string_view text, std::string_view answer, std::size_t from = 0);

// The first occurrence of the answer, as whole words, inside a supporting fact of these paragraphs;
// if there is none, the first in any of their sentences. None for yes and no, or if the answer does
// not occur.
std::optional<AnswerPlace> find_answer(const Question& question,
                                       std::span<const std::size_t> paragraphs);
// The same in all paragraphs.
std::optional<AnswerPlace> find_answer(const Question& question);

}  // namespace spandrop::hotpotqa
