// Answers in the form in which the official script of SQuAD compares them; HotpotQA's does the
// same.
#pragma once

#include <string>
#include <string_view>

namespace spandrop {

// The text in lower case, without the punctuation of ASCII (deleted: "U.S." is "us"), without the
// words a, an and the, its tokens with one space between them. As Python 3 has it: lower case by
// str.lower, words by the \b of its regular expressions, white space by str.split.
std::string normalised_answer(std::string_view text);

}  // namespace spandrop
