#include "spandrop/tasks/hotpotqa/reader.h"

#include <algorithm>
#include <utility>

#include "spandrop/tasks/files/file_walk.h"
#include "spandrop/tasks/hotpotqa/titled_pair.h"

namespace spandrop::hotpotqa {
namespace {

class Reader {
 public:
  Reader(std::string_view json, const ReadOptions& options)
      : walk_(json, options), check_places_(options.check_places) {}

  tl::expected<Dataset, ReadError> read();

 private:
  Question question(json::value value, const JsonPath& path);
  Paragraph paragraph(json::value value, const JsonPath& path);
  SupportingFact fact(json::value value, const JsonPath& path);

  FileWalk walk_;
  bool check_places_;
};

tl::expected<Dataset, ReadError> Reader::read() {
  return read_content<Dataset>(walk_, [&](json::value file, Dataset& dataset) {
    dataset.questions_at = walk_.records(
        file, {}, dataset.questions,
        [&](json::value element, const JsonPath& path) { return question(element, path); });
    dataset.skipped = walk_.take_skipped();
  });
}

// Finds the sentence of a supporting fact.
void locate(SupportingFact& fact, const std::vector<Paragraph>& paragraphs, const JsonPath& path) {
  const auto found = std::find_if(paragraphs.begin(), paragraphs.end(),
                                  [&](const Paragraph& p) { return p.title == fact.title; });
  if (found == paragraphs.end()) {
    throw BadValue({.parent = &path, .item = 0},
                   "expected the title of a paragraph, got " + shortened(fact.title));
  }
  fact.paragraph = static_cast<std::size_t>(found - paragraphs.begin());
  below(fact.sentence, found->sentences.size(), "sentences", {.parent = &path, .item = 1});
}

Question Reader::question(json::value value, const JsonPath& path) {
  Question question;
  const auto read_text = [&](std::string& into) {
    return [this, &into](json::value member, const JsonPath& at) { into = walk_.text(member, at); };
  };
  const auto id = [&](json::value member, const JsonPath& at) {
    question.id = walk_.text(member, at, &question.id_at);
    walk_.once(question.id, at);
  };
  const auto facts = [&](json::value member, const JsonPath& at) {
    question.facts_at = walk_.array(member, at, [&](json::value element, auto i) {
      question.facts.push_back(fact(element, {.parent = &at, .item = i}));
    });
  };
  const auto context = [&](json::value member, const JsonPath& at) {
    question.paragraphs_at = walk_.array(member, at, [&](json::value element, auto i) {
      question.paragraphs.push_back(paragraph(element, {.parent = &at, .item = i}));
    });
  };
  walk_.object(value, path, Member{"_id", id}, Member{"question", read_text(question.text)},
               Member{"answer", read_text(question.answer)}, Member{"supporting_facts", facts},
               Member{"context", context}, optional_member("type", read_text(question.type)));

  // Checked last, because members may come in any order.
  for (std::size_t i = 0; check_places_ && i < question.facts.size(); ++i) {
    locate(question.facts[i], question.paragraphs,
           {.parent = &path, .field = "supporting_facts", .item = i});
  }
  return question;
}

Paragraph Reader::paragraph(json::value value, const JsonPath& path) {
  Paragraph paragraph;
  const auto sentences = [&](json::value second, const JsonPath& at) {
    paragraph.sentences_at = walk_.array(second, at, [&](json::value sentence, auto i) {
      paragraph.sentences.push_back(walk_.text(sentence, {.parent = &at, .item = i}));
    });
  };
  paragraph.title = titled_pair(walk_, value, path, "sentences", sentences);
  return paragraph;
}

SupportingFact Reader::fact(json::value value, const JsonPath& path) {
  SupportingFact fact;
  const auto number = [&](json::value second, const JsonPath& at) {
    fact.sentence = walk_.number(second, at, &fact.sentence_at);
  };
  fact.title = titled_pair(walk_, value, path, "a sentence number", number);
  return fact;
}

}  // namespace

tl::expected<Dataset, ReadError> read(std::string_view json, const ReadOptions& options) {
  return Reader(json, options).read();
}

}  // namespace spandrop::hotpotqa
