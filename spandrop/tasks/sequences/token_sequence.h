// An example as a model reads it: one array of token ids, and everything else as positions in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spandrop/core/keep_mask.h"
#include "spandrop/core/range.h"
#include "spandrop/core/spans.h"
#include "spandrop/drop/drop_options.h"
#include "spandrop/text/tokens.h"
#include "spandrop/text/vocabulary.h"
#include "spandrop/text/wordpiece.h"

namespace spandrop {

// Positions and ranges refer to `ids`.
struct TokenSequence {
  std::string id;                    // the key of the draws
  std::vector<std::int32_t> ids;     // [CLS] question [SEP] context [SEP]
  Spans spans;                       // exclude the question and special tokens, which stay
  std::vector<std::size_t> support;  // the spans that are supporting facts, ascending
  std::vector<std::size_t> answers;  // the spans that touch an answer or another label, ascending

  // The spans that are never dropped.
  KeepMask protected_spans(Protect protect = Protect::annotations) const;
};

// WordPiece, and the ids of the special tokens around texts.
struct TextEncoder {
  explicit TextEncoder(const Vocabulary& vocabulary)
      : wordpiece(vocabulary), beginning(vocabulary.beginning), separator(vocabulary.separator) {}

  WordPiece wordpiece;
  std::int32_t beginning;  // [CLS]
  std::int32_t separator;  // [SEP]
};

// Builds the ids of a sequence, text by text.
class SequenceBuilder {
 public:
  // Starts with [CLS]. Both arguments must outlive this.
  SequenceBuilder(const TextEncoder& encoder, TokenSequence& sequence);

  // Appends the tokens of a text and returns where they are.
  Range add(std::string_view text);
  // Appends [SEP].
  void separate();
  // Adds a span of all tokens from `begin` on; there must be at least one.
  void add_span(std::size_t begin);
  // The tokens of the last text that cover a range of its bytes; none if no token does.
  std::optional<Range> tokens_of(Range bytes) const;
  // Gives the sequence the spans that were added.
  void finish();

 private:
  const TextEncoder& encoder_;
  TokenSequence& sequence_;
  Tokens tokens_;       // of the last text
  std::size_t at_ = 0;  // where it begins
  std::vector<Range> spans_;
};

// Adds the spans that hold an element of a range to an ascending list of spans.
void add_touched(const Spans& spans, Range range, std::vector<std::size_t>& list);

}  // namespace spandrop
