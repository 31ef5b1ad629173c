// The spans and positions of one text after another, found once for texts that repeat.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "spandrop/core/spans.h"
#include "spandrop/text/span_rule.h"
#include "spandrop/text/units.h"

namespace spandrop {

// Questions on one text follow one another in most corpora: what was found in a text is kept until
// another is read.
class LastText {
 public:
  // `rule` must outlive this.
  LastText(const SpanRule& rule, Unit unit) : rule_(rule), unit_(unit) {}
  LastText(const LastText&) = delete;  // the index looks into the text
  LastText& operator=(const LastText&) = delete;

  // Valid UTF-8. A long text must outlive the calls below; of a short one there is a copy.
  void read(std::string_view text);

  const UnitIndex& index() const { return *index_; }
  // By the rule, which is not Kind::field.
  const Spans& spans(std::string_view question);

 private:
  static constexpr std::size_t kLongest = 1 << 16;  // of which a copy is made

  const SpanRule& rule_;
  Unit unit_;
  std::string copy_;  // of the last text that was short
  bool is_copied_ = false;
  std::optional<UnitIndex> index_;
  Spans spans_;
  bool has_spans_ = false;  // that hang on the text alone
};

}  // namespace spandrop
