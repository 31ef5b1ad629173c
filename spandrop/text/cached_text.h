// Caches the positions and spans of the last text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "spandrop/core/spans.h"
#include "spandrop/text/span_rule.h"
#include "spandrop/text/units.h"

namespace spandrop {

// Keeps the results for a text until another text is read. In most corpora, questions about the
// same text are consecutive.
class CachedText {
 public:
  explicit CachedText(Unit unit) : unit_(unit) {}
  CachedText(const CachedText&) = delete;  // the index refers to the text
  CachedText& operator=(const CachedText&) = delete;

  // Reads valid UTF-8. A short text is copied; a long one must outlive the calls below.
  void read(std::string_view text);

  const UnitIndex& units() const { return *units_; }
  // The spans by a rule other than Kind::field. They are cached for the same rule object.
  const Spans& spans(const SpanRule& rule, std::string_view question);

 private:
  static constexpr std::size_t kLongest = 1 << 16;  // text that is copied

  Unit unit_;
  std::string copy_;  // of the last short text
  bool is_copied_ = false;
  std::optional<UnitIndex> units_;
  Spans spans_;
  const SpanRule* rule_ = nullptr;  // that made the spans, if they do not depend on a question
};

}  // namespace spandrop
