#include "spandrop/text/question_overlap.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

#include "spandrop/text/segment.h"
#include "spandrop/text/utf8.h"

namespace spandrop {
namespace {

using Tokens = std::span<const std::int32_t>;

// Joins the shared tokens; token i is ranges[i] of a sequence of `length` elements.
Spans join_shared(std::size_t length, std::span<const Range> tokens,
                  const std::vector<bool>& shared) {
  std::vector<Range> ranges;
  std::vector<std::uint32_t> owners;
  ranges.reserve(tokens.size());
  owners.reserve(tokens.size());
  std::uint32_t spans = 0;
  std::uint32_t shared_span = 0;
  std::size_t shared_ranges = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (shared[i] && i > 0 && shared[i - 1]) {
      ranges.back().end = tokens[i].end;
      continue;
    }
    ranges.push_back(tokens[i]);
    if (!shared[i]) {
      owners.push_back(spans++);
      continue;
    }
    if (shared_ranges++ == 0) shared_span = spans++;
    owners.push_back(shared_span);
  }
  if (shared_ranges <= 1) return Spans(length, std::move(ranges));
  return Spans(length, std::move(ranges), std::move(owners));
}

std::string_view without_white_space(std::string_view word) {
  const auto is_space = [&](std::size_t position) {
    return u_isUWhiteSpace(static_cast<UChar32>(code_point_at(word, position)));
  };
  while (!word.empty() && is_space(previous_code_point(word, word.size()))) {
    word = word.substr(0, previous_code_point(word, word.size()));
  }
  while (!word.empty() && is_space(0)) word.remove_prefix(utf8_size(word[0]));
  return word;
}

void fold(std::string_view word, std::string& folded) {
  folded.clear();
  if (find_non_ascii(word, 0) == word.size()) {
    for (const char c : word) folded += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return;
  }
  UErrorCode status = U_ZERO_ERROR;
  icu::StringByteSink<std::string> sink(&folded);
  icu::CaseMap::utf8Fold(0, {word.data(), static_cast<std::int32_t>(word.size())}, sink, nullptr,
                         status);
  if (U_FAILURE(status)) {
    throw std::runtime_error(std::string("[adaptive_spans] ICU says ") + u_errorName(status));
  }
}

}  // namespace

std::vector<bool> shared_tokens(Tokens context, Tokens question, std::size_t n) {
  if (n < 2) {
    throw std::invalid_argument("[shared_tokens] expected n of at least 2, got " +
                                std::to_string(n));
  }
  std::vector<bool> shared(context.size());
  if (context.size() < n || question.size() < n) return shared;
  const auto before = [](Tokens left, Tokens right) {
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end());
  };
  std::vector<Tokens> grams;
  grams.reserve(question.size() - n + 1);
  for (std::size_t i = 0; i + n <= question.size(); ++i) grams.push_back(question.subspan(i, n));
  std::sort(grams.begin(), grams.end(), before);
  std::size_t marked = 0;  // tokens before this one are decided
  for (std::size_t i = 0; i + n <= context.size(); ++i) {
    if (!std::binary_search(grams.begin(), grams.end(), context.subspan(i, n), before)) continue;
    for (marked = std::max(marked, i); marked < i + n; ++marked) shared[marked] = true;
  }
  return shared;
}

namespace {

// Says of each word of a text whether it is in an n-gram of one of the questions.
std::vector<bool> shared_in(std::string_view context, const Spans& context_words,
                            std::span<const std::string_view> questions, std::size_t n) {
  constexpr std::int32_t unknown = -1, question_end = -2;  // no n-gram reaches over an end
  std::unordered_map<std::string, std::int32_t> vocabulary;
  std::string folded;
  std::vector<std::int32_t> question_ids;
  for (const std::string_view question : questions) {
    if (!question_ids.empty()) question_ids.push_back(question_end);
    const Spans question_words = words(question);
    for (const Range& range : question_words.ranges()) {
      fold(without_white_space(question.substr(range.begin, range.size())), folded);
      const auto id = static_cast<std::int32_t>(vocabulary.size());
      question_ids.push_back(vocabulary.emplace(folded, id).first->second);
    }
  }
  std::vector<std::int32_t> context_ids;
  context_ids.reserve(context_words.size());
  for (const Range& range : context_words.ranges()) {
    fold(without_white_space(context.substr(range.begin, range.size())), folded);
    const auto found = vocabulary.find(folded);
    context_ids.push_back(found == vocabulary.end() ? unknown : found->second);
  }
  return shared_tokens(context_ids, question_ids, n);
}

}  // namespace

Spans adaptive_spans(Tokens context, Tokens question, std::size_t n) {
  std::vector<Range> tokens;
  tokens.reserve(context.size());
  for (std::size_t i = 0; i < context.size(); ++i) tokens.push_back({i, i + 1});
  return join_shared(context.size(), tokens, shared_tokens(context, question, n));
}

std::vector<Range> shared_words(std::string_view context,
                                std::span<const std::string_view> questions, std::size_t n) {
  const Spans context_words = words(context);
  const std::vector<bool> shared = shared_in(context, context_words, questions, n);
  std::vector<Range> ranges;
  for (std::size_t i = 0; i < shared.size(); ++i) {
    if (!shared[i]) continue;
    const Range word = context_words.ranges()[i];
    if (!ranges.empty() && ranges.back().end == word.begin) {
      ranges.back().end = word.end;
    } else {
      ranges.push_back(word);
    }
  }
  return ranges;
}

Spans adaptive_spans(std::string_view context, std::string_view question, std::size_t n) {
  const Spans context_words = words(context);
  return join_shared(context.size(), context_words.ranges(),
                     shared_in(context, context_words, {&question, 1}, n));
}

}  // namespace spandrop
