// The message of an error about wrong arguments.
#pragma once

#include <stdexcept>
#include <string>

namespace spandrop {

// The message of the exception that `call` throws.
template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing was refused";
}

}  // namespace spandrop
