// How a sequence is cut into spans, as users write it: sentence, word, every:8, regex:\S+\s*, ...
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
    every,     // so many characters or tokens
    regex,     // the matches of a pattern
    adaptive,  // what text and question share is one span, every other word its own
    field,     // the record says
  };

  SpanRule() = default;
  // Reads sentence, word, char, paragraph, every:K, regex:R, adaptive, adaptive:N, field or auto.
  // Throws std::invalid_argument with the list of rules.
  explicit SpanRule(std::string_view written);

  Kind kind() const { return kind_; }
  // The rule as it was written.
  const std::string& written() const { return written_; }

  // The spans of a text; `question` is only looked at by the adaptive rule. Not for Kind::field.
  Spans of_text(std::string_view text, std::string_view question = {}) const;
  // How many tokens a span has. Throws std::invalid_argument if the rule needs a text.
  std::size_t tokens_a_span() const;
  // The spans of a sequence of tokens. Throws std::invalid_argument if the rule needs a text.
  Spans of_tokens(std::size_t length) const;

 private:
  Kind kind_ = Kind::automatic;
  std::size_t count_ = 1;  // K of every:K, N of adaptive:N
  std::shared_ptr<const RegexSegmenter> regex_;
  std::string written_ = "auto";
};

}  // namespace spandrop
