// Vocabularies of uncased WordPiece models from files.
#pragma once

#include <string>

#include "spandrop/text/vocabulary.h"

namespace spandrop {

// Reads a vocab.txt; or, if the name ends with .json, a tokenizer.json of Hugging Face's
// tokenizers, which must describe an uncased BERT: its truncation and padding are left aside.
// Throws std::runtime_error "F: what: expected X, got Y" for any other.
Vocabulary read_vocabulary(const std::string& name);

}  // namespace spandrop
