// Finds the longest piece of a WordPiece vocabulary at the start of a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "spandrop/text/vocabulary.h"

namespace spandrop {

// A double-array trie: each step reads one cell.
class PieceTrie {
 public:
  explicit PieceTrie(const std::vector<Vocabulary::Token>& tokens);

  struct Match {
    std::int32_t id = 0;
    std::size_t size = 0;  // bytes; 0 if no piece matches
  };

  // The longest piece at the start of `text`, among the pieces inside a word or those that begin
  // one.
  Match longest(std::string_view text, bool inside_word) const {
    Match match;
    std::uint32_t node = inside_word ? kInside : kStart;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const std::uint32_t next = cells_[node].base ^ static_cast<unsigned char>(text[i]);
      if (cells_[next].parent != node) break;
      node = next;
      if (cells_[node].id >= 0) match = {cells_[node].id, i + 1};
    }
    return match;
  }

 private:
  static constexpr std::uint32_t kStart = 0, kInside = 1;  // the two roots
  static constexpr std::uint32_t kFree = ~std::uint32_t{0}, kNoParent = kFree - 1;

  // A node. Its child for a byte is the cell `base ^ byte`, if that cell names it as its parent.
  struct Cell {
    std::uint32_t base = 0;
    std::uint32_t parent = kFree;
    std::int32_t id = -1;
  };
  struct Piece {
    std::string_view text;
    std::int32_t id;
  };

  void add_root(std::uint32_t root, std::vector<Piece>& pieces);
  void add_children(std::uint32_t node, const Piece* begin, const Piece* end, std::size_t depth);
  std::uint32_t free_base(std::string_view bytes);

  std::vector<Cell> cells_;  // whole blocks of 256: a base and its children are in the same one
  std::uint32_t first_free_ = 0;
};

}  // namespace spandrop
