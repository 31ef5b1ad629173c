#include "spandrop/tasks/multirc/reader.h"

#include <gtest/gtest.h>

#include "tests/tasks/dataset_files.h"

namespace spandrop::multirc {
namespace {

using test::replaced;

std::string message_of(const std::string& json) {
  const auto dataset = read(PaddedFile::of(json).text());
  return dataset ? "read" : dataset.error().message();
}

TEST(MultircReader, ReadsOurExample) {
  const PaddedFile& file = test::example_file("multirc.json");
  const auto dataset = read(file.text());
  ASSERT_TRUE(dataset) << dataset.error().message();
  ASSERT_EQ(dataset->paragraphs.size(), 2u);
  const Paragraph& paragraph = dataset->paragraphs[0];
  EXPECT_EQ(paragraph.id, "Fiction/kite.txt");
  ASSERT_EQ(paragraph.sentences.size(), 7u);
  ASSERT_EQ(paragraph.questions.size(), 2u);
  const Question& question = paragraph.questions[1];
  EXPECT_EQ(question.index, "1");
  EXPECT_EQ(question.sentences, (std::vector<std::size_t>{5, 3}));
  ASSERT_EQ(question.answers.size(), 3u);
  EXPECT_TRUE(question.answers[1].is_right);
  EXPECT_FALSE(question.answers[2].is_right);
}

TEST(MultircReader, FindsMarkedSentences) {
  const std::string_view text = " <b>Sent 1: </b>One.<br> <b>Sent 2: </b>T<b>wo<br>";
  const auto sentences = marked_sentences(text);
  ASSERT_TRUE(sentences);
  ASSERT_EQ(sentences->size(), 2u);
  const auto part = [&](Range range) { return text.substr(range.begin, range.size()); };
  EXPECT_EQ(part((*sentences)[0].text), "One.");
  EXPECT_EQ(part((*sentences)[0].number), "1");
  EXPECT_EQ(part((*sentences)[0].all), "<b>Sent 1: </b>One.<br> ");
  EXPECT_EQ(part((*sentences)[1].text), "T<b>wo");
  EXPECT_EQ((*sentences)[1].all.end, text.size());
  EXPECT_TRUE(marked_sentences("")->empty());
  EXPECT_TRUE(marked_sentences(" ")->empty());
  EXPECT_EQ(marked_sentences("<b>Sent 2: </b>One.<br>").error(),
            "expected <b>Sent 1: </b>, got <b>Sent 2: </b>One.<br>");
  EXPECT_EQ(marked_sentences("<b>Sent 1: </b>One.").error(),
            "expected <br> after sentence 1, got none");
  EXPECT_FALSE(marked_sentences("<b>Sent 1: </b>One.<br>more"));
}

TEST(MultircReader, ReportsErrorsWithTheirPath) {
  const std::string good(test::example_file("multirc.json").text());
  EXPECT_EQ(message_of(replaced(good, "       3\n", "       7\n")),
            "data[0].paragraph.questions[0].sentences_used[1]: expected an index below 7 "
            "(the number of sentences), got 7");
  EXPECT_EQ(message_of(replaced(good, "\"idx\": \"1\"", "\"idx\": 0")),
            "data[0].paragraph.questions[1].idx: expected a value that is unique in the paragraph, "
            "got a duplicate: 0");
  EXPECT_EQ(message_of(replaced(good, "Science/lake.txt", "Fiction/kite.txt")),
            "data[1].id: expected a unique id, got a duplicate: Fiction/kite.txt");
  EXPECT_EQ(message_of(replaced(good, "\"isAnswer\": true", "\"isAnswer\": 1")),
            "data[0].paragraph.questions[0].answers[0].isAnswer: expected true or false");
  EXPECT_EQ(message_of(replaced(good, "<b>Sent 3: </b>", "<b>Sent 4: </b>")),
            "data[0].paragraph.text: expected <b>Sent 3: </b>, got <b>Sent 4: </b>The kite had "
            "flown over the wall of the old m...");
}

TEST(MultircReader, SkipsAndListsErrors) {
  const std::string good(test::example_file("multirc.json").text());
  const auto question =
      read(PaddedFile::of(replaced(good, "       3\n", "       7\n")).text(), {.skip_bad = true});
  ASSERT_TRUE(question);
  ASSERT_EQ(question->paragraphs[0].questions.size(), 1u);
  EXPECT_EQ(question->paragraphs[0].questions[0].number, 1u);
  const auto paragraph =
      read(PaddedFile::of(replaced(good, "Sent 3", "Sent 4")).text(), {.skip_bad = true});
  ASSERT_TRUE(paragraph);
  ASSERT_EQ(paragraph->paragraphs.size(), 1u);
  EXPECT_EQ(paragraph->skipped.size(), 1u);
}

TEST(MultircReader, ReadsTheRealFiles) {
  const std::pair<const char*, std::size_t> files[] = {{"multirc/train_456-fixedIds.json", 5131},
                                                       {"multirc/dev_83-fixedIds.json", 953}};
  for (const auto& [name, expected] : files) {
    SPANDROP_NEEDS(test::real_file(name));
    const PaddedFile file(test::real_file(name));
    const auto dataset = read(file.text());
    ASSERT_TRUE(dataset) << dataset.error().message();
    std::size_t questions = 0;
    for (const Paragraph& paragraph : dataset->paragraphs) questions += paragraph.questions.size();
    EXPECT_EQ(questions, expected);
  }
}

}  // namespace
}  // namespace spandrop::multirc
