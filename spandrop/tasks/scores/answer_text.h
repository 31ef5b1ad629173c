// Normalises answers as the official scripts of SQuAD and HotpotQA do before they compare them.
#pragma once

#include <string>
#include <string_view>

namespace spandrop {

// The text in lower case, without ASCII punctuation (deleted: "U.S." becomes "us") and without the
// words a, an and the; one space between tokens. Follows Python 3: str.lower for lower case, \b of
// re for words, str.split for white space.
std::string normalised_answer(std::string_view text);

}  // namespace spandrop
