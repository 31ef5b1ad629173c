#include "spandrop/tasks/hotpotqa/reader.h"

#include <gtest/gtest.h>

#include "tests/tasks/dataset_files.h"

namespace spandrop::hotpotqa {
namespace {

using test::replaced;

std::string message_of(const std::string& json) {
  const auto dataset = read(PaddedFile::of(json).text());
  return dataset ? "read" : dataset.error().message();
}

TEST(HotpotqaReader, ReadsOurExample) {
  const PaddedFile& file = test::example_file("hotpotqa.json");
  const auto dataset = read(file.text());
  ASSERT_TRUE(dataset) << dataset.error().message();
  ASSERT_EQ(dataset->questions.size(), 3u);
  const Question& question = dataset->questions[0];
  EXPECT_EQ(question.id, "hp-lamp");
  EXPECT_EQ(question.answer, "Vell");
  EXPECT_EQ(question.type, "bridge");
  ASSERT_EQ(question.paragraphs.size(), 5u);
  EXPECT_EQ(question.paragraphs[3].title, "Marta Orrin");
  ASSERT_EQ(question.paragraphs[3].sentences.size(), 3u);
  EXPECT_EQ(question.paragraphs[3].sentences[1], " She never left Vell.");
  ASSERT_EQ(question.facts.size(), 2u);
  EXPECT_EQ(question.facts[1].paragraph, 3u);
  EXPECT_EQ(question.facts[1].sentence, 0u);
  const Place at = question.paragraphs[3].sentences_at.elements[1];
  EXPECT_EQ(file.text().substr(at.begin, at.size()), "\" She never left Vell.\"");
  const Place fact = question.facts_at.elements[1];
  EXPECT_TRUE(file.text().substr(fact.begin, fact.size()).ends_with("]"));
}

TEST(HotpotqaReader, ReportsErrorsWithTheirPath) {
  const std::string good(test::example_file("hotpotqa.json").text());
  EXPECT_EQ(
      message_of(replaced(good, "\"Orrin lamp\",\n    1", "\"Orrin lamp\",\n    3")),
      "[0].supporting_facts[0][1]: expected an index below 3 (the number of sentences), got 3");
  EXPECT_EQ(message_of(replaced(good, "\"Orrin lamp\",\n    1", "\"Orin lamp\",\n    1")),
            "[0].supporting_facts[0][0]: expected the title of a paragraph, got Orin lamp");
  EXPECT_EQ(message_of(replaced(good, "\"hp-bridges\"", "\"hp-lamp\"")),
            "[1]._id: expected a unique id, got a duplicate: hp-lamp");
  EXPECT_EQ(message_of(replaced(good, "\"answer\": \"no\"", "\"response\": \"no\"")),
            "[1].answer: missing required field");
  EXPECT_EQ(message_of(replaced(good, "\"Vell Castle\",", "")),
            "[0].context[0][0]: expected a string");
  EXPECT_EQ(message_of(replaced(good, "\" It smells.\"", "7")),
            "[0].context[2][1][1]: expected a string");
}

TEST(HotpotqaReader, SkipsAndListsErrors) {
  const std::string good(test::example_file("hotpotqa.json").text());
  const std::string bad = replaced(good, "\"Orrin lamp\",\n    1", "\"Orrin lamp\",\n    3");
  const auto dataset = read(PaddedFile::of(bad).text(), {.skip_bad = true});
  ASSERT_TRUE(dataset);
  ASSERT_EQ(dataset->questions.size(), 2u);
  EXPECT_EQ(dataset->questions[0].number, 1u);
  EXPECT_EQ(dataset->skipped.size(), 1u);
  EXPECT_EQ(dataset->questions_at.elements.size(), 3u);
}

TEST(HotpotqaReader, LimitsTheListOfBadRecords) {
  std::string many = "[0";
  for (int i = 0; i < 200'000; ++i) many += ",0";
  const auto dataset = read(PaddedFile::of(many + "]").text(), {.skip_bad = true});
  ASSERT_FALSE(dataset);
  EXPECT_EQ(dataset.error().reason,
            "expected a file of this format, got more than 100000 bad records; the first is [0]: "
            "expected an object");
}

TEST(HotpotqaReader, ReadsTheRealFiles) {
  const std::pair<const char*, std::size_t> files[] = {
      {"hotpotqa/hotpot_dev_distractor_subset.json", 1807},
      {"hotpotqa/hotpot_train_distractor_subset.json", 102}};
  for (const auto& [name, questions] : files) {
    SPANDROP_NEEDS(test::real_file(name));
    const PaddedFile file(test::real_file(name));
    const auto dataset = read(file.text());
    ASSERT_TRUE(dataset) << dataset.error().message();
    EXPECT_EQ(dataset->questions.size(), questions);
  }
}

}  // namespace
}  // namespace spandrop::hotpotqa
