// The main job for one example in memory: what RecordDropper does to a line, without the line.
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
#include "spandrop/core/range.h"
#include "spandrop/core/remap.h"
#include "spandrop/io/drop_options.h"
#include "spandrop/io/record.h"
#include "spandrop/io/summary.h"

namespace spandrop {

// A sequence with its labels. Ranges count the options' units of a text, or elements.
struct Example {
  std::optional<std::string_view> text;  // the sequence, in valid UTF-8
  std::size_t length = 0;                // without a text: the number of elements
  ExampleId id;
  std::string_view question;  // for adaptive spans
  std::vector<Range> annotations;
  std::vector<Range> protect;               // never dropped
  std::optional<std::vector<Range>> spans;  // for SpanRule::Kind::field; else only moved
};

// What became of an example.
struct DroppedExample {
  std::string text;                // of a text
  KeepMask keep;                   // which spans are left
  Remap positions{{}};             // from old positions to new ones and back
  std::vector<Moved> annotations;  // all of them, in order
  std::vector<Moved> protect;
  std::vector<Moved> spans;  // those that were given, whatever the rule
};

// Whether a policy removes labels of this fate.
bool removes(OnLost policy, Fate fate);

// Drops spans of examples one after another, with memory that is used again; one for each thread.
class ExampleDropper {
 public:
  // `options` must outlive this; of its fields, only the names in messages matter. Throws
  // std::invalid_argument if they do not go together.
  explicit ExampleDropper(const DropOptions& options);
  ~ExampleDropper();

  // `dropped` becomes what a record of the same content does, with the same options and view;
  // `counted` counts it. After an error there is nothing of use in `dropped`.
  tl::expected<void, RecordError> drop(const Example& example, std::uint64_t view,
                                       DroppedExample& dropped, Summary& counted);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spandrop
