#include "spandrop/tasks/squad/sequence.h"

#include <optional>
#include <span>
#include <utility>

#include "spandrop/text/question_overlap.h"

namespace spandrop::squad {
namespace {

// Turns spans of a part of a sequence into spans of the whole sequence.
Spans placed(const Spans& spans, std::size_t begin, std::size_t length) {
  std::vector<Range> ranges(spans.ranges().begin(), spans.ranges().end());
  std::vector<std::uint32_t> owners;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    ranges[i] = {ranges[i].begin + begin, ranges[i].end + begin};
    owners.push_back(static_cast<std::uint32_t>(spans.owner(i)));
  }
  return Spans(length, std::move(ranges), std::move(owners));
}

}  // namespace

Sequence make_sequence(const Paragraph& paragraph, const Question& question,
                       const TextEncoder& encoder, const SequenceOptions& options) {
  Sequence sequence;
  sequence.id = question.id;
  SequenceBuilder builder(encoder, sequence);
  const Range question_at = builder.add(question.text);
  builder.separate();
  sequence.context = builder.add(paragraph.context);
  for (const Answer& answer : question.answers) {
    if (const std::optional<Range> tokens = builder.tokens_of(answer.bytes)) {
      sequence.answers_at.push_back(*tokens);
    }
  }
  builder.separate();

  const std::span<const std::int32_t> ids(sequence.ids);
  const auto question_ids = ids.subspan(question_at.begin, question_at.size());
  const auto context_ids = ids.subspan(sequence.context.begin, sequence.context.size());
  const Spans spans = options.span_size == 0 ? adaptive_spans(context_ids, question_ids, options.n)
                                             : Spans::every(context_ids.size(), options.span_size);
  sequence.spans = placed(spans, sequence.context.begin, ids.size());
  const std::vector<bool> shared = shared_tokens(context_ids, question_ids, options.n);
  for (std::size_t i = 0; i < shared.size(); ++i) {
    const std::size_t token = sequence.context.begin + i;
    if (shared[i]) add_touched(sequence.spans, {token, token + 1}, sequence.support);
  }
  for (const Range& answer : sequence.answers_at) {
    add_touched(sequence.spans, answer, sequence.answers);
  }
  return sequence;
}

}  // namespace spandrop::squad
