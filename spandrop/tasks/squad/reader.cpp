#include "spandrop/tasks/squad/reader.h"

#include <optional>
#include <utility>

#include "spandrop/tasks/files/file_walk.h"
#include "spandrop/text/units.h"

namespace spandrop::squad {
namespace {

class Reader {
 public:
  Reader(std::string_view json, const ReadOptions& options)
      : walk_(json, options), check_places_(options.check_places) {}

  tl::expected<Dataset, ReadError> read();

 private:
  Article article(json::value value, const JsonPath& path);
  Paragraph paragraph(json::value value, const JsonPath& path);
  Question question(json::value value, const JsonPath& path);
  Answer answer(json::value value, const JsonPath& path);

  std::string_view text_of(json::value value, const JsonPath& path, Place* at = nullptr) {
    const std::string_view text = walk_.view(value, path, at);
    return walk_.is_in_file(text) ? text : texts_->add(text);
  }

  FileWalk walk_;
  std::shared_ptr<TextPool> texts_ = std::make_shared<TextPool>();
  bool check_places_;
  std::vector<Question> questions_;  // of the current paragraph; memory is reused
};

tl::expected<Dataset, ReadError> Reader::read() {
  return read_content<Dataset>(walk_, [&](json::value file, Dataset& dataset) {
    const auto articles = [&](json::value value, const JsonPath& path) {
      dataset.articles_at = walk_.records(
          value, path, dataset.articles,
          [&](json::value element, const JsonPath& at) { return article(element, at); });
    };
    walk_.object(file, {}, Member{"data", articles});
    dataset.skipped = walk_.take_skipped();
    dataset.texts = std::move(texts_);
  });
}

Article Reader::article(json::value value, const JsonPath& path) {
  Article article;
  const auto title = [&](json::value member, const JsonPath& at) {
    article.title = text_of(member, at);
  };
  const auto paragraphs = [&](json::value member, const JsonPath& at) {
    article.paragraphs_at = walk_.records(
        member, at, article.paragraphs,
        [&](json::value element, const JsonPath& inside) { return paragraph(element, inside); });
  };
  walk_.object(value, path, Member{"title", title}, Member{"paragraphs", paragraphs});
  return article;
}

// Checks that the answer is at its position in the context.
void locate(Answer& answer, const UnitIndex& index, std::string_view context,
            const JsonPath& path) {
  const JsonPath start{.parent = &path, .field = "answer_start"};
  const std::optional<std::size_t> begin = index.to_bytes(answer.start);
  if (!begin) {
    throw BadValue(start, "expected a position in the context (" + std::to_string(index.length()) +
                              " characters), got " + std::to_string(answer.start));
  }
  const std::string_view found = context.substr(*begin, answer.text.size());
  if (found != answer.text) {
    throw BadValue(start, "expected \"" + shortened(answer.text) + "\" at this position, got \"" +
                              shortened(context.substr(*begin)) + "\"");
  }
  answer.bytes = {*begin, *begin + answer.text.size()};
}

Paragraph Reader::paragraph(json::value value, const JsonPath& path) {
  Paragraph paragraph;
  const auto context = [&](json::value member, const JsonPath& at) {
    paragraph.context = text_of(member, at, &paragraph.context_at);
  };
  questions_.clear();
  const auto qas = [&](json::value member, const JsonPath& at) {
    paragraph.questions_at = walk_.records(
        member, at, questions_,
        [&](json::value element, const JsonPath& inside) { return question(element, inside); });
  };
  walk_.object(value, path, Member{"context", context}, Member{"qas", qas});

  // Checked last, because members may come in any order.
  const UnitIndex index(paragraph.context, Unit::code_point);
  paragraph.questions.reserve(questions_.size());
  for (Question& question : questions_) {
    walk_.attempt([&] {
      const JsonPath at{.parent = &path, .field = "qas", .item = question.number};
      for (std::size_t i = 0; check_places_ && i < question.answers.size(); ++i) {
        locate(question.answers[i], index, paragraph.context,
               {.parent = &at, .field = "answers", .item = i});
      }
      paragraph.questions.push_back(std::move(question));
    });
  }
  return paragraph;
}

Question Reader::question(json::value value, const JsonPath& path) {
  Question question;
  const auto id = [&](json::value member, const JsonPath& at) {
    question.id = text_of(member, at, &question.id_at);
    walk_.once(question.id, at);
  };
  const auto text = [&](json::value member, const JsonPath& at) {
    question.text = text_of(member, at);
  };
  const auto answers = [&](json::value member, const JsonPath& at) {
    question.answers_at = walk_.array(member, at, [&](json::value element, auto i) {
      question.answers.push_back(answer(element, {.parent = &path, .field = "answers", .item = i}));
    });
    if (question.answers.empty()) throw BadValue(at, "expected at least one answer, got none");
  };
  walk_.object(value, path, Member{"id", id}, Member{"question", text}, Member{"answers", answers});
  return question;
}

Answer Reader::answer(json::value value, const JsonPath& path) {
  Answer answer;
  const auto text = [&](json::value member, const JsonPath& at) {
    answer.text = text_of(member, at, &answer.text_at);
    if (answer.text.empty()) throw BadValue(at, "expected a non-empty text");
  };
  const auto start = [&](json::value member, const JsonPath& at) {
    answer.start = walk_.number(member, at, &answer.start_at);
  };
  walk_.object(value, path, Member{"text", text}, Member{"answer_start", start});
  return answer;
}

}  // namespace

tl::expected<Dataset, ReadError> read(std::string_view json, const ReadOptions& options) {
  return Reader(json, options).read();
}

}  // namespace spandrop::squad
