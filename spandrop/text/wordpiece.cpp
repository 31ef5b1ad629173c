#include "spandrop/text/wordpiece.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include "spandrop/text/ascii_word.h"
#include "spandrop/text/bert_words.h"
#include "spandrop/text/utf8.h"

namespace spandrop {
namespace {

constexpr std::size_t kLongestWord = 100;  // code points; a longer word is unknown

enum class ByteKind : std::uint8_t { word, space, punctuation, other };

// What a byte is: `other` are bytes beyond ASCII, and control characters, which part no words.
constexpr std::array<ByteKind, 256> kKinds = [] {
  std::array<ByteKind, 256> kinds{};
  for (int c = 0; c < 256; ++c) {
    const bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    const bool is_space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    kinds[static_cast<std::size_t>(c)] = is_word                 ? ByteKind::word
                                         : is_space              ? ByteKind::space
                                         : c < 0x20 || c >= 0x7F ? ByteKind::other
                                                                 : ByteKind::punctuation;
  }
  return kinds;
}();

ByteKind kind_at(std::string_view text, std::size_t position) {
  return kKinds[static_cast<unsigned char>(text[position])];
}

}  // namespace

// Writes the tokens of one text to a place with room for one token a byte.
class WordPiece::Run {
 public:
  Run(const WordPiece& model, Unit unit, std::int32_t* ids, TokenRange* offsets)
      : model_(model), unit_(unit), first_(ids), ids_(ids), offsets_(offsets) {}

  std::size_t count() const { return static_cast<std::size_t>(ids_ - first_); }

  // Adds a special token that was found in the text.
  void add_special(const SpecialTokens::Found& found, std::string_view text) {
    const std::size_t begin = found.range.begin - shift_;
    for (std::size_t i = found.range.begin; i < found.range.end; i += utf8_size(text[i])) {
      shift_ += utf8_size(text[i]) - units_at(text, i);
    }
    add(found.id, begin, found.range.end - shift_);
  }

  // Adds the tokens of `text` from `position` on.
  void add_text(std::string_view text, std::size_t position) {
    while (position < text.size()) {
      const WordBytes first = word_bytes(eight_bytes_at(text, position));
      if (first.size == 0) {
        position = add_mark(text, position);
        continue;
      }
      const WordBytes rest =
          first.size < 8 ? WordBytes{} : word_bytes(eight_bytes_at(text, position + 8));
      if (rest.size == 8 && position + 16 < text.size()) {
        position = add_long_word(text, position);
        continue;
      }
      const std::size_t end = position + first.size + rest.size;
      if (end < text.size() && kind_at(text, end) == ByteKind::other) {
        position = add_stretch(text, position);
        continue;
      }
      const std::int32_t id = model_.words_.find(first.bytes, rest.bytes);
      if (id != WordTable::kNone) {
        add_bytes(id, position, end);
      } else {
        std::array<char, 16> word;
        std::memcpy(word.data(), &first.bytes, 8);
        std::memcpy(word.data() + 8, &rest.bytes, 8);
        add_ascii_word({word.data(), end - position}, position);
      }
      position = end;
    }
  }

 private:
  void add(std::int32_t id, std::size_t begin, std::size_t end) {
    *ids_++ = id;
    *offsets_++ = {static_cast<std::int32_t>(begin), static_cast<std::int32_t>(end)};
  }
  void add_bytes(std::int32_t id, std::size_t begin, std::size_t end) {
    add(id, begin - shift_, end - shift_);
  }

  std::size_t units_at(std::string_view text, std::size_t position) const {
    const std::size_t bytes = utf8_size(text[position]);
    return unit_ == Unit::byte ? bytes : unit_ == Unit::utf16 && bytes == 4 ? 2 : 1;
  }

  // What begins no ASCII word: a space, a punctuation mark, or something that is no plain ASCII.
  std::size_t add_mark(std::string_view text, std::size_t position) {
    switch (kind_at(text, position)) {
      case ByteKind::space:
        return position + 1;
      case ByteKind::punctuation:
        add_bytes(model_.punctuation_[static_cast<unsigned char>(text[position])], position,
                  position + 1);
        return position + 1;
      default:
        return add_stretch(text, position);
    }
  }

  // A word of more than 16 bytes.
  std::size_t add_long_word(std::string_view text, std::size_t position) {
    std::array<char, kLongestWord> word;
    std::size_t end = position;
    for (; end < text.size() && kind_at(text, end) == ByteKind::word; ++end) {
      const char byte = text[end];
      const bool is_capital = byte >= 'A' && byte <= 'Z';
      if (end - position < word.size()) {
        word[end - position] = is_capital ? static_cast<char>(byte + 32) : byte;
      }
    }
    if (end < text.size() && kind_at(text, end) == ByteKind::other) {
      return add_stretch(text, position);
    }
    if (end - position > word.size()) {
      add_bytes(model_.unknown_, position, end);
    } else {
      add_ascii_word({word.data(), end - position}, position);
    }
    return end;
  }

  void add_ascii_word(std::string_view word, std::size_t position) {
    add_pieces(word, [&](std::int32_t id, std::size_t begin, std::size_t end) {
      add_bytes(id, position + begin, position + end);
    });
  }

