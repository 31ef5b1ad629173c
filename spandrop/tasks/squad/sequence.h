// SQuAD's questions as token sequences: [CLS] question [SEP] paragraph [SEP].
#pragma once

#include <cstddef>
#include <vector>

#include "spandrop/tasks/sequences/token_sequence.h"
#include "spandrop/tasks/squad/reader.h"

namespace spandrop::squad {

struct SequenceOptions {
  // Tokens of the paragraph in each span; 0 for adaptive spans: all tokens in an n-gram of the
  // question form one span, and every other token is its own span.
  std::size_t span_size = 1;
  // The n of these n-grams; the paper uses bigrams for supporting facts.
  std::size_t n = 2;
};

struct Sequence : TokenSequence {
  Range context;                  // tokens of the paragraph
  std::vector<Range> answers_at;  // tokens of each answer that has any, in the order of the file
};

// Supporting facts are the spans with a token in an n-gram of the question, the paper's estimate.
Sequence make_sequence(const Paragraph& paragraph, const Question& question,
                       const TextEncoder& encoder, const SequenceOptions& options = {});

}  // namespace spandrop::squad
