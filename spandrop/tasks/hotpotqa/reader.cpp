#include "spandrop/tasks/hotpotqa/reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "spandrop/tasks/file_walk.h"

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
  Dataset dataset;
  const std::optional<ReadError> error = walk_.run([&](json::value value) {
    dataset.questions_at = walk_.array(value, {}, [&](json::value element, auto i) {
      walk_.attempt([&] {
        dataset.questions.push_back(question(element, {.item = i}));
        dataset.questions.back().number = i;
      });
    });
  });
  if (error) return tl::make_unexpected(*error);
  dataset.skipped = walk_.take_skipped();
  return dataset;
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

  // Only now are the paragraphs there for sure, whatever the order of the members.
  for (std::size_t i = 0; check_places_ && i < question.facts.size(); ++i) {
    locate(question.facts[i], question.paragraphs,
           {.parent = &path, .field = "supporting_facts", .item = i});
  }
  return question;
}

// An array of a title and an array of sentences.
Paragraph Reader::paragraph(json::value value, const JsonPath& path) {
  Paragraph paragraph;
  const RawArray pair = walk_.array(value, path, [&](json::value element, auto i) {
    const JsonPath at{.parent = &path, .item = i};
    if (i == 0) {
      paragraph.title = walk_.text(element, at);
    } else if (i == 1) {
      paragraph.sentences_at = walk_.array(element, at, [&](json::value sentence, auto k) {
        paragraph.sentences.push_back(walk_.text(sentence, {.parent = &at, .item = k}));
      });
    } else {
      walk_.pass(element, at);
    }
  });
  if (pair.elements.size() != 2) {
    throw BadValue(path, "expected a title and sentences, got " +
                             std::to_string(pair.elements.size()) + " elements");
  }
  return paragraph;
}

// An array of a title and the number of a sentence.
SupportingFact Reader::fact(json::value value, const JsonPath& path) {
  SupportingFact fact;
  const RawArray pair = walk_.array(value, path, [&](json::value element, auto i) {
    const JsonPath at{.parent = &path, .item = i};
    if (i == 0) {
      fact.title = walk_.text(element, at);
    } else if (i == 1) {
      fact.sentence = walk_.number(element, at, &fact.sentence_at);
    } else {
      walk_.pass(element, at);
    }
  });
  if (pair.elements.size() != 2) {
    throw BadValue(path, "expected a title and the number of a sentence, got " +
                             std::to_string(pair.elements.size()) + " elements");
  }
  return fact;
}

}  // namespace

tl::expected<Dataset, ReadError> read(std::string_view json, const ReadOptions& options) {
  return Reader(json, options).read();
}

}  // namespace spandrop::hotpotqa
