// The main job for one example in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "spandrop/core/keep_mask.h"
#include "spandrop/core/key.h"
#include "spandrop/core/remap.h"
#include "spandrop/drop/drop_options.h"
#include "spandrop/drop/label.h"
#include "spandrop/drop/summary.h"
#include "spandrop/text/units.h"

namespace spandrop {

// A sequence with its labels. Ranges are in the options' units for a text, in tokens otherwise.
struct Example {
  std::optional<std::string_view> text;  // the sequence, in valid UTF-8,
  std::size_t length = 0;                // or this many tokens
  ExampleId id;
  std::string_view question;  // for adaptive spans
  std::vector<UnitRange> annotations;
  std::vector<UnitRange> never_drop;
  std::optional<std::vector<UnitRange>> spans;  // for SpanRule::Kind::field; otherwise only moved
};

// An example after a drop. Labels are in the same order as in the example.
struct DroppedExample {
  std::string text;     // only for a text
  KeepMask keep;        // which spans were kept
  Remap positions{{}};  // from old positions to new ones and back
  std::vector<MovedLabel> annotations;
  std::vector<MovedLabel> never_drop;
  std::vector<MovedLabel> spans;  // the example's own spans, whatever the rule
};

// What is wrong with an example.
struct ExampleError {
  std::string field;  // such as annotations[2]; empty: the sequence
  std::string reason;

  std::string message() const { return field.empty() ? reason : field + ": " + reason; }
};

// Drops spans from one example after another and reuses its memory. Not thread-safe.
class ExampleDropper {
 public:
  // Throws std::invalid_argument if the options contradict each other.
  explicit ExampleDropper(DropOptions options);
  ~ExampleDropper();

  // Fills `dropped` and adds to `counted`. After an error, `dropped` is unspecified.
  tl::expected<void, ExampleError> drop(const Example& example, std::uint64_t view,
                                        DroppedExample& dropped, Summary& counted);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spandrop
