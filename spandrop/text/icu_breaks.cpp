#include "spandrop/text/icu_breaks.h"

#include <unicode/brkiter.h>
#include <unicode/utext.h>

#include <memory>
#include <stdexcept>
#include <string>

namespace spandrop {
namespace {

void check(UErrorCode status) {
  if (U_FAILURE(status)) {
    throw std::runtime_error(std::string("[IcuBreaks] ICU says ") + u_errorName(status));
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

  std::unique_ptr<icu::BreakIterator> breaks;
  UText text = UTEXT_INITIALIZER;  // kept, because opening it anew allocates
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
  UErrorCode status = U_ZERO_ERROR;
  utext_openUTF8(&iterator_.text, text.data(), static_cast<std::int64_t>(text.size()), &status);
  check(status);
  iterator_.breaks->setText(&iterator_.text, status);
  check(status);
  iterator_.breaks->first();
}

std::optional<std::size_t> IcuBreaks::next() {
  const std::int32_t boundary = iterator_.breaks->next();
  if (boundary == icu::BreakIterator::DONE) return std::nullopt;
  return static_cast<std::size_t>(boundary);
}

}  // namespace spandrop
