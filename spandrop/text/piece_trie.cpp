#include "spandrop/text/piece_trie.h"

#include <algorithm>
#include <string>

namespace spandrop {
namespace {

constexpr std::size_t kBlock = 256;
// No word has a longer piece: words have at most 100 characters of 4 bytes.
constexpr std::size_t kLongest = 400;
constexpr std::string_view kInsideMark = "##";

}  // namespace

PieceTrie::PieceTrie(const std::vector<Vocabulary::Token>& tokens) : cells_(kBlock) {
  std::vector<Piece> starts, insides;
  for (const Vocabulary::Token& token : tokens) {
    std::string_view text = token.text;
    const bool is_inside = text.starts_with(kInsideMark);
    if (is_inside) text.remove_prefix(kInsideMark.size());
    if (text.empty() || text.size() > kLongest) continue;
    (is_inside ? insides : starts).push_back({text, token.id});
  }
  cells_[kStart].parent = kNoParent;
  cells_[kInside].parent = kNoParent;
  add_root(kStart, starts);
  add_root(kInside, insides);
}

void PieceTrie::add_root(std::uint32_t root, std::vector<Piece>& pieces) {
  // Stable, so that the last of two pieces with the same text stays last and is used.
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Piece& a, const Piece& b) { return a.text < b.text; });
  add_children(root, pieces.data(), pieces.data() + pieces.size(), 0);
}

void PieceTrie::add_children(std::uint32_t node, const Piece* begin, const Piece* end,
                             std::size_t depth) {
  for (; begin != end && begin->text.size() == depth; ++begin) cells_[node].id = begin->id;
  if (begin == end) return;
  std::string bytes;
  for (const Piece* piece = begin; piece != end; ++piece) {
    if (bytes.empty() || bytes.back() != piece->text[depth]) bytes += piece->text[depth];
  }
  const std::uint32_t base = free_base(bytes);
  cells_[node].base = base;
  for (const char byte : bytes) cells_[base ^ static_cast<unsigned char>(byte)].parent = node;
  for (const char byte : bytes) {
    const Piece* last = begin;
    while (last != end && last->text[depth] == byte) ++last;
    add_children(base ^ static_cast<unsigned char>(byte), begin, last, depth + 1);
    begin = last;
  }
}

// The first base for which the cells of all children are free.
std::uint32_t PieceTrie::free_base(std::string_view bytes) {
  const auto is_free = [&](std::uint32_t cell) { return cells_[cell].parent == kFree; };
  for (std::uint32_t cell = first_free_;; ++cell) {
    if (cell == cells_.size()) cells_.resize(cells_.size() + kBlock);
    if (!is_free(cell)) {
      if (cell == first_free_) ++first_free_;
      continue;
    }
    const std::uint32_t base = cell ^ static_cast<unsigned char>(bytes.front());
    const bool fits = std::all_of(bytes.begin(), bytes.end(), [&](char byte) {
      return is_free(base ^ static_cast<unsigned char>(byte));
    });
    if (fits) return base;
  }
}

}  // namespace spandrop