  // Text with something beyond plain ASCII, up to an ASCII space or punctuation mark: what is on
  // either side of those does not matter to the other.
  std::size_t add_stretch(std::string_view text, std::size_t position) {
    thread_local BertWords words;
    std::size_t end = position;
    while (end < text.size() &&
           (kind_at(text, end) == ByteKind::word || kind_at(text, end) == ByteKind::other)) {
      ++end;
    }
    const std::size_t end_unit =
        words.read(text.substr(position, end - position), position - shift_, unit_);
    const auto& origins = words.origins();
    for (const BertWords::Word& word : words.words()) {
      if (word.characters > kLongestWord) {
        add(model_.unknown_, origins[word.begin].begin, origins[word.end - 1].end);
        continue;
      }
      const auto bytes = std::string_view(words.bytes()).substr(word.begin, word.end - word.begin);
      add_pieces(bytes, [&](std::int32_t id, std::size_t begin, std::size_t piece_end) {
        add(id, origins[word.begin + begin].begin, origins[word.begin + piece_end - 1].end);
      });
    }
    shift_ = end - end_unit;
    return end;
  }

  // The longest pieces of a word from left to right; one unknown token if they do not cover it.
  template <class Add>
  void add_pieces(std::string_view word, Add add_piece) {
    const std::size_t before = count();
    for (std::size_t begin = 0; begin < word.size();) {
      const PieceTrie::Match match = model_.pieces_.longest(word.substr(begin), begin > 0);
      if (match.size == 0) {
        offsets_ -= count() - before;
        ids_ = first_ + before;
        add_piece(model_.unknown_, 0, word.size());
        return;
      }
      add_piece(match.id, begin, begin + match.size);
      begin += match.size;
    }
  }

  const WordPiece& model_;
  const Unit unit_;
  std::int32_t* const first_;
  std::int32_t* ids_;
  TokenRange* offsets_;
  std::size_t shift_ = 0;  // bytes so far minus units so far
};

WordPiece::WordPiece(const Vocabulary& vocabulary)
    : unknown_(vocabulary.unknown),
      beginning_(vocabulary.beginning),
      separator_(vocabulary.separator),
      specials_(vocabulary.specials),
      words_(vocabulary.tokens),
      pieces_(vocabulary.tokens) {
  punctuation_.fill(unknown_);
  for (const Vocabulary::Token& token : vocabulary.tokens) {
    if (token.text.size() == 1 && is_ascii(token.text[0])) {
      punctuation_[static_cast<unsigned char>(token.text[0])] = token.id;
    }
  }
}

void WordPiece::encode(std::string_view text, const EncodeOptions& options, Tokens& out) const {
  encode_texts(text, nullptr, options, out);
}

void WordPiece::encode_pair(std::string_view first, std::string_view second,
                            const EncodeOptions& options, Tokens& out) const {
  encode_texts(first, &second, options, out);
}

void WordPiece::encode_texts(std::string_view first, const std::string_view* second,
                             const EncodeOptions& options, Tokens& out) const {
  const std::size_t bytes = first.size() + (second ? second->size() : 0);
  if (bytes > std::numeric_limits<std::int32_t>::max()) {
    throw std::invalid_argument("[WordPiece] expected texts of less than 2^31 bytes, got " +
                                std::to_string(bytes));
  }
  const bool adds = options.add_special;
  const std::size_t added = !adds ? 0 : second ? 3 : 2;
  const std::size_t start = out.size();
  const std::size_t enough = start + bytes + added;
  if (enough > out.ids.capacity()) {
    const std::size_t more = std::max(enough, 2 * out.ids.capacity());
    out.ids.reserve(more);
    out.offsets.reserve(more);
  }
  out.ids.resize(enough);
  out.offsets.resize(enough);

  const std::size_t first_at = start + adds;
  std::size_t first_size = append_tokens(first, options, first_at, out);
  std::size_t second_at = first_at + first_size;
  std::size_t second_size = second ? append_tokens(*second, options, second_at, out) : 0;
  if (options.truncation) {
    KeptTokens kept;
    try {
      kept = kept_tokens(first_size, second ? std::optional(second_size) : std::nullopt, added,
                         *options.truncation);
    } catch (const std::invalid_argument&) {
      out.ids.resize(start);
      out.offsets.resize(start);
      throw;
    }
    first_size = kept.first;
    second_size = kept.second;
  }

  const auto put_special = [&](std::size_t at, std::int32_t id) {
    out.ids[at] = id;
    out.offsets[at] = {0, 0};
  };
  if (adds) put_special(start, beginning_);
  std::size_t end = first_at + first_size;
  if (second) {
    // To its place behind the first text, which may be cut and has a token after it.
    const auto move = [&](auto* values) {
      std::memmove(values + end + adds, values + second_at, second_size * sizeof(*values));
    };
    move(out.ids.data());
    move(out.offsets.data());
  }
  if (adds) put_special(end++, separator_);
  const std::size_t of_first = end;
  end += second_size;
  if (adds && second) put_special(end++, separator_);

  out.ids.resize(end);
  out.offsets.resize(end);
  out.type_ids.resize(of_first, 0);
  out.type_ids.resize(end, 1);
  out.rows.push_back(static_cast<std::int64_t>(end));
}

// Writes the tokens of a text to `out` from `at` on, and returns how many there are.
std::size_t WordPiece::append_tokens(std::string_view text, const EncodeOptions& options,
                                     std::size_t at, Tokens& out) const {
  Run run(*this, options.unit, out.ids.data() + at, out.offsets.data() + at);
  std::size_t position = 0;
  while (const auto special =
             options.match_special ? specials_.find(text, position) : std::nullopt) {
    run.add_text(text.substr(0, special->range.begin), position);
    run.add_special(*special, text);
    position = special->range.end;
  }
  run.add_text(text, position);
  assert(at + run.count() <= out.ids.size());
  return run.count();
}

}  // namespace spandrop
