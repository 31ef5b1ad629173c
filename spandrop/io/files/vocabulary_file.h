// Vocabularies of uncased WordPiece models from files.
#pragma once

#include <string>
#include <string_view>

#include "spandrop/text/vocabulary.h"

namespace spandrop {

// Reads the content of a tokenizer.json, see below. Throws std::runtime_error "what: expected X,
// got Y".
Vocabulary vocabulary_of_json(std::string_view json);

// Reads a vocab.txt or, if the name ends with .json, a tokenizer.json of Hugging Face's tokenizers.
// It must describe an uncased BERT; its truncation and padding are ignored. Otherwise throws
// std::runtime_error "F: what: expected X, got Y".
Vocabulary read_vocabulary(const std::string& name);

}  // namespace spandrop
