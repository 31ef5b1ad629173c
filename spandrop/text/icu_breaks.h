// Boundaries found by ICU itself, in the root locale.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace spandrop {

enum class BreakKind { character, word };

// Walks over the boundaries of one text. A thread may have one walk of each kind at a time, since
// ICU's iterators are expensive to make and each thread keeps its own.
class IcuBreaks {
 public:
  // Throws std::runtime_error if ICU cannot serve, as for a text of 2^31 units of UTF-16 or more.
  IcuBreaks(BreakKind kind, std::string_view text);

  // The next boundary after the last, the start of the text being the first; none after the end.
  std::optional<std::size_t> next();

 private:
  struct Iterator;
  static Iterator& of_this_thread(BreakKind kind);

  Iterator& iterator_;
};

}  // namespace spandrop
