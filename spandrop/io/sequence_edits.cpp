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

// Keeps two lone surrogates that come together from becoming one character.
void part_surrogates(const Record& record, Edit& edit) {
  const Range before{record.text_at.begin, edit.at.begin}, after{edit.at.end, record.text_at.end};
  if (!would_pair(record.raw(before), record.raw(after))) return;
  edit.at.begin -= kLoneSurrogate.size();
  edit.with = kLoneSurrogate;
}

void edit_text(const Record& record, const Remap& remap, const DropOptions& options,
               std::vector<Edit>& edits) {
  const auto raw = [&](std::size_t position) {
    return record.text_at.begin + record.text.raw_position(position);
  };
  bool after_kept = true;
  for (const Piece& piece : remap.pieces()) {
    if (!piece.kept) {
      if (after_kept) edits.push_back({{raw(piece.old.begin), raw(piece.old.begin)}, {}});
      edits.back().at.end = raw(piece.old.end);
      append_mask(edits.back().with, options, piece, record.text.text(), true);
    } else if (!after_kept && edits.back().with.empty()) {
      part_surrogates(record, edits.back());
    }
    after_kept = piece.kept;
  }
}

// A mask as an element of the token array: text among strings, JSON among anything else.
std::string mask_token(const Record& record, const std::string& mask) {
  if (!has_string_tokens(record)) return mask;
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

}  // namespace spandrop
