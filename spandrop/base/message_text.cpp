#include "spandrop/base/message_text.h"

#include <algorithm>
#include <cctype>

namespace spandrop {

std::string shortened(std::string_view text, std::size_t most) {
  std::size_t size = 0;
  for (std::size_t characters = 0; size < text.size(); ++size) {
    const bool starts_character = (text[size] & 0xC0) != 0x80;
    if (starts_character && characters++ == most) break;
  }
  return std::string(text.substr(0, size)) + (size < text.size() ? "..." : "");
}

std::string without_function(std::string_view message) {
  const std::size_t end = message.find("] ");
  if (!message.starts_with('[') || end == std::string_view::npos) return std::string(message);
  const std::string_view name = message.substr(1, end - 1);
  const bool is_name = std::ranges::all_of(name, [](char c) {
    return c == '_' || c == ':' || std::isalpha(static_cast<unsigned char>(c));
  });
  return std::string(is_name ? message.substr(end + 2) : message);
}

}  // namespace spandrop
