#include "spandrop/text/cached_text.h"

namespace spandrop {

void CachedText::read(std::string_view text) {
  if (is_copied_ && text == copy_) return;
  is_copied_ = false;  // in case the code below throws
  rule_ = nullptr;
  const bool is_short = text.size() <= kLongest;
  if (is_short) copy_ = text;
  units_.emplace(is_short ? copy_ : text, unit_);
  is_copied_ = is_short;
}

const Spans& CachedText::spans(const SpanRule& rule, std::string_view question) {
  if (rule_ == &rule) return spans_;
  rule_ = nullptr;
  spans_ = rule.of_text(units_->text(), question);
  if (rule.kind() != SpanRule::Kind::adaptive) rule_ = &rule;
  return spans_;
}

}  // namespace spandrop
