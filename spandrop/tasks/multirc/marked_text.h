// The text of a MultiRC paragraph: <b>Sent 1: </b>One.<br><b>Sent 2: </b>Two.<br>
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "spandrop/core/range.h"

namespace spandrop::multirc {

// Ranges are bytes of the text.
struct Sentence {
  Range all;     // with its tags, and the white space after it
  Range number;  // the digits of its number
  Range text;    // the sentence itself
};

// Finds the sentences, which must be numbered 1, 2, 3; the error says what is wrong.
tl::expected<std::vector<Sentence>, std::string> marked_sentences(std::string_view text);

}  // namespace spandrop::multirc
