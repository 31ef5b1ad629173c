#include "spandrop/text/icu_breaks.h"

#include <unicode/brkiter.h>
#include <unicode/utext.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "spandrop/text/utf8.h"

namespace spandrop {
namespace {

void check(UErrorCode status) {
  if (U_FAILURE(status)) {
    throw std::runtime_error(std::string("[IcuBreaks] ICU error ") + u_errorName(status));
  }
}

std::unique_ptr<icu::BreakIterator> make_iterator(BreakKind kind) {
  const icu::Locale& root = icu::Locale::getRoot();
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::BreakIterator> made(
      kind == BreakKind::word ? icu::BreakIterator::createWordInstance(root, status)
                              : icu::BreakIterator::createCharacterInstance(root, status));
  check(status);
  return made;
}

}  // namespace

struct IcuBreaks::Iterator {
  explicit Iterator(BreakKind kind) : breaks(make_iterator(kind)) {}
  Iterator(const Iterator&) = delete;
  Iterator& operator=(const Iterator&) = delete;
  ~Iterator() { utext_close(&text); }

  // Replaces the text. Converts it to UTF-16, because for languages without spaces ICU's
  // dictionaries find different words in UTF-8.
  void set(std::string_view utf8) {
    units.clear();
    // Release the memory of a huge text before reading small ones.
    constexpr std::size_t small = std::size_t{1} << 20;
    if (units.capacity() > small && utf8.size() < small) units.shrink_to_fit();
    for (std::size_t i = 0; i < utf8.size(); i += utf8_size(utf8[i])) {
      const char32_t c = code_point_at(utf8, i);
      if (c < 0x10000) {
        units.push_back(static_cast<char16_t>(c));
      } else {
        units.push_back(U16_LEAD(c));
        units.push_back(U16_TRAIL(c));
      }
    }
    unit = 0;
    byte = 0;
    UErrorCode status = U_ZERO_ERROR;
    utext_openUChars(&text, units.data(), static_cast<std::int64_t>(units.size()), &status);
    check(status);
    breaks->setText(&text, status);
    check(status);
    breaks->first();
  }

  // The position in bytes of a position in UTF-16. Positions must not decrease between calls.
  std::size_t byte_of(std::size_t position) {
    for (; unit < position; ++unit) {
      const char16_t c = units[unit];
      byte += c < 0x80 ? 1 : c < 0x800 || U16_IS_SURROGATE(c) ? 2 : 3;
    }
    return byte;
  }

  std::unique_ptr<icu::BreakIterator> breaks;
  UText text = UTEXT_INITIALIZER;  // kept, like the memory of `units`, to avoid allocations
  std::u16string units;
  std::size_t unit = 0;  // progress of byte_of, in UTF-16 and in bytes
  std::size_t byte = 0;
};

IcuBreaks::Iterator& IcuBreaks::of_this_thread(BreakKind kind) {
  if (kind == BreakKind::word) {
    thread_local Iterator words(BreakKind::word);
    return words;
  }
  thread_local Iterator characters(BreakKind::character);
  return characters;
}

IcuBreaks::IcuBreaks(BreakKind kind, std::string_view text) : iterator_(of_this_thread(kind)) {
  iterator_.set(text);
}

std::optional<std::size_t> IcuBreaks::next() {
  const std::int32_t boundary = iterator_.breaks->next();
  if (boundary == icu::BreakIterator::DONE) return std::nullopt;
  return iterator_.byte_of(static_cast<std::size_t>(boundary));
}

}  // namespace spandrop
