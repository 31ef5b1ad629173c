#include "spandrop/tasks/multirc/marked_text.h"

#include "spandrop/io/records/line_reader.h"

namespace spandrop::multirc {
namespace {

constexpr std::string_view kBefore = "<b>Sent ";
constexpr std::string_view kAfter = ": </b>";
constexpr std::string_view kEnd = "<br>";

std::string mark_of(std::size_t number) {
  return std::string(kBefore) + std::to_string(number) + std::string(kAfter);
}

}  // namespace

tl::expected<std::vector<Sentence>, std::string> marked_sentences(std::string_view text) {
  constexpr std::string_view white_space = " \t\r\n";
  std::vector<Sentence> sentences;
  std::size_t at = std::min(text.find_first_not_of(white_space), text.size());
  while (at < text.size()) {
    const std::string mark = mark_of(sentences.size() + 1);
    if (!text.substr(at).starts_with(mark)) {
      return tl::make_unexpected("expected " + mark + ", got " + shortened(text.substr(at)));
    }
    Sentence& sentence = sentences.emplace_back();
    const std::size_t begin = at + mark.size();
    const std::size_t end = text.find(kEnd, begin);
    if (end == std::string_view::npos) {
      return tl::make_unexpected("expected " + std::string(kEnd) + " after sentence " +
                                 std::to_string(sentences.size()) + ", got none");
    }
    const std::size_t next = text.find_first_not_of(white_space, end + kEnd.size());
    sentence.text = {begin, end};
    sentence.number = {at + kBefore.size(), begin - kAfter.size()};
    sentence.all = {at, std::min(next, text.size())};
    at = sentence.all.end;
  }
  return sentences;
}

}  // namespace spandrop::multirc
