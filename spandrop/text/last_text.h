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
class LastText {
 public:
  explicit LastText(Unit unit) : unit_(unit) {}
  LastText(const LastText&) = delete;  // the index refers to the text
  LastText& operator=(const LastText&) = delete;

  // Reads valid UTF-8. A short text is copied; a long one must outlive the calls below.
  void read(std::string_view text);

  const UnitIndex& units() const { return *units_; }
  // The spans by a rule, which must be the same object in every call and not Kind::field.
  const Spans& spans(const SpanRule& rule, std::string_view question);

 private:
  static constexpr std::size_t kLongest = 1 << 16;  // text that is copied

  Unit unit_;
  std::string copy_;  // of the last short text
  bool is_copied_ = false;
  std::optional<UnitIndex> units_;
  Spans spans_;
  bool has_spans_ = false;  // that do not depend on a question
};

}  // namespace spandrop
