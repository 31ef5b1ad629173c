#include "spandrop/text/wordpiece.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

namespace spandrop {

WordPiece::WordPiece(const Vocabulary& vocabulary)
    : beginning_(vocabulary.beginning),
      separator_(vocabulary.separator),
      specials_(vocabulary.specials),
      model_(vocabulary) {}

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
    // Move it behind the first text, which may have been truncated, and its [SEP].
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

// Writes the tokens of a text to `out` from `at` on and returns their number.
std::size_t WordPiece::append_tokens(std::string_view text, const EncodeOptions& options,
                                     std::size_t at, Tokens& out) const {
  TokenWriter writer(model_, options.unit, out.ids.data() + at, out.offsets.data() + at);
  std::size_t position = 0;
  while (const auto special =
             options.match_special ? specials_.find(text, position) : std::nullopt) {
    writer.add_text(text.substr(0, special->range.begin), position);
    writer.add_special(text, *special);
    position = special->range.end;
  }
  writer.add_text(text, position);
  assert(at + writer.count() <= out.ids.size());
  return writer.count();
}

}  // namespace spandrop
