// Finds out which sentences of a document were dropped. Sentences are the spans of HotpotQA,
// MultiRC and DocRED.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "spandrop/verify/dataset_check.h"

namespace spandrop {

// The new number of each old sentence; kDropped if there is none.
using SentenceNumbers = std::vector<std::size_t>;
inline constexpr std::size_t kDropped = ~std::size_t{0};

// A sentence that a label names, before and after.
struct SentencePin {
  std::size_t old = 0;
  std::size_t now = 0;
};

struct SentenceSearch {
  std::vector<std::string> before, after;  // what identifies each sentence
  std::vector<std::size_t> needed;         // sentences that labels name
  std::vector<SentencePin> pins;           // of the labels that are surely the same
  std::string path;                        // of the sentences, for messages
};

// Explains the new sentences by dropped ones. Of several ways it takes one for which
// is_right(numbers) holds, if there is one. Reports a problem and returns none if there is no way.
// Counts what was dropped.
std::optional<SentenceNumbers> find_sentences(
    DatasetCheck& check, const std::string& id, const SentenceSearch& search,
    const std::function<bool(const SentenceNumbers&)>& is_right);

// The new numbers of those that are left.
std::vector<std::size_t> renumbered(const std::vector<std::size_t>& old,
                                    const SentenceNumbers& numbers);

// Counts what became of a label that names a sentence, and returns whether it is left. A lost one
// is a problem if the policy forbids it.
bool count_label(DatasetCheck& check, const std::string& id, const std::string& path,
                 std::size_t old, std::size_t now);

}  // namespace spandrop
