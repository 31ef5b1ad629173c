// Boundaries found by ICU in the root locale.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace spandrop {

enum class BreakKind { character, word };

// Walks over the boundaries of one text. A thread can have only one walk of each kind at a time:
// ICU's iterators are expensive to create, so each thread keeps one per kind.
class IcuBreaks {
 public:
  // Throws std::runtime_error if ICU fails, for example on a text of 2^31 or more UTF-16 units.
  IcuBreaks(BreakKind kind, std::string_view text);

  // The next boundary after the start of the text; none after the end.
  std::optional<std::size_t> next();

 private:
  struct Iterator;
  static Iterator& of_this_thread(BreakKind kind);

  Iterator& iterator_;
};

}  // namespace spandrop
