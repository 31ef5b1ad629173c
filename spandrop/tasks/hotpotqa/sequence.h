// HotpotQA's questions as token sequences: [CLS] question [SEP] sentence [SEP] sentence [SEP] ...
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "spandrop/tasks/hotpotqa/answer_place.h"
#include "spandrop/tasks/hotpotqa/reader.h"
#include "spandrop/tasks/sequences/token_sequence.h"

namespace spandrop::hotpotqa {

// Numbers of at most `count` paragraphs, ascending: those with supporting facts, then the first
// others. The paper uses four, chosen by a retriever that is not available.
std::vector<std::size_t> select_paragraphs(const Question& question, std::size_t count = 4);

struct Sequence : TokenSequence {
  AnswerKind kind = AnswerKind::span;
  std::optional<Range> answer;          // tokens; none for yes and no, or if it is not in the text
  std::vector<std::size_t> paragraphs;  // the paragraph of each span
};

// A sentence with the [SEP] after it is a span. The answer is its first occurrence inside the
// supporting facts of these paragraphs.
Sequence make_sequence(const Question& question, const std::vector<std::size_t>& paragraphs,
                       const TextEncoder& encoder);

}  // namespace spandrop::hotpotqa
