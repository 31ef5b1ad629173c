// DocRED: documents of tokenised sentences, their entities with all mentions, and the facts that
// relate entities, with the sentences that are evidence.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "spandrop/core/range.h"
#include "spandrop/io/records/splice.h"
#include "spandrop/tasks/files/read_options.h"

namespace spandrop::docred {

// Ranges called `at` are places in the file, so that a writer can replace the bytes there; for a
// string, the place between its quotes.

struct Mention {
  std::string name;
  std::string type;
  std::size_t sentence = 0;
  Range tokens;  // in its sentence
  // Only in Re-DocRED: positions in tokens of the document, and a name such as 3_0.
  std::vector<std::size_t> global_tokens;
  std::optional<std::string> index;
  Place sentence_at;
  RawArray global_tokens_at;
  Place index_at;
};

struct Entity {
  std::vector<Mention> mentions;  // at least one
  RawArray mentions_at;
};

// `head` and `tail` are numbers of entities.
struct Fact {
  std::size_t head = 0;
  std::size_t tail = 0;
  std::string relation;
  std::vector<std::size_t> evidence;  // sentences, in the order of the file; may be empty
  Place head_at;
  Place tail_at;
  RawArray evidence_at;
};

struct Document {
  std::string title;
  std::vector<std::vector<std::string>> sentences;  // of tokens
  std::vector<Entity> entities;
  std::vector<Fact> facts;  // empty if the file has no labels
  std::size_t number = 0;   // in Dataset::documents_at
  Place title_at;
  RawArray sentences_at;
  RawArray entities_at;
  RawArray facts_at;
};

struct Dataset {
  std::vector<Document> documents;
  RawArray documents_at;           // all, including those skipped
  std::vector<ReadError> skipped;  // in the order of the file
};

// Reads a file in memory, followed by 64 readable bytes (see PaddedFile).
tl::expected<Dataset, ReadError> read(std::string_view json, const ReadOptions& options = {});

}  // namespace spandrop::docred
