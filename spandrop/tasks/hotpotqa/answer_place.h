// Where the answer of a HotpotQA question is: the file gives only its text.
#pragma once

#include <cstddef>
#include <optional>

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

// The first occurrence of the answer inside a supporting fact, in the order of the paragraphs; if
// there is none, the first in any sentence; none for yes and no, or if the answer does not occur.
std::optional<AnswerPlace> find_answer(const Question& question);

}  // namespace spandrop::hotpotqa
