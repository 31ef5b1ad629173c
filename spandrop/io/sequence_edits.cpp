#include "spandrop/io/sequence_edits.h"

#include <algorithm>

namespace spandrop {
namespace {

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

// How many masks stand in place of a piece of text.
std::size_t masks_in(const DropOptions& options, const Piece& piece, std::string_view text) {
  switch (options.ablation()) {
    case Ablation::drop:
      return 0;
    case Ablation::mask:
      return code_points(text.substr(piece.old.begin, piece.old.size()));
    case Ablation::mask_spans:
      break;
  }
  return piece.size;
}

void edit_text(const Record& record, const Remap& remap, const DropOptions& options,
               std::vector<Edit>& edits) {
  const auto raw = [&](std::size_t position) {
    return record.text_at.begin + record.text.raw_position(position);
  };
  for (const Piece& piece : remap.pieces()) {
    if (piece.kept) continue;
    Edit edit{{raw(piece.old.begin), raw(piece.old.end)}, {}};
    append_mask(edit.with, options, piece, record.text.text(), true);
    edits.push_back(std::move(edit));
  }
}

// A mask as an element of the token array: text among strings, JSON among anything else.
std::string mask_token(const Record& record, const std::string& mask) {
  const bool strings =
      !record.tokens.elements.empty() && record.line[record.tokens.elements.front().begin] == '"';
  if (!strings) return mask;
  std::string quoted = "\"";
  append_escaped(quoted, mask);
  return quoted += '"';
}

void edit_tokens(const Record& record, const Remap& remap, const DropOptions& options,
                 std::vector<Edit>& edits) {
  enum class State : char { kept, masked, removed };
  std::vector<State> states(record.tokens.elements.size(), State::kept);
  for (const Piece& piece : remap.pieces()) {
    if (piece.kept) continue;
    for (std::size_t i = piece.old.begin; i < piece.old.end; ++i) {
      states[i] = i - piece.old.begin < piece.size ? State::masked : State::removed;
    }
  }
  const auto stays = [&](std::size_t i) { return states[i] != State::removed; };
  remove_elements(record.tokens, stays, edits);
  for (const auto& [name, array] : record.parallel) remove_elements(array, stays, edits);
  if (!options.mask) return;
  const std::string mask = mask_token(record, *options.mask);
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i] == State::masked) edits.push_back({record.tokens.elements[i], mask});
  }
}

}  // namespace

bool has_string_tokens(const Record& record) {
  return !record.tokens.elements.empty() &&
         record.line[record.tokens.elements.front().begin] == '"';
}

void append_mask(std::string& out, const DropOptions& options, const Piece& piece,
                 std::string_view text, bool escaped) {
  for (std::size_t count = masks_in(options, piece, text); count > 0; --count) {
    if (escaped) {
      append_escaped(out, *options.mask);
    } else {
      out += *options.mask;
    }
  }
}

void edit_sequence(const Record& record, const Remap& remap, const DropOptions& options,
                   std::vector<Edit>& edits) {
  if (record.is_text) {
    edit_text(record, remap, options, edits);
  } else {
    edit_tokens(record, remap, options, edits);
  }
}

std::string raw_slice(const Record& record, const Remap& remap, const DropOptions& options,
                      Range bytes) {
  std::string slice;
  const std::string_view raw = record.raw(record.text_at);
  for (const Piece& piece : remap.pieces()) {
    const Range part{std::max(piece.old.begin, bytes.begin), std::min(piece.old.end, bytes.end)};
    if (part.begin >= part.end) continue;
    if (piece.kept) {
      const std::size_t begin = record.text.raw_position(part.begin);
      slice += raw.substr(begin, record.text.raw_position(part.end) - begin);
    } else {
      append_mask(slice, options, {part, false, piece.size}, record.text.text(), true);
    }
  }
  return slice;
}

Remap in_units(const Record& record, const Remap& remap, const DropOptions& options) {
  const bool same_units = !record.is_text || (!options.mask && record.units() == record.length());
  if (same_units) return remap;
  const UnitIndex& index = *record.index;
  const std::size_t mask_units = options.mask ? UnitIndex(*options.mask, options.unit).length() : 0;
  std::vector<Piece> pieces;
  pieces.reserve(remap.pieces().size());
  for (const Piece& piece : remap.pieces()) {
    const Range old{index.to_units(piece.old.begin), index.to_units(piece.old.end)};
    const std::size_t masks = piece.kept ? 0 : masks_in(options, piece, record.text.text());
    pieces.push_back({old, piece.kept, piece.kept ? old.size() : masks * mask_units});
  }
  return Remap(std::move(pieces));
}

}  // namespace spandrop
