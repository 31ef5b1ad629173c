#include "spandrop/verify/sentence_check.h"

#include <algorithm>
#include <memory>
#include <span>

#include "spandrop/verify/label_guide.h"
#include "spandrop/verify/sequence_check.h"

namespace spandrop {
namespace {

class SentencePair : public SequencePair {
 public:
  explicit SentencePair(const SentenceSearch& search) : search_(search) {}

  std::size_t new_size() const override { return search_.after.size(); }
  bool is_kept_at(Range old, std::size_t now) const override {
    return std::equal(search_.before.begin() + static_cast<std::ptrdiff_t>(old.begin),
                      search_.before.begin() + static_cast<std::ptrdiff_t>(old.end),
                      search_.after.begin() + static_cast<std::ptrdiff_t>(now));
  }
  std::optional<std::size_t> mask_at(const OldPart&, std::size_t) const override { return 0; }

 private:
  const SentenceSearch& search_;
};

SentenceNumbers numbers_of(std::span<const NewPart> parts) {
  SentenceNumbers numbers;
  for (const NewPart& part : parts) {
    numbers.push_back(part.kept ? part.begin : kDropped);
  }
  return numbers;
}

}  // namespace

std::optional<SentenceNumbers> find_sentences(
    DatasetCheck& check, const std::string& id, const SentenceSearch& search,
    const std::function<bool(const SentenceNumbers&)>& is_right) {
  const Spans spans = Spans::every(search.before.size(), 1);
  OldParts parts{parts_of(spans), spans.size(), spans.length()};
  if (check.options.protect != Protect::none) {
    for (const std::size_t sentence : search.needed) parts.protect({sentence, sentence + 1});
  }
  const SentencePair pair(search);
  LabelHints hints;
  hints.pins = [&](std::size_t attempt) -> std::optional<std::vector<Pin>> {
    if (attempt > 0) return std::nullopt;
    std::vector<Pin> pins;
    for (const SentencePin& pin : search.pins) {
      pins.push_back({pin.old, pin.now});
      pins.push_back({pin.old + 1, pin.now + 1});
    }
    std::sort(pins.begin(), pins.end(), [](const Pin& a, const Pin& b) {
      return std::pair(a.old, a.now) < std::pair(b.old, b.now);
    });
    return pins;
  };
  hints.is_right = [&](const Alignment& found) { return is_right(numbers_of(found.search.parts)); };
  hints.guide = [&] {
    return std::make_unique<LabelGuide>(
        parts,
        [&](std::span<const NewPart> placed) {
          return PlaceFinder(parts.list, placed, Leaves::nothing, nullptr);
        },
        [&](std::span<const NewPart> placed) { return is_right(numbers_of(placed)); });
  };
  const Alignment alignment = find_best(parts, pair, Leaves::nothing, hints);
  if (!alignment.search.found) {
    OldParts free{parts_of(spans), spans.size(), spans.length()};
    const bool is_protected = find_alignment(free, pair).search.found;
    check.add(
        id, search.path,
        is_protected
            ? "expected every protected sentence, got a view without one (use --protect none "
              "if that is right)"
            : "expected the original without some of its sentences, got another sentence at " +
                  std::to_string(alignment.search.explained));
    return std::nullopt;
  }
  count_drops(parts, alignment, search.after.size(), check.problems.report.counts);
  return numbers_of(alignment.search.parts);
}

std::vector<std::size_t> renumbered(const std::vector<std::size_t>& old,
                                    const SentenceNumbers& numbers) {
  std::vector<std::size_t> now;
  for (const std::size_t sentence : old) {
    if (numbers[sentence] != kDropped) now.push_back(numbers[sentence]);
  }
  return now;
}

bool count_label(DatasetCheck& check, const std::string& id, const std::string& path,
                 std::size_t old, std::size_t now) {
  const bool is_gone = now == kDropped;
  if (is_gone && check.keeps_labels()) {
    check.add(id, path, "expected every label to survive, got one that was dropped");
  }
  check.problems.report.counts.add_label(is_gone      ? LabelFate::gone
                                         : now == old ? LabelFate::kept
                                                      : LabelFate::shifted,
                                         is_gone);
  return !is_gone;
}

}  // namespace spandrop
