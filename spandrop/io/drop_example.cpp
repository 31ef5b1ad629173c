#include "spandrop/io/drop_example.h"

#include <exception>
#include <stdexcept>
#include <utility>

#include "spandrop/io/draw_view.h"
#include "spandrop/io/label_map.h"
#include "spandrop/io/read_marks.h"
#include "spandrop/io/sequence_edits.h"
#include "spandrop/text/last_text.h"

namespace spandrop {
namespace {

void read_ranges(MarkList& list, const std::vector<Range>& ranges, const UnitIndex* index,
                 std::size_t length) {
  list.marks.resize(ranges.size());
  for (std::size_t i = 0; i < ranges.size(); ++i) list.marks[i].range = ranges[i];
  locate_marks(list, index, length);
}

void move_all(const MarkList& list, const LabelMap& map, std::vector<Moved>& moved) {
  moved.clear();
  for (const Mark& mark : list.marks) moved.push_back(map.move(mark));
}

// The same for a sequence that is left as it was.
void keep_all(const MarkList& list, std::vector<Moved>& moved) {
  moved.clear();
  for (const Mark& mark : list.marks) moved.push_back({mark.range, Fate::kept});
}

Remap identity(std::size_t length) {
  std::vector<Piece> pieces;
  if (length > 0) pieces.push_back({{0, length}, true, length});
  return Remap(std::move(pieces));
}

void write_text(std::string_view text, const Remap& remap, const DropOptions& options,
                std::string& out) {
  out.clear();
  out.reserve(text.size());
  for (const Piece& piece : remap.pieces()) {
    if (piece.kept) {
      out += text.substr(piece.old.begin, piece.old.size());
    } else {
      append_mask(out, options, piece, text, false);
    }
  }
}

}  // namespace

bool removes(OnLost policy, Fate fate) {
  return policy == OnLost::drop && (fate == Fate::cut || fate == Fate::gone);
}

struct ExampleDropper::State {
  explicit State(const DropOptions& the_options)
      : options(the_options), text(the_options.spans, the_options.unit) {}

  const DropOptions& options;
  LastText text;
  MarkList annotations, protect, spans;
  Spans cut;  // that are not those of a text by a rule

  const Spans& spans_of(const Example& example) {
    if (options.spans.kind() != SpanRule::Kind::field) {
      if (example.text) return text.spans(example.question);
      return cut = options.spans.of_tokens(example.length);
    }
    if (!example.spans) throw std::invalid_argument("expected spans, got none");
    return cut = Spans(example.text ? example.text->size() : example.length, elements_of(spans));
  }

  // The first label that the policy does not allow to be lost.
  std::optional<RecordError> first_lost(const std::vector<Moved>& labels) const {
    if (options.on_lost != OnLost::error) return std::nullopt;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const Fate fate = labels[i].fate;
      if (fate != Fate::cut && fate != Fate::gone) continue;
      return RecordError{
          "", annotations.name + "[" + std::to_string(i) + "]",
          std::string("expected every label to survive, got one that was ") + name_of(fate)};
    }
    return std::nullopt;
  }

  void count(const DroppedExample& dropped, Summary& counted) const {
    ++counted.records;
    count_view(dropped.keep, counted);
    for (const Moved& label : dropped.annotations) {
      ++counted.fates[static_cast<std::size_t>(label.fate)];
      counted.annotations_removed += removes(options.on_lost, label.fate);
    }
  }

  tl::expected<void, RecordError> drop(const Example& example, std::uint64_t view,
                                       DroppedExample& dropped, Summary& counted) {
    if (example.text) {
      if (!masks_characters(options)) {
        return error("", std::string("expected ") + kMaskOfTexts + ", got " + *options.mask);
      }
      text.read(*example.text);
    }
    const UnitIndex* units = example.text ? &text.index() : nullptr;
    dropped.text.clear();
    try {
      read_ranges(annotations, example.annotations, units, example.length);
      read_ranges(protect, example.protect, units, example.length);
      spans.marks.clear();
      if (example.spans) read_ranges(spans, *example.spans, units, example.length);
    } catch (const BadValue& bad) {
      return error(bad.field, bad.reason);
    }
    const Spans* found = nullptr;
    try {
      found = &spans_of(example);
    } catch (const std::exception& bad) {
      return error(options.fields.spans, bad.what());
    }

    const std::vector<Range> labels = elements_of(annotations);
    const KeepMask never_drop =
        protected_spans(*found, elements_of(protect), labels, options.protect);
    std::optional<LabelKeeper> keeps_labels;
    if (options.on_lost == OnLost::reject) keeps_labels.emplace(*found, labels, options.ablation());
    dropped.keep =
        draw_view(options, example.id, view, found->size(), never_drop, keeps_labels, counted);
    if (dropped.keep.all()) {
      leave(example, units ? units->length() : example.length, dropped);
    } else {
      Remap remap(*found, dropped.keep, options.ablation());
      const LabelMap map(units, remap, options);
      move_all(annotations, map, dropped.annotations);
      move_all(protect, map, dropped.protect);
      move_all(spans, map, dropped.spans);
      if (auto lost = first_lost(dropped.annotations)) return tl::make_unexpected(*lost);
      if (example.text) write_text(*example.text, remap, options, dropped.text);
      counted.became_empty += remap.new_length() == 0;
      dropped.positions = map.is_given_remap() ? std::move(remap) : map.positions();
    }
    count(dropped, counted);
    return {};
  }

  // Nothing was dropped.
  void leave(const Example& example, std::size_t length, DroppedExample& dropped) const {
    keep_all(annotations, dropped.annotations);
    keep_all(protect, dropped.protect);
    keep_all(spans, dropped.spans);
    if (example.text) dropped.text = *example.text;
    dropped.positions = identity(length);
  }

  static tl::unexpected<RecordError> error(std::string field, std::string reason) {
    return tl::make_unexpected(RecordError{"", std::move(field), std::move(reason)});
  }
};

ExampleDropper::ExampleDropper(const DropOptions& options) : state_(new State(options)) {
  check_drop_options(options);
  state_->annotations.name = options.fields.annotations;
  state_->protect.name = options.fields.protect;
  state_->spans.name = options.fields.spans;
}
ExampleDropper::~ExampleDropper() = default;

tl::expected<void, RecordError> ExampleDropper::drop(const Example& example, std::uint64_t view,
                                                     DroppedExample& dropped, Summary& counted) {
  return state_->drop(example, view, dropped, counted);
}

}  // namespace spandrop
