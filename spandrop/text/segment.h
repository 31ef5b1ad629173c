// From a text to its spans: sentences, words, characters or paragraphs, in any language. Texts are
// valid UTF-8, positions are bytes, and each byte of a text is in exactly one span.
#pragma once

#include <cstddef>
#include <string_view>

#include "spandrop/core/spans.h"

namespace spandrop {

// Sentences by Unicode Standard Annex 29, as ICU finds them in the root locale. The white space
// after a sentence is its own, blank lines too; at the start of a text, that of the first sentence.
Spans sentences(std::string_view text);

// Words and punctuation marks by ICU's word boundaries. White space belongs to the span before it,
// so that dropping a word leaves no double space; at the start of a text, to the first word.
Spans words(std::string_view text);

// Grapheme clusters: what a reader takes for one character.
Spans characters(std::string_view text);

// Spans of k grapheme clusters each, the last one perhaps shorter.
Spans characters_every(std::string_view text, std::size_t k);

// Paragraphs are parted by lines of nothing but spaces and tabs, or by U+2029. Lines end with LF,
// CR LF or CR. Blank lines belong to the paragraph before; at the start of a text, to the first.
Spans paragraphs(std::string_view text);

}  // namespace spandrop
