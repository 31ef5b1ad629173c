#include "spandrop/io/records/sequence_edits.h"

#include <string>
#include <string_view>

#include "spandrop/base/json_writer.h"
#include "spandrop/drop/view.h"

namespace spandrop {
namespace {

// The mask as the content of a JSON string, without quotes.
std::string escaped_mask(const DropOptions& options) {
  std::string mask;
  if (options.mask) append_escaped(mask, *options.mask);
  return mask;
}

// Two lone surrogates that become neighbours must not merge into one character.
void part_surrogates(const Record& record, Edit& edit) {
  const Place before{record.text_at.begin, edit.at.begin}, after{edit.at.end, record.text_at.end};
  if (!would_pair(record.raw(before), record.raw(after))) return;
  edit.at.begin -= kLoneSurrogate.size();
  edit.with = kLoneSurrogate;
}

void edit_text(const Record& record, const Remap& remap, const DropOptions& options,
               std::vector<Edit>& edits) {
  const auto raw = [&](std::size_t position) {
    return record.text_at.begin + record.text.raw_position(position);
  };
  const std::string mask = escaped_mask(options);
  bool after_kept = true;
  for (const Piece& piece : remap.pieces()) {
    if (!piece.kept) {
      if (after_kept) edits.push_back({{raw(piece.old.begin), raw(piece.old.begin)}, {}});
      edits.back().at.end = raw(piece.old.end);
      for (std::size_t i = masks_in(piece, record.text.text(), options); i > 0; --i) {
        edits.back().with += mask;
      }
    } else if (!after_kept && edits.back().with.empty()) {
      part_surrogates(record, edits.back());
    }
    after_kept = piece.kept;
  }
}

// A mask as an element of the token array: text among strings, JSON among anything else.
std::string mask_token(const Record& record, const std::string& mask) {
  return has_string_tokens(record) ? json_string(mask) : mask;
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

void edit_sequence(const Record& record, const Remap& remap, const DropOptions& options,
                   std::vector<Edit>& edits) {
  if (record.is_text) {
    edit_text(record, remap, options, edits);
  } else {
    edit_tokens(record, remap, options, edits);
  }
}

}  // namespace spandrop
