#include "spandrop/tasks/squad/reader.h"

#include <gtest/gtest.h>

#include "tests/tasks/dataset_files.h"

namespace spandrop::squad {
namespace {

using test::replaced;

const std::string kFile =
    R"({"data": [{"title": "A", "paragraphs": [)"
    R"({"qas": [{"id": "q0", "question": "Who?", "answers": [{"text": "É b", "answer_start": 2}]},)"
    R"( {"id": "q1", "question": "What?", "answers": [{"answer_start": 0, "text": "x"}], "more": [1]}],)"
    R"( "context": "x É b\n"} , {"context": "", "qas": []}]}], "version": "1.1"})";

tl::expected<Dataset, ReadError> read_text(const std::string& json, bool skip_bad = false) {
  static std::vector<PaddedFile> files;  // kept alive, because texts point into them
  files.push_back(PaddedFile::of(json));
  return read(files.back().text(), {.skip_bad = skip_bad});
}

std::string message_of(const std::string& json) {
  const auto dataset = read_text(json);
  return dataset ? "read" : dataset.error().message();
}

TEST(SquadReader, ReadsMembersInAnyOrder) {
  const auto dataset = read_text(kFile);
  ASSERT_TRUE(dataset) << dataset.error().message();
  ASSERT_EQ(dataset->articles.size(), 1u);
  EXPECT_EQ(dataset->articles[0].title, "A");
  ASSERT_EQ(dataset->articles[0].paragraphs.size(), 2u);
  const Paragraph& paragraph = dataset->articles[0].paragraphs[0];
  EXPECT_EQ(paragraph.context, "x \u00c9 b\n");
  ASSERT_EQ(paragraph.questions.size(), 2u);
  const Question& question = paragraph.questions[0];
  EXPECT_EQ(question.id, "q0");
  EXPECT_EQ(question.text, "Who?");
  ASSERT_EQ(question.answers.size(), 1u);
  EXPECT_EQ(question.answers[0].start, 2u);
  EXPECT_EQ(question.answers[0].bytes, (Range{2, 6}));
  EXPECT_TRUE(dataset->skipped.empty());
}

TEST(SquadReader, RecordsPlacesInTheFile) {
  const auto dataset = read_text(kFile);
  ASSERT_TRUE(dataset);
  const auto raw = [](Place at) { return kFile.substr(at.begin, at.size()); };
  const Article& article = dataset->articles[0];
  const Paragraph& paragraph = article.paragraphs[0];
  EXPECT_EQ(raw(paragraph.context_at), R"(x É b\n)");
  EXPECT_EQ(raw(article.paragraphs_at.elements[1]), R"({"context": "", "qas": []})");
  EXPECT_EQ(raw(paragraph.questions[0].id_at), "q0");
  EXPECT_EQ(raw(paragraph.questions[0].answers[0].start_at), "2");
  EXPECT_EQ(raw(paragraph.questions[0].answers[0].text_at), "É b");
  EXPECT_EQ(raw(paragraph.questions[1].answers_at.elements[0]),
            R"({"answer_start": 0, "text": "x"})");
  EXPECT_TRUE(raw(paragraph.questions_at.elements[1]).ends_with(R"("more": [1]})"));
  EXPECT_TRUE(raw(dataset->articles_at.elements[0]).ends_with(R"("qas": []}]})"));
}

TEST(SquadReader, ReportsErrorsWithTheirPath) {
  EXPECT_EQ(
      message_of(replaced(kFile, R"("answer_start": 2)", R"("answer_start": 3)")),
      "data[0].paragraphs[0].qas[0].answers[0].answer_start: expected \"É b\" at this position, "
      "got \" b\n\"");
  EXPECT_EQ(
      message_of(replaced(kFile, R"("answer_start": 2)", R"("answer_start": 7)")),
      "data[0].paragraphs[0].qas[0].answers[0].answer_start: expected a position in the context "
      "(6 characters), got 7");
  EXPECT_EQ(message_of(replaced(kFile, "\"q1\"", "\"q0\"")),
            "data[0].paragraphs[0].qas[1].id: expected a unique id, got a duplicate: q0");
  EXPECT_EQ(message_of(replaced(kFile, R"("question": "Who?", )", "")),
            "data[0].paragraphs[0].qas[0].question: missing required field");
  EXPECT_EQ(message_of(replaced(kFile, R"("title": "A")", R"("title": 1)")),
            "data[0].title: expected a string");
  EXPECT_EQ(message_of(replaced(kFile, R"("qas": []})", R"("qas": {}})")),
            "data[0].paragraphs[1].qas: expected an array");
  EXPECT_EQ(message_of(replaced(kFile, R"("context": "")", R"("qas": [], "context": "")")),
            "data[0].paragraphs[1].qas: expected once, found twice");
  EXPECT_EQ(message_of(replaced(kFile, R"(, "text": "x")", R"(, "text": "")")),
            "data[0].paragraphs[0].qas[1].answers[0].text: expected a non-empty text");
  EXPECT_EQ(message_of(replaced(kFile, R"([{"answer_start": 0, "text": "x"}])", "[]")),
            "data[0].paragraphs[0].qas[1].answers: expected at least one answer, got none");
  EXPECT_EQ(message_of("{}"), "data: missing required field");
  EXPECT_EQ(message_of("[]"), "expected an object");
  EXPECT_EQ(message_of("7"), "expected an object or an array, got a single value");
}

TEST(SquadReader, ChecksUnusedValues) {
  EXPECT_NE(message_of(replaced(kFile, "[1]", "[01]")), "read");
  EXPECT_NE(message_of(replaced(kFile, "[1]", "[tru]")), "read");
  EXPECT_NE(message_of(replaced(kFile, "[1]", "[nul]")), "read");
  EXPECT_NE(message_of(replaced(kFile, "[1]", "[1}")), "read");
  EXPECT_NE(message_of(replaced(kFile, "[1]", R"({"a" 1})")), "read");
  EXPECT_NE(message_of(replaced(kFile, "[1]", R"(["\q"])")), "read");
  EXPECT_NE(message_of(kFile + "{}"), "read");
  EXPECT_EQ(message_of(replaced(kFile, "[1]", R"([{"a": null}, -1.5e3, "\u00e9", true, []])")),
            "read");
}

TEST(SquadReader, RefusesDeepNesting) {
  for (const std::size_t depth : {100u, 1'000'000u}) {
    const std::string nested = std::string(depth, '[') + std::string(depth, ']');
    const std::string message = message_of(replaced(kFile, "[1]", nested));
    EXPECT_TRUE(message.ends_with("expected at most 64 levels of nesting, got more")) << message;
    EXPECT_NE(message_of(nested), "read");
  }
}

TEST(SquadReader, SkipsAndListsErrors) {
  const std::string bad = replaced(kFile, R"("answer_start": 2)", R"("answer_start": 1)");
  const auto dataset = read_text(bad, true);
  ASSERT_TRUE(dataset);
  ASSERT_EQ(dataset->articles[0].paragraphs.size(), 2u);
  const Paragraph& paragraph = dataset->articles[0].paragraphs[0];
  ASSERT_EQ(paragraph.questions.size(), 1u);
  EXPECT_EQ(paragraph.questions[0].id, "q1");
  EXPECT_EQ(paragraph.questions[0].number, 1u);
  EXPECT_EQ(paragraph.questions_at.elements.size(), 2u);
  ASSERT_EQ(dataset->skipped.size(), 1u);
  EXPECT_EQ(dataset->skipped[0].path, "data[0].paragraphs[0].qas[0].answers[0].answer_start");

  // An error in the middle of a question does not hide the next question.
  const auto middle = read_text(replaced(kFile, R"("Who?")", R"({"a": [{"b": 1}]})"), true);
  ASSERT_TRUE(middle) << middle.error().message();
  ASSERT_EQ(middle->articles[0].paragraphs[0].questions.size(), 1u);
  EXPECT_EQ(middle->skipped[0].path, "data[0].paragraphs[0].qas[0].question");

  const auto paragraphs = read_text(replaced(kFile, R"("context": "x)", R"("text": "x)"), true);
  ASSERT_TRUE(paragraphs);
  ASSERT_EQ(paragraphs->articles[0].paragraphs.size(), 1u);
  EXPECT_EQ(paragraphs->articles[0].paragraphs[0].number, 1u);
}

TEST(SquadReader, ReadsOurExample) {
  const PaddedFile& file = test::example_file("squad.json");
  const auto dataset = read(file.text());
  ASSERT_TRUE(dataset) << dataset.error().message();
  ASSERT_EQ(dataset->articles.size(), 2u);
  std::size_t questions = 0;
  for (const Article& article : dataset->articles) {
    for (const Paragraph& paragraph : article.paragraphs) questions += paragraph.questions.size();
  }
  EXPECT_EQ(questions, 7u);
}

TEST(SquadReader, ReadsTheRealFiles) {
  const std::pair<const char*, std::array<std::size_t, 4>> files[] = {
      {"squad/train-v1.1.json", {442, 18'896, 87'599, 87'599}},
      {"squad/dev-v1.1.json", {48, 2'067, 10'570, 34'726}}};
  for (const auto& [name, expected] : files) {
    SPANDROP_NEEDS(test::real_file(name));
    const PaddedFile file(test::real_file(name));
    const auto dataset = read(file.text());
    ASSERT_TRUE(dataset) << dataset.error().message();
    std::array<std::size_t, 4> counts{dataset->articles.size()};
    for (const Article& article : dataset->articles) {
      counts[1] += article.paragraphs.size();
      for (const Paragraph& paragraph : article.paragraphs) {
        counts[2] += paragraph.questions.size();
        for (const Question& question : paragraph.questions) counts[3] += question.answers.size();
      }
    }
    EXPECT_EQ(counts, expected) << name;
  }
}

}  // namespace
}  // namespace spandrop::squad
