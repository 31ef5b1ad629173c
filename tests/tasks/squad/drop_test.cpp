#include "spandrop/tasks/squad/drop.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/tasks/dataset_files.h"
#include "tests/tasks/views/round_trip.h"

namespace spandrop::squad {
namespace {

using test::element;
using test::number_of;
using test::text_of;

// Where each code point of a text begins, and its end.
std::vector<std::size_t> code_points(std::string_view text) {
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((text[i] & 0xC0) != 0x80) begins.push_back(i);
  }
  begins.push_back(text.size());
  return begins;
}

bool stands_at(const std::string& answer, const std::string& context,
               const std::vector<std::size_t>& begins, std::size_t start) {
  return start < begins.size() && context.compare(begins[start], answer.size(), answer) == 0;
}

// Checks that surviving answers have the same text and all others are reported. Returns how many
// survived.
std::size_t check_round_trip(const PaddedFile& file, const DatasetDropOptions& options) {
  auto dataset = read(file.text());
  EXPECT_TRUE(dataset) << dataset.error().message();
  std::map<std::string, std::vector<std::string>> answers;  // answers by id
  std::size_t before = 0, now = 0;
  for (const Article& article : dataset->articles) {
    for (const Paragraph& paragraph : article.paragraphs) {
      for (const Question& question : paragraph.questions) {
        std::vector<std::string>& texts = answers[std::string(question.id)];
        for (const Answer& answer : question.answers) texts.emplace_back(answer.text);
        before += question.answers.size() * options.drop.views;
      }
    }
  }
  const auto maker = make_views(file.text(), std::move(*dataset), options);
  const Summary summary = test::for_each_view(*maker, [&](std::size_t, element view) {
    const std::string context = text_of(view["context"]);
    const std::vector<std::size_t> begins = code_points(context);
    for (const element question : view["qas"].get_array()) {
      const std::string id = text_of(question["id"]);
      std::vector<std::string> texts;
      for (const element answer : question["answers"].get_array()) {
        texts.push_back(text_of(answer["text"]));
        ASSERT_TRUE(stands_at(texts.back(), context, begins, number_of(answer["answer_start"])))
            << id;
      }
      ASSERT_TRUE(test::is_subsequence(texts, answers.at(id.substr(0, id.rfind('#'))))) << id;
      now += texts.size();
    }
  });
  EXPECT_EQ(before - now, test::lost(summary));
  EXPECT_EQ(summary.annotations_removed, test::lost(summary));
  return before - now;
}

TEST(SquadDrop, AnswersSurviveOrAreReported) {
  const PaddedFile& file = test::example_file("squad.json");
  for (const char* spans : {"sentence", "word", "every:7"}) {
    EXPECT_EQ(check_round_trip(file, test::round_trip_options(Protect::annotations, spans)), 0u);
    EXPECT_GT(check_round_trip(file, test::round_trip_options(Protect::none, spans)), 0u);
  }
  DatasetDropOptions split = test::round_trip_options(Protect::annotations, "adaptive");
  split.split_questions = true;
  EXPECT_EQ(check_round_trip(file, split), 0u);
}

TEST(SquadDrop, RoundTripsRealFiles) {
  for (const char* name : {"squad/dev-v1.1.json", "squad/train-v1.1.json"}) {
    SPANDROP_NEEDS(test::real_file(name));
    const PaddedFile file(test::real_file(name));
    EXPECT_GT(check_round_trip(file, test::round_trip_options(Protect::none)), 0u);
  }
}

TEST(SquadDrop, KeepsSpansThatShareABigramWithAQuestion) {
  const std::string json =
      R"({"data": [{"title": "", "paragraphs": [{"context": "One red kite flew. Two geese swam. )"
      R"(A cow slept. Nobody saw it.", "qas": [{"id": "a", "question": "Where is the red Kite?", )"
      R"("answers": [{"text": "geese", "answer_start": 23}]}]}]}]})";
  DatasetDropOptions options;
  options.drop.draw.law = {.rate = 1, .gamma = INFINITY};
  const auto context = [&](Protect protect) {
    options.drop.protect = protect;
    const PaddedFile file = PaddedFile::of(json);
    const auto maker = make_views(file.text(), *read(file.text()), options);
    std::string text;
    test::for_each_view(*maker,
                        [&](std::size_t, element view) { text = text_of(view["context"]); });
    return text;
  };
  EXPECT_EQ(context(Protect::annotations), "One red kite flew. Two geese swam. ");
  EXPECT_EQ(context(Protect::field), "One red kite flew. ");
  EXPECT_EQ(context(Protect::none), "");
}

TEST(SquadDrop, CutAnswersFollowThePolicy) {
  const std::string json =
      R"({"data": [{"title": "", "paragraphs": [{"context": "Ana \u00e9 met Bo. They ran.", "qas": )"
      R"([{"id": "a", "question": "Who?", "answers": [{"text": "met Bo. They", "answer_start": 6}]}, )"
      R"({"id": "b", "question": "Who?", "answers": [{"text": "Ana", "answer_start": 0}]}]}]}]})";
  DatasetDropOptions options;
  options.drop.protect = Protect::none;
  options.drop.draw.law = {.rate = 0.5, .gamma = INFINITY};
  options.drop.views = 200;
  std::map<OnLost, std::map<std::string, std::size_t>> seen;
  for (const OnLost policy : {OnLost::keep, OnLost::drop, OnLost::reject, OnLost::error}) {
    options.drop.on_lost = policy;
    const PaddedFile file = PaddedFile::of(json);
    const auto maker = make_views(file.text(), *read(file.text()), options);
    std::string views;
    Summary summary;
    const auto appended = maker->append_views(0, views, summary);
    EXPECT_EQ(appended.has_value(), policy != OnLost::error);
    if (!appended) {
      EXPECT_TRUE(appended.error().path.starts_with("data[0].paragraphs[0].qas["));
      continue;
    }
    simdjson::dom::parser parser;
    for (const element view : parser.parse("[" + views + "]").get_array()) {
      for (const element question : view["qas"].get_array()) {
        const element answer = question["answers"].at(0);
        const std::string text = text_of(answer["text"]);
        const std::string context = text_of(view["context"]);
        EXPECT_TRUE(
            stands_at(text, context, code_points(context), number_of(answer["answer_start"])));
        ++seen[policy][text];
      }
    }
  }
  EXPECT_EQ(seen[OnLost::keep].size(), 4u);  // whole, either half, and Ana
  EXPECT_TRUE(seen[OnLost::keep].contains("met Bo. "));
  EXPECT_TRUE(seen[OnLost::keep].contains("They"));
  EXPECT_EQ(seen[OnLost::drop].size(), 2u);
  EXPECT_LT(seen[OnLost::drop]["met Bo. They"], 200u);
  EXPECT_EQ(seen[OnLost::reject]["met Bo. They"], 200u);
}

}  // namespace
}  // namespace spandrop::squad
