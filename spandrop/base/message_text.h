// Pieces of messages for users.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace spandrop {

// The start of a text: at most `most` characters, with "..." if there are more. Never cuts a
// character.
std::string shortened(std::string_view text, std::size_t most = 60);

// A message without the function that it starts with: "[Law] expected ..." means something to
// programmers, not to users of the command.
std::string without_function(std::string_view message);

}  // namespace spandrop
