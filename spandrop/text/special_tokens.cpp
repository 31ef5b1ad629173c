#include "spandrop/text/special_tokens.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace spandrop {

SpecialTokens::SpecialTokens(std::vector<Vocabulary::Token> tokens) : tokens_(std::move(tokens)) {
  for (const Vocabulary::Token& token : tokens_) {
    if (token.text.empty()) {
      throw std::invalid_argument(
          "[SpecialTokens] expected non-empty special tokens, got an empty one");
    }
    if (first_bytes_.find(token.text.front()) == std::string::npos) {
      first_bytes_ += token.text.front();
    }
  }
  std::stable_sort(tokens_.begin(), tokens_.end(),
                   [](const auto& a, const auto& b) { return a.text.size() > b.text.size(); });
}

std::optional<SpecialTokens::Found> SpecialTokens::find(std::string_view text,
                                                        std::size_t position) const {
  // BERT's special tokens all begin with the same byte, and searching for one byte is much faster
  // than for several.
  const auto next = [&](std::size_t from) {
    return first_bytes_.size() == 1 ? text.find(first_bytes_.front(), from)
                                    : text.find_first_of(first_bytes_, from);
  };
  for (position = next(position); position != text.npos; position = next(position + 1)) {
    for (const Vocabulary::Token& token : tokens_) {
      if (text.substr(position).starts_with(token.text)) {
        return Found{{position, position + token.text.size()}, token.id};
      }
    }
  }
  return std::nullopt;
}

}  // namespace spandrop
