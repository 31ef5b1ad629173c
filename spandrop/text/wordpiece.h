// Uncased WordPiece of BERT and ELECTRA: turns texts into token ids and offsets, identical to those
// of Hugging Face's tokenizers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "spandrop/text/special_tokens.h"
#include "spandrop/text/token_writer.h"
#include "spandrop/text/tokens.h"
#include "spandrop/text/truncation.h"
#include "spandrop/text/units.h"
#include "spandrop/text/vocabulary.h"

namespace spandrop {

struct EncodeOptions {
  // Add [CLS] before a text, [SEP] after it, and [SEP] after the second text of a pair.
  bool add_special = true;
  // Recognise [MASK] and other special tokens in a text; otherwise they are ordinary text.
  bool match_special = true;
  // The unit of offsets.
  Unit unit = Unit::code_point;
  // Truncate longer results.
  std::optional<Truncation> truncation = std::nullopt;
};

// Thread-safe.
class WordPiece {
 public:
  // Throws std::invalid_argument if a special token is empty.
  explicit WordPiece(const Vocabulary& vocabulary);

  // Appends a row with the tokens of a text in valid UTF-8. Throws std::invalid_argument for 2^31
  // bytes or more, or if the truncation is impossible; `out` is then unchanged.
  void encode(std::string_view text, const EncodeOptions& options, Tokens& out) const;

  // Same for a pair of texts.
  void encode_pair(std::string_view first, std::string_view second, const EncodeOptions& options,
                   Tokens& out) const;

 private:
  void encode_texts(std::string_view first, const std::string_view* second,
                    const EncodeOptions& options, Tokens& out) const;
  std::size_t append_tokens(std::string_view text, const EncodeOptions& options, std::size_t at,
                            Tokens& out) const;

  std::int32_t beginning_, separator_;
  SpecialTokens specials_;
  WordModel model_;
};

}  // namespace spandrop
