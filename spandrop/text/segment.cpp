#include "spandrop/text/segment.h"

#include <stdexcept>
#include <utility>
#include <vector>

#include "spandrop/text/ascii_break.h"
#include "spandrop/text/icu_breaks.h"
#include "spandrop/text/sentence_break.h"
#include "spandrop/text/utf8.h"

namespace spandrop {
namespace {

// Calls boundary(end) for the end of each grapheme cluster.
template <class Boundary>
void each_character(std::string_view text, Boundary boundary) {
  // There is a boundary between any two ASCII bytes except CR LF, whatever surrounds them.
  const auto can_split = [&](std::size_t i) {
    return is_ascii(text[i - 1]) && is_ascii(text[i]) && !(text[i - 1] == '\r' && text[i] == '\n');
  };
  const auto ascii = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin + 1; i < end; ++i) {
      if (can_split(i)) boundary(i);
    }
    boundary(end);
  };
  const auto other = [&](std::size_t begin, std::size_t end) {
    IcuBreaks breaks(BreakKind::character, text.substr(begin, end - begin));
    while (const auto found = breaks.next()) boundary(begin + *found);
  };
  by_stretches(text, can_split, ascii, other);
}

// Collects pieces and joins white space to the piece before it.
class JoinedRanges {
 public:
  JoinedRanges(std::string_view text, std::size_t typical_size) : text_(text) {
    ranges_.reserve(text.size() / typical_size + 1);
  }

  void add_piece(std::size_t end) { ranges_.push_back({last(), end}); }
  void add_space(std::size_t end) {
    if (!ranges_.empty()) ranges_.back().end = end;
  }
  void add(std::size_t begin, std::size_t end) {
    is_white_space(text_.substr(begin, end - begin)) ? add_space(end) : add_piece(end);
  }
  std::vector<Range> finish() {
    if (ranges_.empty() && !text_.empty()) add_piece(text_.size());
    return std::move(ranges_);
  }

 private:
  std::size_t last() const { return ranges_.empty() ? 0 : ranges_.back().end; }

  std::string_view text_;
  std::vector<Range> ranges_;
};

// A line with its line end.
struct Line {
  std::size_t end;      // including the line end
  bool blank;           // only spaces and tabs
  bool ends_paragraph;  // by U+2029
};

Line line_at(std::string_view text, std::size_t begin) {
  constexpr std::string_view paragraph_separator = "\xE2\x80\xA9";
  const std::size_t first = text.find_first_not_of(" \t", begin);
  if (first == text.npos) return {text.size(), true, false};
  for (std::size_t i = first; i < text.size(); ++i) {
    if (text[i] == '\n') return {i + 1, i == first, false};
    if (text[i] == '\r') return {i + (text.substr(i, 2) == "\r\n" ? 2u : 1u), i == first, false};
    if (text[i] == '\xE2' && text.substr(i, 3) == paragraph_separator) {
      return {i + 3, i == first, true};
    }
  }
  return {text.size(), false, false};
}

}  // namespace

Spans sentences(std::string_view text) {
  SentenceBreaks breaks(text);
  JoinedRanges ranges(text, 64);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = breaks.next(begin);
    ranges.add(begin, end);
    begin = end;
  }
  return Spans(text.size(), ranges.finish());
}

Spans words(std::string_view text) {
  const AsciiWords& rules = AsciiWords::instance();
  JoinedRanges ranges(text, 4);
  // There is a boundary between white space and an ASCII mark after it, whatever surrounds them.
  const auto can_split = [&](std::size_t i) {
    return is_ascii(text[i]) && rules.is_space(text[i - 1]) && !rules.is_space(text[i]);
  };
  const auto ascii = [&](std::size_t begin, std::size_t end) {
    const std::string_view stretch = text.substr(0, end);
    while (begin < end) {
      if (rules.is_space(text[begin])) {
        while (begin < end && rules.is_space(text[begin])) ++begin;
        ranges.add_space(begin);
      } else {
        begin = rules.word_end(stretch, begin);
        ranges.add_piece(begin);
      }
    }
  };
  const auto other = [&](std::size_t begin, std::size_t end) {
    IcuBreaks breaks(BreakKind::word, text.substr(begin, end - begin));
    std::size_t last = begin;
    while (const auto found = breaks.next()) {
      ranges.add(last, begin + *found);
      last = begin + *found;
    }
  };
  by_stretches(text, can_split, ascii, other);
  return Spans(text.size(), ranges.finish());
}

Spans characters(std::string_view text) {
  std::vector<Range> ranges;
  ranges.reserve(text.size());
  std::size_t begin = 0;
  each_character(text, [&](std::size_t end) {
    ranges.push_back({begin, end});
    begin = end;
  });
  return Spans(text.size(), std::move(ranges));
}

Spans characters_every(std::string_view text, std::size_t k) {
  if (k == 0) throw std::invalid_argument("[characters_every] expected k of at least 1, got 0");
  std::vector<Range> ranges;
  ranges.reserve(text.size() / k + 1);
  std::size_t begin = 0;
  std::size_t count = 0;
  each_character(text, [&](std::size_t end) {
    if (++count < k && end < text.size()) return;
    ranges.push_back({begin, end});
    begin = end;
    count = 0;
  });
  return Spans(text.size(), std::move(ranges));
}

Spans paragraphs(std::string_view text) {
  std::vector<Range> ranges;
  std::size_t begin = 0;
  bool has_text = false;  // the paragraph has a line that is not blank
  bool over = false;      // and it has ended
  for (std::size_t at = 0; at < text.size();) {
    const Line line = line_at(text, at);
    if (!line.blank) {
      if (over) {
        ranges.push_back({begin, at});
        begin = at;
      }
      has_text = true;
      over = false;
    }
    over = over || (has_text && (line.blank || line.ends_paragraph));
    at = line.end;
  }
  if (begin < text.size()) ranges.push_back({begin, text.size()});
  return Spans(text.size(), std::move(ranges));
}

}  // namespace spandrop
