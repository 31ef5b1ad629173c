#include "spandrop/text/last_text.h"

namespace spandrop {

void LastText::read(std::string_view text) {
  if (is_copied_ && text == copy_) return;
  is_copied_ = has_spans_ = false;  // in case the code below throws
  const bool is_short = text.size() <= kLongest;
  if (is_short) copy_ = text;
  units_.emplace(is_short ? copy_ : text, unit_);
  is_copied_ = is_short;
}

const Spans& LastText::spans(const SpanRule& rule, std::string_view question) {
  if (has_spans_) return spans_;
  spans_ = rule.of_text(units_->text(), question);
  has_spans_ = rule.kind() != SpanRule::Kind::adaptive;
  return spans_;
}

}  // namespace spandrop
