// HotpotQA (distractor): questions with ten paragraphs each, split into sentences; the supporting
// facts are annotated.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "spandrop/core/range.h"
#include "spandrop/io/records/splice.h"
#include "spandrop/tasks/files/read_options.h"

namespace spandrop::hotpotqa {

// Ranges called `at` are places in the file, so that a writer can replace the bytes there; for a
// string, the place between its quotes.

struct Paragraph {
  std::string title;
  std::vector<std::string> sentences;
  RawArray sentences_at;
};

// A sentence that is needed for the answer.
struct SupportingFact {
  std::string title;
  std::size_t paragraph = 0;  // the first in Question::paragraphs with this title
  std::size_t sentence = 0;   // of that paragraph
  Place sentence_at;          // the place of its number
};

struct Question {
  std::string id;
  std::string text;
  std::string answer;  // a text, yes or no
  std::string type;    // bridge or comparison; empty if the file does not say
  std::vector<Paragraph> paragraphs;
  std::vector<SupportingFact> facts;
  std::size_t number = 0;  // in Dataset::questions_at
  Place id_at;
  RawArray paragraphs_at;
  RawArray facts_at;
};

struct Dataset {
  std::vector<Question> questions;
  RawArray questions_at;           // all, including those skipped
  std::vector<ReadError> skipped;  // in the order of the file
};

// Reads a file in memory, followed by 64 readable bytes (see PaddedFile).
tl::expected<Dataset, ReadError> read(std::string_view json, const ReadOptions& options = {});

}  // namespace spandrop::hotpotqa
