#include "tests/text/oracle.h"

#include <unicode/brkiter.h>
#include <unicode/uchar.h>
#include <unicode/uniset.h>
#include <unicode/unistr.h>

#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>

namespace spandrop::test {
namespace {

icu::BreakIterator& iterator(Breaks kind) {
  static const auto make = [](auto function) {
    UErrorCode status = U_ZERO_ERROR;
    std::unique_ptr<icu::BreakIterator> made(function(icu::Locale::getRoot(), status));
    if (U_FAILURE(status)) throw std::runtime_error(u_errorName(status));
    return made;
  };
  static const auto sentence = make(icu::BreakIterator::createSentenceInstance);
  static const auto word = make(icu::BreakIterator::createWordInstance);
  static const auto character = make(icu::BreakIterator::createCharacterInstance);
  return kind == Breaks::sentence ? *sentence : kind == Breaks::word ? *word : *character;
}

// Characters with a given property value: the first, some in the middle, the last.
void add_samples(UProperty property, std::vector<UChar32>& alphabet) {
  for (int value = 0; value <= u_getIntPropertyMaxValue(property); ++value) {
    UErrorCode status = U_ZERO_ERROR;
    icu::UnicodeSet set;
    set.applyIntPropertyValue(property, value, status);
    set.removeAll(icu::UnicodeSet(0xD800, 0xDFFF));
    for (int i = 0; i < 6 && !set.isEmpty(); ++i) {
      alphabet.push_back(set.charAt(static_cast<int>(std::int64_t{set.size() - 1} * i / 5)));
    }
  }
}

std::vector<UChar32> make_alphabet() {
  std::vector<UChar32> alphabet;
  add_samples(UCHAR_SENTENCE_BREAK, alphabet);
  add_samples(UCHAR_WORD_BREAK, alphabet);
  add_samples(UCHAR_GRAPHEME_CLUSTER_BREAK, alphabet);
  for (const char32_t c :
       U"....!?..  \t\n\r\r\u0085\u2028\u2029aabbAB019,;:'\"()[]-_\u201C\u201D\u2019"
       U"\u0301\u0308\u200D\u00AD\uFEFF\u3002\uFF0E\u05D0\u30AB\u6F22\uAC00"
       U"\u0E01\u0E02\u0E2A\u0915\u094D\u0937\U0001F468\U0001F3FD\U0001F1E9"
       U"\U0001D400\U0001D41A\U00010400\U000E0001\U000E0100\uFFFD") {
    alphabet.push_back(static_cast<UChar32>(c));
  }
  return alphabet;
}

}  // namespace

std::vector<Range> icu_ranges(Breaks kind, std::string_view text) {
  const icu::UnicodeString utf16 =
      icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
  std::vector<std::size_t> byte_of(static_cast<std::size_t>(utf16.length()) + 1);
  std::size_t bytes = 0;
  for (int i = 0; i < utf16.length(); i = utf16.moveIndex32(i, 1)) {
    byte_of[static_cast<std::size_t>(i)] = bytes;
    const UChar32 c = utf16.char32At(i);
    bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  }
  byte_of.back() = bytes;

  icu::BreakIterator& breaks = iterator(kind);
  breaks.setText(utf16);
  std::vector<Range> ranges;
  for (int begin = breaks.first(), end = breaks.next(); end != icu::BreakIterator::DONE;
       begin = end, end = breaks.next()) {
    ranges.push_back(
        {byte_of[static_cast<std::size_t>(begin)], byte_of[static_cast<std::size_t>(end)]});
  }
  return ranges;
}

std::vector<Range> icu_joined(Breaks kind, std::string_view text) {
  std::vector<Range> joined;
  bool only_space = true;
  for (const Range& range : icu_ranges(kind, text)) {
    const icu::UnicodeString word = icu::UnicodeString::fromUTF8(
        {text.data() + range.begin, static_cast<std::int32_t>(range.size())});
    bool space = true;
    for (int i = 0; i < word.length(); i = word.moveIndex32(i, 1)) {
      space = space && u_isUWhiteSpace(word.char32At(i));
    }
    if (!joined.empty() && (space || only_space)) {
      joined.back().end = range.end;
    } else {
      joined.push_back(range);
    }
    only_space = only_space && space;
  }
  return joined;
}

const std::vector<std::string>& hostile_texts() {
  static const std::vector<std::string> texts = {
      "",
      std::string(1, '\0'),
      std::string("a.\0B. \0c", 8),
      "\r\n\r\n\n\r",
      " ",
      " \t \n ",
      "  leading and trailing  ",
      "\u0301\u0301.\u0301 \u0301A",
      "A\u0301.\u0308B. a\u200D.\u200DB",
      "\uFEFFByte order mark. Twice.\uFEFF \uFEFFYes.",
      "e\u0301e\u0301\u0301 \u00E9.",
      "\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466. \U0001F1E9\U0001F1EA\U0001F1EB",
      "\u0915\u094D\u0937\u093F \u0939\u093F\u0928\u094D\u0926\u0940\u0964 \u0935\u0939\u0964",
      "\u05D0\u05D1\u05D2. \u0645\u0631\u062D\u0628\u0627\u061F \u0646\u0639\u0645. abc\u202Edef.",
      "\u6F22\u5B57\u3002\u4ED6\u8BF4\uFF1A\u201C\u4F60\u597D\u3002\u201D\u7136\u540E\u8D70\u4E86",
      "\u0E2A\u0E27\u0E31\u0E2A\u0E14\u0E35\u0E04\u0E23\u0E31\u0E1A \u0E02\u0E2D\u0E1A",
      "\u30AB\u30BF\u30AB\u30CA\u3068\u3072\u3089\u304C\u306A and kana\u3002",
      "Burmese: \u1004\u1015\u102D or \u1004\u102B\u1038\u1015\u102D ], pressed fish",
      "\uD55C\uAD6D\uC5B4 \u1112\u1161\u11AB. \uAE00.",
      "caf\u00E9. na\u00EFve! \u00C9cole? \u00FCber.",
      "\U0001D400. \U0001D41A. \U00010400.\U00010428",
      "\U0010FFFF.\U0010FFFF \uFFFF",
      "U.S. policy. U.S.A. Today 3.14. v2.0.1 e.g. this. i.e.\u00A0that.",
      "He said \u201CGo.\u201D Then left. (Really.) [1] Yes...no. Wait... What?! OK.",
      "1.\t2.\n3.\r\n4.\v5.\f6.\u0085 7.\u2028 8.\u2029 9."};
  return texts;
}

std::string random_text(std::mt19937& generator) {
  static const std::vector<UChar32> alphabet = make_alphabet();
  // Half of the texts are ASCII or nearly so, to test the fast paths and their seams.
  static const std::string_view ascii = "..!?  \t\n\r\rabAB01,;:'\"()-_";
  const unsigned exotic = std::array<unsigned, 4>{0, 10, 50, 100}[generator() % 4];
  std::string text;
  for (unsigned i = generator() % 41; i > 0; --i) {
    if (generator() % 100 < exotic) {
      icu::UnicodeString(alphabet[generator() % alphabet.size()]).toUTF8String(text);
    } else {
      text += ascii[generator() % ascii.size()];
    }
  }
  return text;
}

std::string shown(std::string_view text) {
  const icu::UnicodeString utf16 =
      icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
  std::string out;
  for (int i = 0; i < utf16.length(); i = utf16.moveIndex32(i, 1)) {
    const UChar32 c = utf16.char32At(i);
    if (c >= 0x20 && c < 0x7F) {
      out += static_cast<char>(c);
    } else {
      char hex[12];
      std::snprintf(hex, sizeof hex, "\\u{%X}", static_cast<unsigned>(c));
      out += hex;
    }
  }
  return out;
}

}  // namespace spandrop::test
