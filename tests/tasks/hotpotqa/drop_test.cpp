#include "spandrop/tasks/hotpotqa/drop.h"

#include <gtest/gtest.h>

#include "tests/tasks/dataset_files.h"
#include "tests/tasks/views/round_trip.h"

namespace spandrop::hotpotqa {
namespace {

using test::element;
using test::number_of;
using test::text_of;

std::size_t check_round_trip(const PaddedFile& file, const DatasetDropOptions& options) {
  const auto dataset = read(file.text());
  EXPECT_TRUE(dataset) << dataset.error().message();
  std::size_t before = 0, now = 0;
  for (const Question& question : dataset->questions) {
    before += question.facts.size() * options.drop.views;
  }
  const auto maker = make_views(file.text(), *dataset, options);
  const Summary summary = test::for_each_view(*maker, [&](std::size_t record, element view) {
    const Question& question = dataset->questions[record];
    std::vector<std::string> old_facts, facts;
    for (const SupportingFact& fact : question.facts) {
      const Paragraph& paragraph = question.paragraphs[fact.paragraph];
      old_facts.push_back(fact.title + "|" + paragraph.sentences[fact.sentence]);
    }
    for (const element fact : view["supporting_facts"].get_array()) {
      for (const element paragraph : view["context"].get_array()) {
        if (text_of(paragraph.at(0)) != text_of(fact.at(0))) continue;
        facts.push_back(text_of(fact.at(0)) + "|" +
                        text_of(paragraph.at(1).at(number_of(fact.at(1)))));
        break;
      }
    }
    ASSERT_TRUE(test::is_subsequence(facts, old_facts)) << question.id;
    now += facts.size();
    // No sentence changes, and the remaining ones keep their order.
    std::vector<std::string> old_sentences, sentences;
    for (const Paragraph& paragraph : question.paragraphs) {
      for (const std::string& text : paragraph.sentences) {
        old_sentences.push_back(paragraph.title + "|" + text);
      }
    }
    for (const element paragraph : view["context"].get_array()) {
      for (const element text : paragraph.at(1).get_array()) {
        sentences.push_back(text_of(paragraph.at(0)) + "|" + text_of(text));
      }
      ASSERT_GT(paragraph.at(1).get_array().size(), 0u);
    }
    ASSERT_TRUE(test::is_subsequence(sentences, old_sentences)) << question.id;
  });
  EXPECT_EQ(before - now, test::lost(summary));
  return before - now;
}

TEST(HotpotqaDrop, FactsSurviveOrAreReported) {
  const PaddedFile& file = test::example_file("hotpotqa.json");
  EXPECT_EQ(check_round_trip(file, test::round_trip_options(Protect::annotations)), 0u);
  EXPECT_GT(check_round_trip(file, test::round_trip_options(Protect::none)), 0u);
}

TEST(HotpotqaDrop, RoundTripsRealFiles) {
  for (const char* name : {"hotpotqa/hotpot_train_distractor_subset.json",
                           "hotpotqa/hotpot_dev_distractor_subset.json"}) {
    SPANDROP_NEEDS(test::real_file(name));
    const PaddedFile file(test::real_file(name));
    EXPECT_EQ(check_round_trip(file, test::round_trip_options(Protect::field)), 0u);
    EXPECT_GT(check_round_trip(file, test::round_trip_options(Protect::none)), 0u);
  }
}

TEST(HotpotqaDrop, EverythingExceptTheSupportCanBeDropped) {
  const PaddedFile& file = test::example_file("hotpotqa.json");
  DatasetDropOptions options;
  options.drop.draw.law = {.rate = 1, .gamma = INFINITY};
  options.drop.protect = Protect::annotations;
  const auto maker = make_views(file.text(), *read(file.text()), options);
  std::vector<std::string> shown;
  test::for_each_view(*maker, [&](std::size_t, element view) {
    shown.push_back(simdjson::to_string(view["supporting_facts"]) +
                    simdjson::to_string(view["context"]));
  });
  ASSERT_EQ(shown.size(), 3u);
  EXPECT_EQ(shown[0],
            R"([["Orrin lamp",0],["Marta Orrin",0]])"
            R"([["Orrin lamp",[" Marta Orrin made the first one in 1874."]],)"
            R"(["Marta Orrin",["Marta Orrin (1851–1920) was a tinsmith, born in Vell."]]])");
}

}  // namespace
}  // namespace spandrop::hotpotqa
