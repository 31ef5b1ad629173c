#include "spandrop/text/span_rule.h"

#include <charconv>
#include <stdexcept>
#include <string>
#include <utility>

#include "spandrop/text/question_overlap.h"
#include "spandrop/text/segment.h"

namespace spandrop {
namespace {

[[noreturn]] void refuse(std::string_view written) {
  throw std::invalid_argument(
      "[spans] expected sentence, word, char, paragraph, every:K, regex:R, adaptive, adaptive:N or "
      "field, got " +
      std::string(written));
}

std::size_t count_in(std::string_view digits, std::size_t least, std::string_view written) {
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (error != std::errc() || end != digits.data() + digits.size() || count < least) {
    throw std::invalid_argument(
        std::string("[spans] expected ") +
        (written.starts_with("every") ? "every:K with a number K" : "adaptive:N with a number N") +
        " of at least " + std::to_string(least) + ", got " + std::string(written));
  }
  return count;
}

}  // namespace

SpanRule::SpanRule(std::string_view written) : written_(written) {
  const std::size_t colon = written.find(':');
  const std::string_view name = written.substr(0, colon);
  const bool has_argument = colon != std::string_view::npos;
  const std::string_view argument = has_argument ? written.substr(colon + 1) : std::string_view();
  if (has_argument && name == "every") {
    kind_ = Kind::every;
    count_ = count_in(argument, 1, written);
    return;
  }
  if (has_argument && name == "regex") {
    if (argument.empty()) refuse(written);  // an empty pattern matches nothing to drop
    kind_ = Kind::regex;
    regex_ = std::make_shared<const RegexSegmenter>(argument);
    return;
  }
  if (name == "adaptive") {
    kind_ = Kind::adaptive;
    count_ = has_argument ? count_in(argument, 2, written) : 2;
    return;
  }
  constexpr std::pair<std::string_view, Kind> kinds[] = {
      {"auto", Kind::automatic}, {"sentence", Kind::sentence},   {"word", Kind::word},
      {"char", Kind::character}, {"paragraph", Kind::paragraph}, {"field", Kind::field},
  };
  for (const auto& [known, kind] : kinds) {
    if (written == known) {
      kind_ = kind;
      return;
    }
  }
  refuse(written);
}

Spans SpanRule::of_text(std::string_view text, std::string_view question) const {
  switch (kind_) {
    case Kind::automatic:
    case Kind::sentence:
      return sentences(text);
    case Kind::word:
      return words(text);
    case Kind::character:
      return characters(text);
    case Kind::paragraph:
      return paragraphs(text);
    case Kind::every:
      return characters_every(text, count_);
    case Kind::regex:
      return regex_->segment(text);
    case Kind::adaptive:
      return adaptive_spans(text, question, count_);
    case Kind::field:
      break;
  }
  throw std::invalid_argument("[spans] expected a rule for texts, got " + written_);
}

std::size_t SpanRule::tokens_per_span() const {
  if (kind_ == Kind::automatic || kind_ == Kind::every) return count_;
  if (kind_ == Kind::field) throw std::invalid_argument("[spans] expected spans, got none");
  throw std::invalid_argument("[spans] expected spans every:K or field for tokens, got " +
                              written_);
}

Spans SpanRule::of_tokens(std::size_t length) const {
  return Spans::every(length, tokens_per_span());
}

}  // namespace spandrop
