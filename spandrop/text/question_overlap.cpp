#include "spandrop/text/question_overlap.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

#include "spandrop/text/folded_words.h"
#include "spandrop/text/segment.h"

namespace spandrop {
namespace {

using Tokens = std::span<const std::int32_t>;

// Joins the shared tokens into one span; token i is the range tokens[i] of a sequence of `length`
// elements.
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

void check_n(std::size_t n) {
  if (n >= 2) return;
  throw std::invalid_argument("[shared_tokens] expected n of at least 2, got " + std::to_string(n));
}

// The n-grams of a question, in a flat table because every position of a context is looked up.
class Grams {
 public:
  // The question must have at least n tokens.
  Grams(Tokens question, std::size_t n) : question_(question), n_(n) {
    const std::size_t count = question.size() - n + 1;
    table_.resize(std::bit_ceil(4 * count), kFree);
    for (std::size_t i = 0; i < count; ++i) table_[place(question.subspan(i, n))] = i;
  }

  // Marks the tokens of a context in [begin, end) that are in one of the n-grams.
  void mark(Tokens context, std::size_t begin, std::size_t end, std::vector<bool>& shared) const {
    std::size_t marked = begin;  // tokens before this one are done
    for (std::size_t i = begin; i + n_ <= end; ++i) {
      if (!contains(context.subspan(i, n_))) continue;
      for (marked = std::max(marked, i); marked < i + n_; ++marked) shared[marked] = true;
    }
  }

 private:
  static constexpr std::size_t kFree = ~std::size_t{0};

  bool contains(Tokens gram) const { return table_[place(gram)] != kFree; }

  // The place of an n-gram in the table, or the free place where it belongs.
  std::size_t place(Tokens gram) const {
    std::uint64_t hash = 0;
    for (const std::int32_t token : gram) {
      hash = (hash ^ static_cast<std::uint32_t>(token)) * 0x9E3779B97F4A7C15;
      hash ^= hash >> 32;
    }
    const std::size_t mask = table_.size() - 1;
    std::size_t at = hash & mask;
    while (table_[at] != kFree &&
           !std::equal(gram.begin(), gram.end(), question_.begin() + begin(at))) {
      at = (at + 1) & mask;
    }
    return at;
  }
  std::ptrdiff_t begin(std::size_t at) const { return static_cast<std::ptrdiff_t>(table_[at]); }

  Tokens question_;
  std::size_t n_;
  std::vector<std::size_t> table_;  // where in the question an n-gram begins; a quarter full
};

}  // namespace

std::vector<bool> shared_tokens(Tokens context, Tokens question, std::size_t n) {
  check_n(n);
  std::vector<bool> shared(context.size());
  if (question.size() >= n) Grams(question, n).mark(context, 0, context.size(), shared);
  return shared;
}

namespace {

// For each word of a text, whether it is in an n-gram of one of the questions.
std::vector<bool> shared_in(std::string_view context, const Spans& context_words,
                            std::span<const std::string_view> questions, std::size_t n) {
  constexpr std::int32_t question_end = -2;  // no n-gram spans two questions
  static_assert(question_end != FoldedWords::kUnknown);
  check_n(n);
  std::size_t bytes = 0;
  for (const std::string_view question : questions) bytes += question.size();
  const std::size_t about = bytes / 6;  // words
  FoldedWords numbers(about);
  std::vector<std::int32_t> question_ids;
  question_ids.reserve(about);
  for (const std::string_view question : questions) {
    if (!question_ids.empty()) question_ids.push_back(question_end);
    const Spans question_words = words(question);
    for (const Range& word : question_words.ranges()) {
      question_ids.push_back(numbers.add(question, word));
    }
  }
  std::vector<std::int32_t> context_ids;
  context_ids.reserve(context_words.size());
  for (const Range& word : context_words.ranges()) {
    context_ids.push_back(numbers.find(context, word));
  }
  std::vector<bool> shared(context_ids.size());
  if (question_ids.size() < n) return shared;
  const Grams grams(question_ids, n);
  // Split the context at words that are in no question, as most are: no shared n-gram contains
  // them.
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= context_ids.size(); ++i) {
    if (i < context_ids.size() && context_ids[i] != FoldedWords::kUnknown) continue;
    grams.mark(context_ids, begin, i, shared);
    begin = i + 1;
  }
  return shared;
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
