// MultiRC v2: paragraphs of numbered sentences, with questions. Each question has several candidate
// answers and the sentences that it needs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "spandrop/core/range.h"
#include "spandrop/io/records/splice.h"
#include "spandrop/tasks/files/read_options.h"
#include "spandrop/tasks/multirc/marked_text.h"

namespace spandrop::multirc {

// Ranges called `at` are places in the file, so that a writer can replace the bytes there; for a
// string, the place between its quotes.

struct Answer {
  std::string text;
  bool is_right = false;
};

struct Question {
  std::string index;  // what the file calls idx: unique in the paragraph
  std::string text;
  std::vector<Answer> answers;         // the candidates
  std::vector<std::size_t> sentences;  // those that it needs, in the order of the file, from 0
  std::size_t number = 0;              // in Paragraph::questions_at
  RawArray sentences_at;
};

struct Paragraph {
  std::string id;
  std::string text;                 // with its marks
  std::vector<Sentence> sentences;  // of the text
  std::vector<Question> questions;
  std::size_t number = 0;  // in Dataset::paragraphs_at
  Place id_at;
  Place text_at;
  RawArray questions_at;  // all, including those skipped
};

struct Dataset {
  std::vector<Paragraph> paragraphs;
  RawArray paragraphs_at;          // all, including those skipped
  std::vector<ReadError> skipped;  // in the order of the file
};

// Reads a file in memory, followed by 64 readable bytes (see PaddedFile).
tl::expected<Dataset, ReadError> read(std::string_view json, const ReadOptions& options = {});

}  // namespace spandrop::multirc
