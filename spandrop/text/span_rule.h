// How a sequence is split into spans, in the notation of users: sentence, word, every:8,
// regex:\S+\s*, ...
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "spandrop/core/spans.h"
#include "spandrop/text/regex_segmenter.h"

namespace spandrop {

class SpanRule {
 public:
  enum class Kind {
    automatic,  // sentences of a text, single tokens
    sentence,
    word,
    character,  // grapheme clusters
    paragraph,
    every,     // every K characters or tokens
    regex,     // the matches of a pattern
    adaptive,  // one span for what text and question share, one per other word
    field,     // listed in the record
  };

  SpanRule() = default;
  // Reads sentence, word, char, paragraph, every:K, regex:R, adaptive, adaptive:N, field or auto.
  // Anything else throws std::invalid_argument with the list of rules.
  explicit SpanRule(std::string_view written);

  Kind kind() const { return kind_; }
  // The rule as it was written.
  const std::string& written() const { return written_; }

  // The spans of a text. Only the adaptive rule uses `question`. Not for Kind::field.
  Spans of_text(std::string_view text, std::string_view question = {}) const;
  // The number of tokens per span. Throws std::invalid_argument if the rule needs a text.
  std::size_t tokens_per_span() const;
  // The spans of a sequence of tokens. Throws std::invalid_argument if the rule needs a text.
  Spans of_tokens(std::size_t length) const;

 private:
  Kind kind_ = Kind::automatic;
  std::size_t count_ = 1;  // K of every:K, N of adaptive:N
  std::shared_ptr<const RegexSegmenter> regex_;
  std::string written_ = "auto";
};

}  // namespace spandrop
