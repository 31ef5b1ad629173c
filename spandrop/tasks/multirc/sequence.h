// MultiRC's questions as token sequences: [CLS] question [SEP] answer [SEP] ... sentence [SEP] ...
#pragma once

#include <vector>

#include "spandrop/tasks/multirc/reader.h"
#include "spandrop/tasks/sequences/token_sequence.h"

namespace spandrop::multirc {

struct Sequence : TokenSequence {
  std::vector<Range> candidates;  // tokens of each candidate answer
  std::vector<bool> is_right;     // whether each candidate is right
};

// A sentence with the [SEP] after it is a span; those that the question needs are the support.
Sequence make_sequence(const Paragraph& paragraph, const Question& question,
                       const TextEncoder& encoder);

}  // namespace spandrop::multirc
