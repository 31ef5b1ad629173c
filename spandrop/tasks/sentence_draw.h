// Draws over the numbered sentences of a record, and what becomes of numbers of sentences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spandrop/core/keep_mask.h"
#include "spandrop/core/key.h"
#include "spandrop/core/spans.h"
#include "spandrop/io/drop_options.h"
#include "spandrop/io/protection.h"
#include "spandrop/io/splice.h"
#include "spandrop/io/summary.h"
#include "spandrop/tasks/read_options.h"

namespace spandrop {

class SentenceDraw {
 public:
  // `facts` are numbers of sentences that are supporting facts; `answers` those of sentences that
  // a label needs as well. The options decide which of them are protected. Not to be moved.
  SentenceDraw(std::size_t sentences, const std::vector<std::size_t>& facts,
               const std::vector<std::size_t>& answers, const DropOptions& options);
  SentenceDraw(const SentenceDraw&) = delete;
  SentenceDraw& operator=(const SentenceDraw&) = delete;

  // Which sentences a view keeps.
  KeepMask draw(const ExampleId& id, std::uint64_t view, Summary& summary) const;
  // What is wrong if supporting facts were lost that must not be: the number of the first.
  std::optional<std::size_t> lost_fact(const KeepMask& mask) const;

 private:
  const DropOptions& options_;
  Spans spans_;
  std::vector<std::size_t> facts_;
  KeepMask never_drop_;
  std::optional<LabelKeeper> keeps_labels_;
};

// The number that a sentence without one has.
inline constexpr std::size_t kGone = ~std::size_t{0};

// The new number of each sentence in [begin, end), counted from its begin; kGone if it is dropped.
std::vector<std::size_t> new_numbers(const KeepMask& mask, std::size_t begin, std::size_t end);

// Counts what became of a number.
void count_fate(std::size_t before, std::size_t now, Summary& summary);

// Adds the edits of a list of sentence numbers: those that are gone leave it, the others change.
void edit_numbers(const RawArray& places, const std::vector<std::size_t>& numbers,
                  const std::vector<std::size_t>& now, std::vector<Edit>& edits, Summary& summary);

// The error of a supporting fact that should have survived.
ReadError lost_fact_error(std::string path);

}  // namespace spandrop
