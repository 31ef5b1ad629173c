// SQuAD 1.1: articles of paragraphs, each with questions whose answers are parts of it.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "spandrop/core/range.h"
#include "spandrop/io/records/splice.h"
#include "spandrop/tasks/files/read_options.h"
#include "spandrop/tasks/files/text_pool.h"

namespace spandrop::squad {

// Ranges called `at` are places in the file, so that a writer can replace the bytes there; for a
// string, the place between its quotes. Texts are parts of the file, which must outlive them; texts
// with escapes are in Dataset::texts.

struct Answer {
  std::string_view text;
  std::size_t start = 0;  // in code points of the context, as in the file
  Range bytes;            // of the context; equal to the text
  Place start_at;
  Place text_at;
};

struct Question {
  std::string_view id;
  std::string_view text;
  std::vector<Answer> answers;  // at least one
  std::size_t number = 0;       // in Paragraph::questions_at
  Place id_at;
  RawArray answers_at;
};

struct Paragraph {
  std::string_view context;
  std::vector<Question> questions;
  std::size_t number = 0;  // in Article::paragraphs_at
  Place context_at;
  RawArray questions_at;  // all, including those skipped
};

struct Article {
  std::string_view title;
  std::vector<Paragraph> paragraphs;
  std::size_t number = 0;  // in Dataset::articles_at
  RawArray paragraphs_at;  // all, including those skipped
};

struct Dataset {
  std::vector<Article> articles;
  RawArray articles_at;             // all, including those skipped
  std::vector<ReadError> skipped;   // in the order of the file
  std::shared_ptr<TextPool> texts;  // copies of a data set share it
};

// Reads a file in memory, followed by 64 readable bytes (see PaddedFile).
tl::expected<Dataset, ReadError> read(std::string_view json, const ReadOptions& options = {});

}  // namespace spandrop::squad
