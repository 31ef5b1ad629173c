#include "spandrop/tasks/sentences/sentence_draw.h"

#include <algorithm>

#include "spandrop/drop/view.h"

namespace spandrop {

SentenceDraw::SentenceDraw(std::size_t sentences, const std::vector<std::size_t>& facts,
                           const std::vector<std::size_t>& answers, const DropOptions& options)
    : options_(options),
      spans_(Spans::every(sentences, 1)),
      facts_(facts),
      never_drop_(protected_spans(sentences, facts, answers, options.protect)) {
  if (options.on_lost == OnLost::reject) {
    std::vector<Range> labels;
    for (const std::size_t fact : facts) labels.push_back({fact, fact + 1});
    keeps_labels_.emplace(spans_, labels, Ablation::drop);
  }
}

KeepMask SentenceDraw::draw(const ExampleId& id, std::uint64_t view, Summary& summary) const {
  return draw_view(options_, id, view, spans_.size(), never_drop_, keeps_labels_, summary);
}

std::optional<std::size_t> SentenceDraw::lost_fact(const KeepMask& mask) const {
  if (options_.on_lost != OnLost::error) return std::nullopt;
  const auto lost =
      std::find_if(facts_.begin(), facts_.end(), [&](std::size_t fact) { return !mask[fact]; });
  if (lost == facts_.end()) return std::nullopt;
  return *lost;
}

std::vector<std::size_t> new_numbers(const KeepMask& mask, std::size_t begin, std::size_t end) {
  std::vector<std::size_t> numbers;
  std::size_t next = 0;
  for (std::size_t i = begin; i < end; ++i) numbers.push_back(mask[i] ? next++ : kGone);
  return numbers;
}

void count_fate(std::size_t before, std::size_t now, Summary& summary) {
  const Fate fate = now == kGone ? Fate::gone : now == before ? Fate::kept : Fate::shifted;
  ++summary.fates[static_cast<std::size_t>(fate)];
  summary.annotations_removed += fate == Fate::gone;
}

void edit_numbers(const RawArray& places, const std::vector<std::size_t>& numbers,
                  const std::vector<std::size_t>& now, std::vector<Edit>& edits, Summary& summary) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t number = now[numbers[i]];
    count_fate(numbers[i], number, summary);
    if (number == kGone || number == numbers[i]) continue;
    edits.push_back({places.elements[i], std::to_string(number)});
  }
  remove_elements(places, [&](std::size_t i) { return now[numbers[i]] != kGone; }, edits);
}

}  // namespace spandrop
