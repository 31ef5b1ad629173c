// Draws over the numbered sentences of a record, and the new numbers of the sentences it keeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "spandrop/core/keep_mask.h"
#include "spandrop/core/key.h"
#include "spandrop/core/spans.h"
#include "spandrop/drop/drop_options.h"
#include "spandrop/drop/protection.h"
#include "spandrop/drop/summary.h"
#include "spandrop/io/records/splice.h"

namespace spandrop {

class SentenceDraw {
 public:
  // `facts` are the numbers of the sentences that are supporting facts; `answers` those of other
  // sentences that a label needs. The options decide which of them are protected.
  SentenceDraw(std::size_t sentences, const std::vector<std::size_t>& facts,
               const std::vector<std::size_t>& answers, const DropOptions& options);
  SentenceDraw(const SentenceDraw&) = delete;
  SentenceDraw& operator=(const SentenceDraw&) = delete;

  // Which sentences a view keeps.
  KeepMask draw(const ExampleId& id, std::uint64_t view, Summary& summary) const;
  // The first lost supporting fact, if the options make that an error.
  std::optional<std::size_t> lost_fact(const KeepMask& mask) const;

 private:
  const DropOptions& options_;
  Spans spans_;
  std::vector<std::size_t> facts_;
  KeepMask never_drop_;
  std::optional<LabelKeeper> keeps_labels_;
};

// The new number of a sentence that was dropped.
inline constexpr std::size_t kGone = ~std::size_t{0};

// The new number of each sentence in [begin, end), counted from its begin; kGone if it is dropped.
std::vector<std::size_t> new_numbers(const KeepMask& mask, std::size_t begin, std::size_t end);

// Counts the fate of a sentence number.
void count_fate(std::size_t before, std::size_t now, Summary& summary);

// Adds the edits of a list of sentence numbers: removes dropped sentences and renumbers the others.
void edit_numbers(const RawArray& places, const std::vector<std::size_t>& numbers,
                  const std::vector<std::size_t>& now, std::vector<Edit>& edits, Summary& summary);

}  // namespace spandrop
