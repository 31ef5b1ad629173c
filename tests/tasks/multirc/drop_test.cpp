#include "spandrop/tasks/multirc/drop.h"

#include <gtest/gtest.h>

#include "tests/tasks/dataset_files.h"
#include "tests/tasks/views/round_trip.h"

namespace spandrop::multirc {
namespace {

using test::element;
using test::number_of;
using test::text_of;

// The text of a sentence, found only by its mark.
std::string sentence(const std::string& text, std::size_t number) {
  const std::string mark = "<b>Sent " + std::to_string(number + 1) + ": </b>";
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) return "none";
  const std::size_t begin = at + mark.size();
  return text.substr(begin, text.find("<br>", begin) - begin);
}

std::size_t check_round_trip(const PaddedFile& file, const DatasetDropOptions& options) {
  const auto dataset = read(file.text());
  EXPECT_TRUE(dataset) << dataset.error().message();
  std::size_t before = 0, now = 0;
  for (const Paragraph& paragraph : dataset->paragraphs) {
    for (const Question& question : paragraph.questions) {
      before += question.sentences.size() * options.drop.views;
    }
  }
  const auto maker = make_views(file.text(), *dataset, options);
  const Summary summary = test::for_each_view(*maker, [&](std::size_t record, element view) {
    const Paragraph& paragraph = dataset->paragraphs[record];
    const std::string text = text_of(view["paragraph"]["text"]);
    const auto sentences = marked_sentences(text);
    ASSERT_TRUE(sentences) << sentences.error();
    std::size_t i = 0;
    for (const element question : view["paragraph"]["questions"].get_array()) {
      while (paragraph.questions[i].index != text_of(question["idx"])) ++i;
      std::vector<std::string> old_used, used;
      for (const std::size_t number : paragraph.questions[i].sentences) {
        old_used.push_back(sentence(paragraph.text, number));
      }
      for (const element number : question["sentences_used"].get_array()) {
        used.push_back(sentence(text, number_of(number)));
      }
      ASSERT_TRUE(test::is_subsequence(used, old_used)) << paragraph.id;
      now += used.size();
    }
  });
  EXPECT_EQ(before - now, test::lost(summary));
  return before - now;
}

TEST(MultircDrop, SentencesSurviveOrAreReported) {
  const PaddedFile& file = test::example_file("multirc.json");
  EXPECT_EQ(check_round_trip(file, test::round_trip_options(Protect::annotations)), 0u);
  EXPECT_GT(check_round_trip(file, test::round_trip_options(Protect::none)), 0u);
  DatasetDropOptions split = test::round_trip_options(Protect::annotations);
  split.split_questions = true;
  EXPECT_EQ(check_round_trip(file, split), 0u);
}

TEST(MultircDrop, RoundTripsRealFiles) {
  for (const char* name : {"multirc/dev_83-fixedIds.json", "multirc/train_456-fixedIds.json"}) {
    SPANDROP_NEEDS(test::real_file(name));
    const PaddedFile file(test::real_file(name));
    EXPECT_EQ(check_round_trip(file, test::round_trip_options(Protect::annotations)), 0u);
    EXPECT_GT(check_round_trip(file, test::round_trip_options(Protect::none)), 0u);
  }
}

TEST(MultircDrop, RenumbersSentences) {
  const PaddedFile& file = test::example_file("multirc.json");
  DatasetDropOptions options;
  options.drop.draw.law = {.rate = 1, .gamma = INFINITY};
  options.split_questions = true;
  options.drop.view = 3;
  const auto maker = make_views(file.text(), *read(file.text()), options);
  std::vector<std::string> texts, ids;
  test::for_each_view(*maker, [&](std::size_t, element view) {
    texts.push_back(text_of(view["paragraph"]["text"]));
    ids.push_back(text_of(view["id"]));
  });
  EXPECT_EQ(texts,
            (std::vector<std::string>{
                "<b>Sent 1: </b>The kite had flown over the wall of the old mill.<br>"
                "<b>Sent 2: </b>The miller, Mr. Osk, found it in his pear tree.<br>",
                "<b>Sent 1: </b>The miller, Mr. Osk, found it in his pear tree.<br>"
                "<b>Sent 2: </b>On Tuesday he hung the kite on the gate.<br>",
                "<b>Sent 1: </b>The ice is \"safe\" when a horse can stand on it – so people "
                "say.<br><b>Sent 2: </b>In 2016 the horse refused.<br>"}));
  EXPECT_EQ(ids, (std::vector<std::string>{"Fiction/kite.txt#q0#3", "Fiction/kite.txt#q1#3",
                                           "Science/lake.txt#q0#3"}));
}

}  // namespace
}  // namespace spandrop::multirc
