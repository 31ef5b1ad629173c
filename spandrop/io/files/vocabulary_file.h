// Vocabularies of uncased WordPiece models from files.
#pragma once

#include <string>
#include <string_view>

#include "spandrop/text/vocabulary.h"

namespace spandrop {

// What a tokenizer.json says, see below. Throws std::runtime_error "what: expected X, got Y".
Vocabulary vocabulary_of_json(std::string_view json);

// Reads a vocab.txt; or, if the name ends with .json, a tokenizer.json of Hugging Face's
// tokenizers, which must describe an uncased BERT: its truncation and padding are left aside.
// Throws std::runtime_error "F: what: expected X, got Y" for any other.
Vocabulary read_vocabulary(const std::string& name);

}  // namespace spandrop
