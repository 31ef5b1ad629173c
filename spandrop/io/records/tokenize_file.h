// Tokenises the texts of JSON Lines files on several threads; the output keeps the input order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "spandrop/io/files/rewrite_files.h"
#include "spandrop/text/wordpiece.h"

namespace spandrop {

struct TokenizeSummary {
  std::uint64_t records = 0;  // valid records
  std::uint64_t tokens = 0;
  RewriteCounts counts;

  TokenizeSummary& operator+=(const TokenizeSummary& other);
};

// The summary as one JSON object, with the seconds that the run took.
std::string to_json(const TokenizeSummary& summary, double seconds);

// Tokenises the "text" of each record of the inputs: {"id": ..., "ids": [...], "offsets": [[b, e],
// ...]} is written, with the raw id if there is one. Files are handled as in rewrite_files.
TokenizeSummary tokenize_files(const std::vector<std::string>& inputs, const std::string& output,
                               const WordPiece& model, const EncodeOptions& options,
                               const FileOptions& file_options);

}  // namespace spandrop
