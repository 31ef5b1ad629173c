#include "spandrop/text/regex_segmenter.h"

#include <unicode/regex.h>
#include <unicode/utext.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace spandrop {
namespace {

// ICU counts its limit in ticks of this many steps.
constexpr std::size_t steps_per_tick = 10'000;
constexpr std::size_t free_steps = 10'000'000;
constexpr std::size_t steps_per_byte = 200;

// A UText over bytes that it does not own.
class ByteText {
 public:
  ByteText(std::string_view bytes, UErrorCode& status) {
    utext_openUTF8(&text_, bytes.data(), static_cast<std::int64_t>(bytes.size()), &status);
  }
  ByteText(const ByteText&) = delete;
  ByteText& operator=(const ByteText&) = delete;
  ~ByteText() { utext_close(&text_); }
  UText* get() { return &text_; }

 private:
  UText text_ = UTEXT_INITIALIZER;
};

void check_match(UErrorCode status) {
  if (status == U_REGEX_TIME_OUT || status == U_REGEX_STACK_OVERFLOW) {
    throw std::runtime_error(std::string("[RegexSegmenter] the pattern takes too ") +
                             (status == U_REGEX_TIME_OUT ? "many steps" : "much memory") +
                             " on this text");
  }
  if (U_FAILURE(status)) {
    throw std::runtime_error(std::string("[RegexSegmenter] ICU error ") + u_errorName(status));
  }
}

}  // namespace

struct RegexSegmenter::Pattern {
  std::unique_ptr<const icu::RegexPattern> compiled;
};

RegexSegmenter::RegexSegmenter(std::string_view pattern) {
  UErrorCode status = U_ZERO_ERROR;
  UParseError place{};
  ByteText text(pattern, status);
  std::unique_ptr<const icu::RegexPattern> compiled(
      icu::RegexPattern::compile(text.get(), 0, place, status));
  if (U_FAILURE(status)) {
    throw std::invalid_argument("[RegexSegmenter] expected a regular expression, got " +
                                std::string(pattern) + ": " + u_errorName(status) + " at line " +
                                std::to_string(place.line) + ", character " +
                                std::to_string(place.offset));
  }
  pattern_ = std::make_shared<const Pattern>(Pattern{std::move(compiled)});
}

Spans RegexSegmenter::segment(std::string_view text) const {
  UErrorCode status = U_ZERO_ERROR;
  // A pattern may be shared; a matcher holds the state of one search.
  const std::unique_ptr<icu::RegexMatcher> matcher(pattern_->compiled->matcher(status));
  check_match(status);
  ByteText bytes(text, status);
  check_match(status);
  matcher->reset(bytes.get());
  const std::size_t ticks = (free_steps + steps_per_byte * text.size()) / steps_per_tick;
  matcher->setTimeLimit(static_cast<std::int32_t>(
                            std::min<std::size_t>(ticks, std::numeric_limits<std::int32_t>::max())),
                        status);
  check_match(status);

  std::vector<Range> ranges;
  while (matcher->find(status)) {
    const Range range{static_cast<std::size_t>(matcher->start64(status)),
                      static_cast<std::size_t>(matcher->end64(status))};
    if (!range.empty()) ranges.push_back(range);
  }
  check_match(status);
  return Spans(text.size(), std::move(ranges));
}

}  // namespace spandrop
