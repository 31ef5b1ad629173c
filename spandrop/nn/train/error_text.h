// Error messages of libtorch.
#pragma once

#include <exception>
#include <string_view>

namespace spandrop::nn {

// The message of an exception, without the stack trace that libtorch appends to its own.
inline std::string_view message_of(const std::exception& error) {
  const std::string_view text(error.what());
  return text.substr(0, text.find("\nException raised from"));
}

}  // namespace spandrop::nn
