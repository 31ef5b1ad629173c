#include "spandrop/io/drop_example.h"

#include <exception>
#include <stdexcept>
#include <utility>

#include "spandrop/io/draw_view.h"
#include "spandrop/io/label_map.h"
#include "spandrop/io/read_marks.h"
#include "spandrop/io/sequence_edits.h"

namespace spandrop {
namespace {

void read_ranges(MarkList& list, const std::vector<Range>& ranges, const UnitIndex* index,
                 std::size_t length) {
  list.marks.resize(ranges.size());
  for (std::size_t i = 0; i < ranges.size(); ++i) list.marks[i].range = ranges[i];
  locate_marks(list, index, length);
}

std::vector<Moved> move_all(const MarkList& list, const LabelMap& map) {
  std::vector<Moved> moved;
  moved.reserve(list.marks.size());
  for (const Mark& mark : list.marks) moved.push_back(map.move(mark));
  return moved;
}

std::string new_text(std::string_view text, const Remap& remap, const DropOptions& options) {
  std::string out;
  out.reserve(text.size());
  for (const Piece& piece : remap.pieces()) {
    if (piece.kept) {
      out += text.substr(piece.old.begin, piece.old.size());
    } else {
      append_mask(out, options, piece, text, false);
    }
  }
  return out;
}

}  // namespace

bool removes(OnLost policy, Fate fate) {
  return policy == OnLost::drop && (fate == Fate::cut || fate == Fate::gone);
}

struct ExampleDropper::State {
  const DropOptions& options;
  MarkList annotations, protect, spans;

  Spans spans_of(const Example& example) const {
    if (options.spans.kind() == SpanRule::Kind::field) {
      if (!example.spans) throw std::invalid_argument("expected spans, got none");
      return Spans(example.text ? example.text->size() : example.length, elements_of(spans));
    }
    return example.text ? options.spans.of_text(*example.text, example.question)
                        : options.spans.of_tokens(example.length);
  }

  // Counts fates; the first label that the policy does not allow to be lost is the error.
  std::optional<RecordError> judge(const std::vector<Moved>& labels, Summary& counted) const {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const Fate fate = labels[i].fate;
      ++counted.fates[static_cast<std::size_t>(fate)];
      counted.annotations_removed += removes(options.on_lost, fate);
      const bool lost = fate == Fate::cut || fate == Fate::gone;
      if (lost && options.on_lost == OnLost::error) {
        return RecordError{
            "", annotations.name + "[" + std::to_string(i) + "]",
            std::string("expected every label to survive, got one that was ") + name_of(fate)};
      }
    }
    return std::nullopt;
  }

  tl::expected<DroppedExample, RecordError> drop(const Example& example, std::uint64_t view,
                                                 Summary& counted) {
    std::optional<UnitIndex> index;
    if (example.text) {
      if (!masks_characters(options)) {
        return error("", std::string("expected ") + kMaskOfTexts + ", got " + *options.mask);
      }
      index.emplace(*example.text, options.unit);
    }
    const UnitIndex* units = index ? &*index : nullptr;
    try {
      read_ranges(annotations, example.annotations, units, example.length);
      read_ranges(protect, example.protect, units, example.length);
      if (example.spans) read_ranges(spans, *example.spans, units, example.length);
    } catch (const BadValue& bad) {
      return error(bad.field, bad.reason);
    }
    Spans cut;
    try {
      cut = spans_of(example);
    } catch (const std::exception& bad) {
      return error(options.fields.spans, bad.what());
    }

    const std::vector<Range> labels = elements_of(annotations);
    const KeepMask never_drop = protected_spans(cut, elements_of(protect), labels, options.protect);
    std::optional<LabelKeeper> keeps_labels;
    if (options.on_lost == OnLost::reject) keeps_labels.emplace(cut, labels, options.ablation());
    DroppedExample dropped;
    dropped.keep =
        draw_view(options, example.id, view, cut.size(), never_drop, keeps_labels, counted);
    const Remap remap(cut, dropped.keep, options.ablation());
    const LabelMap map(units, remap, options);
    dropped.annotations = move_all(annotations, map);
    dropped.protect = move_all(protect, map);
    if (example.spans) dropped.spans = move_all(spans, map);
    if (auto lost = judge(dropped.annotations, counted)) return tl::make_unexpected(*lost);
    if (example.text) dropped.text = new_text(*example.text, remap, options);
    dropped.positions = map.positions();

    ++counted.records;
    ++counted.written;
    counted.spans += cut.size();
    counted.spans_dropped += cut.size() - dropped.keep.count();
    counted.became_empty += remap.new_length() == 0 && !dropped.keep.all();
    return dropped;
  }

  static tl::unexpected<RecordError> error(std::string field, std::string reason) {
    return tl::make_unexpected(RecordError{"", std::move(field), std::move(reason)});
  }
};

ExampleDropper::ExampleDropper(const DropOptions& options)
    : state_(new State{options, {}, {}, {}}) {
  check_drop_options(options);
  state_->annotations.name = options.fields.annotations;
  state_->protect.name = options.fields.protect;
  state_->spans.name = options.fields.spans;
}
ExampleDropper::~ExampleDropper() = default;

tl::expected<DroppedExample, RecordError> ExampleDropper::drop(const Example& example,
                                                               std::uint64_t view,
                                                               Summary& counted) {
  Summary one;
  auto dropped = state_->drop(example, view, one);
  if (dropped) counted += one;
  return dropped;
}

}  // namespace spandrop
