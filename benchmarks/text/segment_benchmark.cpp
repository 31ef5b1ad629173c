// Sentences, words and characters compared with plain ICU, in bytes per second of CPU time. The
// text is SQuAD's paragraphs if SPANDROP_DATA is set, otherwise a repeated sample.
#include <benchmark/benchmark.h>
#include <simdjson.h>
#include <unicode/brkiter.h>
#include <unicode/uchar.h>
#include <unicode/utext.h>
#include <unicode/utf8.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "spandrop/text/segment.h"

namespace {

using spandrop::Range;
using spandrop::Spans;

const std::vector<std::string>& texts() {
  static const std::vector<std::string> read = [] {
    const char* directory = std::getenv("SPANDROP_DATA");
    const std::string path = std::string(directory ? directory : ".") + "/squad/train-v1.1.json";
    if (!std::filesystem::exists(path)) {
      return std::vector<std::string>(
          10'000,
          "Long texts hold much that a question does not need. The U.S. census of 1.9 million "
          "caf\u00E9s is one example! Is it? It isn't (not quite). ");
    }
    std::vector<std::string> contexts;
    simdjson::dom::parser parser;
    for (const simdjson::dom::element article : parser.load(path)["data"].get_array()) {
      for (const simdjson::dom::element paragraph : article["paragraphs"].get_array()) {
        contexts.emplace_back(std::string_view(paragraph["context"]));
      }
    }
    return contexts;
  }();
  return read;
}

// A reused break iterator over UTF-8, as a careful user of ICU would write it.
class PlainIcu {
 public:
  using Make = icu::BreakIterator* (*)(const icu::Locale&, UErrorCode&);
  explicit PlainIcu(Make make) : breaks_(make(icu::Locale::getRoot(), status_)) {}
  ~PlainIcu() { utext_close(&text_); }

  Spans operator()(const std::string& text) {
    std::vector<Range> ranges;
    utext_openUTF8(&text_, text.data(), static_cast<std::int64_t>(text.size()), &status_);
    breaks_->setText(&text_, status_);
    auto begin = static_cast<std::size_t>(breaks_->first());
    for (int end = breaks_->next(); end != icu::BreakIterator::DONE; end = breaks_->next()) {
      ranges.push_back({begin, static_cast<std::size_t>(end)});
      begin = static_cast<std::size_t>(end);
    }
    return Spans(text.size(), std::move(ranges));
  }

 private:
  UErrorCode status_ = U_ZERO_ERROR;
  std::unique_ptr<icu::BreakIterator> breaks_;
  UText text_ = UTEXT_INITIALIZER;
};

template <class Segment>
void measure(benchmark::State& state, Segment segment) {
  std::int64_t bytes = 0;
  for (auto _ : state) {
    for (const std::string& text : texts()) {
      benchmark::DoNotOptimize(segment(text));
      bytes += static_cast<std::int64_t>(text.size());
    }
  }
  state.SetBytesProcessed(bytes);
}

// True if the range is all white space.
bool blank(const std::string& text, const Range& range) {
  auto at = static_cast<std::int32_t>(range.begin);
  const auto end = static_cast<std::int32_t>(range.end);
  while (at < end) {
    UChar32 character = 0;
    U8_NEXT(text.data(), at, end, character);
    if (!u_isUWhiteSpace(character)) return false;
  }
  return true;
}

// True if our boundaries are ICU's. With `joins_blanks`, ICU's boundaries before white space are
// ignored: it belongs to the word or sentence before it, or at the start of the text to the first.
bool agree(PlainIcu& icu, Spans (*ours)(std::string_view), bool joins_blanks) {
  for (const std::string& text : texts()) {
    std::vector<std::size_t> expected;
    bool only_blank = true;  // so far; white space at the start belongs to the first span
    const Spans found = icu(text);
    for (const Range& range : found.ranges()) {
      const bool joins = only_blank || blank(text, range);
      only_blank = only_blank && blank(text, range);
      if (joins_blanks && joins && !expected.empty()) expected.pop_back();
      expected.push_back(range.end);
    }
    const Spans spans = ours(text);
    std::vector<std::size_t> ends;
    for (const Range& range : spans.ranges()) ends.push_back(range.end);
    if (ends != expected) return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  PlainIcu icu_sentences(icu::BreakIterator::createSentenceInstance);
  PlainIcu icu_words(icu::BreakIterator::createWordInstance);
  PlainIcu icu_characters(icu::BreakIterator::createCharacterInstance);
  if (!agree(icu_sentences, spandrop::sentences, true) ||
      !agree(icu_words, spandrop::words, true) ||
      !agree(icu_characters, spandrop::characters, false)) {
    std::fputs("the boundaries differ from ICU's; nothing was measured\n", stderr);
    return 1;
  }
  const auto add = [](const char* name, auto segment) {
    benchmark::RegisterBenchmark(name,
                                 [segment](benchmark::State& state) { measure(state, segment); });
  };
  add("sentences/spandrop", spandrop::sentences);
  add("sentences/icu", std::ref(icu_sentences));
  add("words/spandrop", spandrop::words);
  add("words/icu", std::ref(icu_words));
  add("characters/spandrop", spandrop::characters);
  add("characters/icu", std::ref(icu_characters));
  benchmark::RunSpecifiedBenchmarks();
}
