#include "spandrop/text/vocabulary.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "spandrop/text/utf8.h"

namespace spandrop {
namespace {

constexpr std::array<std::string_view, 5> kSpecials = {"[PAD]", "[UNK]", "[CLS]", "[SEP]",
                                                       "[MASK]"};

std::string_view without_white_space_at_end(std::string_view line) {
  while (!line.empty()) {
    const std::size_t last = previous_code_point(line, line.size());
    if (!u_isUWhiteSpace(static_cast<UChar32>(code_point_at(line, last)))) break;
    line = line.substr(0, last);
  }
  return line;
}

std::int32_t id_named(const Vocabulary& vocabulary, std::string_view name) {
  for (const auto* list : {&vocabulary.tokens, &vocabulary.specials}) {
    // The last one is used.
    const auto found =
        std::find_if(list->rbegin(), list->rend(),
                     [&](const Vocabulary::Token& token) { return token.text == name; });
    if (found != list->rend()) return found->id;
  }
  throw std::invalid_argument("[vocabulary] expected a token " + std::string(name) + ", got none");
}

}  // namespace

void name_special_ids(Vocabulary& vocabulary) {
  vocabulary.unknown = id_named(vocabulary, "[UNK]");
  vocabulary.beginning = id_named(vocabulary, "[CLS]");
  vocabulary.separator = id_named(vocabulary, "[SEP]");
}

Vocabulary vocabulary_of_lines(std::string_view lines) {
  Vocabulary vocabulary;
  for (std::int32_t id = 0; !lines.empty(); ++id) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view token = without_white_space_at_end(lines.substr(0, end));
    vocabulary.tokens.push_back({std::string(token), id});
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  for (const std::string_view special : kSpecials) {
    for (const Vocabulary::Token& token : vocabulary.tokens) {
      if (token.text == special) vocabulary.specials.push_back(token);
    }
  }
  name_special_ids(vocabulary);
  return vocabulary;
}

}  // namespace spandrop
