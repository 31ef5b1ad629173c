#include "spandrop/tasks/multirc/reader.h"

#include <unordered_set>
#include <utility>

#include "spandrop/tasks/files/file_walk.h"

namespace spandrop::multirc {
namespace {

class Reader {
 public:
  Reader(std::string_view json, const ReadOptions& options)
      : walk_(json, options), check_places_(options.check_places) {}

  tl::expected<Dataset, ReadError> read();

 private:
  Paragraph item(json::value value, const JsonPath& path);
  void paragraph(json::value value, const JsonPath& path, Paragraph& paragraph);
  Question question(json::value value, const JsonPath& path);
  Answer answer(json::value value, const JsonPath& path);
  std::string index(json::value value, const JsonPath& path);

  FileWalk walk_;
  bool check_places_;
};

tl::expected<Dataset, ReadError> Reader::read() {
  return read_content<Dataset>(walk_, [&](json::value file, Dataset& dataset) {
    const auto items = [&](json::value value, const JsonPath& path) {
      dataset.paragraphs_at =
          walk_.records(value, path, dataset.paragraphs,
                        [&](json::value element, const JsonPath& at) { return item(element, at); });
    };
    walk_.object(file, {}, Member{"data", items});
    dataset.skipped = walk_.take_skipped();
  });
}

Paragraph Reader::item(json::value value, const JsonPath& path) {
  Paragraph read;
  const auto id = [&](json::value member, const JsonPath& at) {
    read.id = walk_.text(member, at, &read.id_at);
    walk_.once(read.id, at);
  };
  const auto inside = [&](json::value member, const JsonPath& at) { paragraph(member, at, read); };
  walk_.object(value, path, Member{"id", id}, Member{"paragraph", inside});
  return read;
}

void Reader::paragraph(json::value value, const JsonPath& path, Paragraph& paragraph) {
  const auto text = [&](json::value member, const JsonPath& at) {
    paragraph.text = walk_.text(member, at, &paragraph.text_at);
    auto sentences = marked_sentences(paragraph.text);
    if (!sentences) throw BadValue(at, std::move(sentences.error()));
    paragraph.sentences = std::move(*sentences);
  };
  std::vector<Question> all;
  std::unordered_set<std::string> indices;
  const auto questions = [&](json::value member, const JsonPath& at) {
    const auto read_question = [&](json::value element, const JsonPath& question_at) {
      Question read = question(element, question_at);
      if (!indices.insert(read.index).second) {
        throw BadValue({.parent = &question_at, .field = "idx"},
                       "expected a value that is unique in the paragraph, got a duplicate: " +
                           shortened(read.index));
      }
      return read;
    };
    paragraph.questions_at = walk_.records(member, at, all, read_question);
  };
  walk_.object(value, path, Member{"text", text}, Member{"questions", questions});

  // Checked last, because members may come in any order.
  for (Question& question : all) {
    walk_.attempt([&] {
      const JsonPath at{.parent = &path, .field = "questions", .item = question.number};
      for (std::size_t i = 0; check_places_ && i < question.sentences.size(); ++i) {
        below(question.sentences[i], paragraph.sentences.size(), "sentences",
              {.parent = &at, .field = "sentences_used", .item = i});
      }
      paragraph.questions.push_back(std::move(question));
    });
  }
}

Question Reader::question(json::value value, const JsonPath& path) {
  Question question;
  const auto text = [&](json::value member, const JsonPath& at) {
    question.text = walk_.text(member, at);
  };
  const auto sentences = [&](json::value member, const JsonPath& at) {
    question.sentences_at = walk_.numbers(member, at, question.sentences);
  };
  const auto answers = [&](json::value member, const JsonPath& at) {
    walk_.array(member, at, [&](json::value element, auto i) {
      question.answers.push_back(answer(element, {.parent = &at, .item = i}));
    });
  };
  const auto idx = [&](json::value member, const JsonPath& at) {
    question.index = index(member, at);
  };
  walk_.object(value, path, Member{"question", text}, Member{"sentences_used", sentences},
               Member{"answers", answers}, Member{"idx", idx});
  return question;
}

Answer Reader::answer(json::value value, const JsonPath& path) {
  Answer answer;
  const auto text = [&](json::value member, const JsonPath& at) {
    answer.text = walk_.text(member, at);
  };
  const auto is_right = [&](json::value member, const JsonPath& at) {
    answer.is_right = walk_.boolean(member, at);
  };
  walk_.object(value, path, Member{"text", text}, Member{"isAnswer", is_right});
  return answer;
}

// A string in some editions of the file, a number in others.
std::string Reader::index(json::value value, const JsonPath& path) {
  if (value.type() == json::json_type::string) return walk_.text(value, path);
  return std::to_string(walk_.number(value, path));
}

}  // namespace

tl::expected<Dataset, ReadError> read(std::string_view json, const ReadOptions& options) {
  return Reader(json, options).read();
}

}  // namespace spandrop::multirc
