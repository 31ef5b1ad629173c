#include "spandrop/drop/sequence_dropper.h"

#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

#include "spandrop/base/message_text.h"
#include "spandrop/drop/joined_spans.h"

namespace spandrop {

SequenceDropper::SequenceDropper(DropOptions options)
    : options_(std::move(options)), text_mask_problem_(mask_problem_of_texts(options_)) {
  check(options_);
}

void SequenceDropper::cut(const Sequence& sequence) {
  spans_ = &own_spans_;
  if (options_.spans.kind() == SpanRule::Kind::field) {
    if (!sequence.spans) throw std::invalid_argument("expected spans, got none");
    own_spans_ = Spans(units_ ? units_->text().size() : sequence.length, *sequence.spans);
  } else if (sequence.text) {
    spans_ = &sequence.text->spans(options_.spans, sequence.question);
  } else {
    own_spans_ = options_.spans.of_tokens(sequence.length);
  }
  if (!sequence.groups.empty()) own_spans_ = joined_spans(*spans_, sequence.groups);
}

tl::expected<void, SequenceDropper::Problem> SequenceDropper::prepare(const Sequence& sequence) {
  if (sequence.text && text_mask_problem_) {
    return tl::make_unexpected(Problem{false, *text_mask_problem_});
  }
  view_.reset();
  id_ = sequence.id;
  units_ = sequence.text ? &sequence.text->units() : nullptr;
  try {
    cut(sequence);
  } catch (const std::bad_alloc&) {
    throw;                                 // not a problem of this sequence
  } catch (const std::exception& error) {  // the rule does not work for this sequence
    return tl::make_unexpected(
        Problem{options_.spans.kind() == SpanRule::Kind::field, without_function(error.what())});
  }
  never_drop_ = protected_spans(*spans_, sequence.never_drop, sequence.labels, options_.protect);
  keeps_labels_.reset();
  if (options_.on_lost == OnLost::reject) {
    keeps_labels_.emplace(*spans_, sequence.labels, options_.ablation());
  }
  return {};
}

View& SequenceDropper::draw(std::uint64_t view, Summary& summary) {
  KeepMask keep =
      draw_view(options_, id_, view, spans_->size(), never_drop_, keeps_labels_, summary);
  return view_.emplace(*spans_, units_, std::move(keep), options_);
}

}  // namespace spandrop
