#include "spandrop/tasks/multirc/sequence.h"

#include <string_view>

namespace spandrop::multirc {

Sequence make_sequence(const Paragraph& paragraph, const Question& question,
                       const TextEncoder& encoder) {
  Sequence sequence;
  sequence.id = paragraph.id + "#q" + question.index;
  SequenceBuilder builder(encoder, sequence);
  builder.add(question.text);
  builder.separate();
  for (const Answer& answer : question.answers) {
    sequence.candidates.push_back(builder.add(answer.text));
    sequence.is_right.push_back(answer.is_right);
    builder.separate();
  }
  const std::string_view text = paragraph.text;
  for (const Sentence& sentence : paragraph.sentences) {
    const Range tokens = builder.add(text.substr(sentence.text.begin, sentence.text.size()));
    builder.separate();
    builder.add_span(tokens.begin);
  }
  builder.finish();
  for (const std::size_t sentence : question.sentences) {
    add_touched(sequence.spans, sequence.spans.ranges()[sentence], sequence.support);
  }
  return sequence;
}

}  // namespace spandrop::multirc
