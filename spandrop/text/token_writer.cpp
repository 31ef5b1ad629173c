#include "spandrop/text/token_writer.h"

#include <cstring>

#include "spandrop/text/ascii_word.h"
#include "spandrop/text/bert_words.h"
#include "spandrop/text/utf8.h"

namespace spandrop {
namespace {

constexpr std::size_t kLongestWord = 100;  // code points; a longer word is unknown

enum class ByteKind : std::uint8_t { word, space, punctuation, other };

// `other` are non-ASCII bytes and control characters, which do not separate words.
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

WordModel::WordModel(const Vocabulary& vocabulary)
    : unknown(vocabulary.unknown), words(vocabulary.tokens), pieces(vocabulary.tokens) {
  punctuation.fill(unknown);
  for (const Vocabulary::Token& token : vocabulary.tokens) {
    if (token.text.size() == 1 && is_ascii(token.text[0])) {
      punctuation[static_cast<unsigned char>(token.text[0])] = token.id;
    }
  }
}

void TokenWriter::add_special(std::string_view text, const SpecialTokens::Found& found) {
  const std::size_t begin = found.range.begin - shift_;
  for (std::size_t i = found.range.begin; i < found.range.end;) {
    const std::size_t bytes = utf8_size(text[i]);
    shift_ += bytes - units_of(bytes, unit_);
    i += bytes;
  }
  add(found.id, begin, found.range.end - shift_);
}

void TokenWriter::add_text(std::string_view text, std::size_t position) {
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
    const std::int32_t id = model_.words.find(first.bytes, rest.bytes);
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

// Adds what does not begin an ASCII word: white space, a punctuation mark, or a stretch that is not
// plain ASCII.
std::size_t TokenWriter::add_mark(std::string_view text, std::size_t position) {
  switch (kind_at(text, position)) {
    case ByteKind::space:
      return position + 1;
    case ByteKind::punctuation:
      add_bytes(model_.punctuation[static_cast<unsigned char>(text[position])], position,
                position + 1);
      return position + 1;
    default:
      return add_stretch(text, position);
  }
}

// Adds a word of 16 bytes or more.
std::size_t TokenWriter::add_long_word(std::string_view text, std::size_t position) {
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
    add_bytes(model_.unknown, position, end);
  } else {
    add_ascii_word({word.data(), end - position}, position);
  }
  return end;
}

// Adds text that is not plain ASCII, up to an ASCII space or punctuation mark, across which nothing
// affects the tokens.
std::size_t TokenWriter::add_stretch(std::string_view text, std::size_t position) {
  std::size_t end = position;
  while (end < text.size() &&
         (kind_at(text, end) == ByteKind::word || kind_at(text, end) == ByteKind::other)) {
    ++end;
  }
  thread_local BertWords words;
  words.start(text.substr(position, end - position), position - shift_, unit_);
  while (words.next_run()) {
    const auto& origins = words.origins();
    for (const BertWords::Word& word : words.words()) {
      if (word.characters > kLongestWord) {
        add(model_.unknown, origins[word.begin].begin, origins[word.end - 1].end);
        continue;
      }
      const auto bytes = std::string_view(words.bytes()).substr(word.begin, word.end - word.begin);
      add_pieces(bytes, [&](std::int32_t id, std::size_t piece_begin, std::size_t piece_end) {
        add(id, origins[word.begin + piece_begin].begin, origins[word.begin + piece_end - 1].end);
      });
    }
  }
  shift_ = end - words.position();
  return end;
}

void TokenWriter::add_ascii_word(std::string_view word, std::size_t position) {
  add_pieces(word, [&](std::int32_t id, std::size_t begin, std::size_t end) {
    add_bytes(id, position + begin, position + end);
  });
}

// Adds the longest pieces of a word from left to right, or one unknown token if they do not cover
// it.
template <class Add>
void TokenWriter::add_pieces(std::string_view word, Add add_piece) {
  const std::size_t before = count();
  for (std::size_t begin = 0; begin < word.size();) {
    const PieceTrie::Match match = model_.pieces.longest(word.substr(begin), begin > 0);
    if (match.size == 0) {
      offsets_ -= count() - before;
      ids_ = first_ + before;
      add_piece(model_.unknown, 0, word.size());
      return;
    }
    add_piece(match.id, begin, begin + match.size);
    begin += match.size;
  }
}

}  // namespace spandrop
