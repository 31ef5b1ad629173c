// What a file is if it is not JSON Lines with the expected fields.
#pragma once

#include <string>
#include <string_view>

namespace spandrop {

// Judges by the first line of a file, and says how to read it. Empty if there is nothing to say.
std::string hint_at_format(std::string_view first_line);

}  // namespace spandrop
