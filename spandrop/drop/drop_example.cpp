#include "spandrop/drop/drop_example.h"

#include <utility>

#include "spandrop/drop/lost_labels.h"
#include "spandrop/drop/sequence_dropper.h"

namespace spandrop {
namespace {

tl::unexpected<ExampleError> error_in(const char* list, std::size_t item, std::string reason) {
  return tl::make_unexpected(
      ExampleError{std::string(list) + "[" + std::to_string(item) + "]", std::move(reason)});
}

void move_all(const std::vector<Label>& labels, const View& view, std::vector<MovedLabel>& moved) {
  moved.clear();
  for (const Label& label : labels) moved.push_back(view.move(label));
}

}  // namespace

struct ExampleDropper::State {
  explicit State(DropOptions options) : dropper(std::move(options)), text(dropper.options().unit) {}

  SequenceDropper dropper;
  CachedText text;
  Sequence sequence;
  std::vector<Label> annotations, never_drop, spans;

  // Reads ranges of the example into labels.
  tl::expected<void, ExampleError> read(const std::vector<UnitRange>& ranges, const char* name,
                                        std::vector<Label>& labels) {
    labels.resize(ranges.size());
    for (std::size_t i = 0; i < ranges.size(); ++i) labels[i].range = ranges[i];
    const UnitIndex* units = sequence.text ? &text.units() : nullptr;
    if (auto problem = locate(labels, units, sequence.length)) {
      return error_in(name, problem->label, std::move(problem->reason));
    }
    return {};
  }

  tl::expected<void, ExampleError> read(const Example& example) {
    if (example.text) text.read(*example.text);
    sequence.text = example.text ? &text : nullptr;
    sequence.length = example.length;
    sequence.id = example.id;
    sequence.question = example.question;
    if (auto done = read(example.annotations, "annotations", annotations); !done) return done;
    if (auto done = read(example.never_drop, "protected", never_drop); !done) return done;
    spans.clear();
    sequence.spans.reset();
    if (example.spans) {
      if (auto done = read(*example.spans, "spans", spans); !done) return done;
      sequence.spans = elements_of(spans);
    }
    sequence.labels = elements_of(annotations);
    sequence.never_drop = elements_of(never_drop);
    if (auto done = dropper.prepare(sequence); !done) {
      auto& [is_in_spans, reason] = done.error();
      return tl::make_unexpected(ExampleError{is_in_spans ? "spans" : "", std::move(reason)});
    }
    return {};
  }

  tl::expected<void, ExampleError> drop(const Example& example, std::uint64_t number,
                                        DroppedExample& dropped, Summary& counted) {
    if (auto done = read(example); !done) return done;
    View& view = dropper.draw(number, counted);
    move_all(annotations, view, dropped.annotations);
    move_all(never_drop, view, dropped.never_drop);
    move_all(spans, view, dropped.spans);
    const OnLost policy = dropper.options().on_lost;
    for (std::size_t i = 0; i < annotations.size(); ++i) {
      const Fate fate = dropped.annotations[i].fate;
      if (policy == OnLost::error && is_lost(fate)) {
        return error_in("annotations", i, lost_label_problem("label", fate));
      }
    }
    for (const MovedLabel& moved : dropped.annotations) count_label(policy, moved.fate, counted);
    ++counted.records;
    count_view(view.keep(), view.is_empty(), counted);
    dropped.text.clear();
    if (example.text) {
      dropped.text.reserve(example.text->size());
      view.append_text(*example.text, dropped.text);
    }
    dropped.keep = view.keep();
    dropped.positions = view.take_positions();
    return {};
  }
};

ExampleDropper::ExampleDropper(DropOptions options) : state_(new State(std::move(options))) {}
ExampleDropper::~ExampleDropper() = default;

tl::expected<void, ExampleError> ExampleDropper::drop(const Example& example, std::uint64_t view,
                                                      DroppedExample& dropped, Summary& counted) {
  return state_->drop(example, view, dropped, counted);
}

}  // namespace spandrop
