// Splits a text into sentences, words, characters or paragraphs, in any language. Texts must be
// valid UTF-8, positions are in bytes, and each byte of a text is in exactly one span.
#pragma once

#include <cstddef>
#include <string_view>

#include "spandrop/core/spans.h"

namespace spandrop {

// Sentences by Unicode Standard Annex 29, as ICU finds them in the root locale. White space,
// including blank lines, belongs to the sentence before it; at the start of a text, to the first
// sentence.
Spans sentences(std::string_view text);

// Words and punctuation marks by ICU's word boundaries. White space belongs to the span before it,
// so that dropping a word leaves no double space; at the start of a text, to the first word.
Spans words(std::string_view text);

// Grapheme clusters: what a reader sees as one character.
Spans characters(std::string_view text);

// Spans of k grapheme clusters each; the last one may be shorter.
Spans characters_every(std::string_view text, std::size_t k);

// Paragraphs are separated by blank lines (only spaces and tabs) or by U+2029. Lines end with LF,
// CR LF or CR. Blank lines belong to the paragraph before them; at the start of a text, to the
// first.
Spans paragraphs(std::string_view text);

}  // namespace spandrop
