#include "spandrop/tasks/multirc/score.h"

#include <gtest/gtest.h>

#include "tests/tasks/dataset_files.h"
#include "tests/tasks/scores/score_values.h"

namespace spandrop::multirc {
namespace {

using test::message_of;

Dataset gold() { return *read(test::example_file("multirc.json").text()); }

const char kKite0[] = "Fiction/kite.txt==0";  // right, right, wrong
const char kLake0[] = "Science/lake.txt==0";  // right, wrong

void expect_scores(const Scoring& scoring, const std::map<std::string, double>& expected) {
  const auto found = test::by_name(scoring);
  for (const auto& [name, value] : expected) EXPECT_NEAR(found.at(name), value, 1e-12) << name;
}

TEST(MultircScore, ByHand) {
  const auto predictions = read_predictions(test::example_file("predictions/multirc.json").text());
  ASSERT_TRUE(predictions);
  const Scoring scoring = score(gold(), *predictions);
  expect_scores(scoring, {{"per_question_P", 2.0 / 3},
                          {"per_question_R", 5.0 / 6},
                          {"F1m", 20.0 / 27},
                          {"EM0", 1.0 / 3},
                          {"EM1", 2.0 / 3},
                          {"dataset_P", 2.0 / 3},
                          {"dataset_R", 4.0 / 5},
                          {"F1a", 8.0 / 11}});
  EXPECT_EQ(scoring.unmatched[0].count, 0u);
  EXPECT_EQ(scoring.unmatched[1].first, std::vector<std::string>{"Science/lake.txt==7"});
}

TEST(MultircScore, QuestionsWithoutAPredictionAreLeftOut) {
  const Scoring scoring = score(gold(), {{kKite0, {1, 1, 0}}});
  expect_scores(scoring, {{"F1m", 1}, {"EM0", 1}, {"F1a", 1}});
  EXPECT_EQ(scoring.unmatched[0].count, 2u);
  EXPECT_EQ(test::row_of(scoring, kLake0)["answered"], 0);
}

TEST(MultircScore, NothingPredictedHasPrecision1) {
  expect_scores(score(gold(), {{kKite0, {0, 0, 0}}, {kLake0, {0, 0}}}), {{"per_question_P", 1},
                                                                         {"per_question_R", 0},
                                                                         {"F1m", 0},
                                                                         {"EM0", 0},
                                                                         {"EM1", 0.5},
                                                                         {"dataset_P", 1},
                                                                         {"dataset_R", 0},
                                                                         {"F1a", 0}});
}

TEST(MultircScore, IsZeroWhereTheOfficialScriptFails) {
  // No prediction at all.
  expect_scores(score(gold(), {}), {{"per_question_P", 0}, {"F1m", 0}, {"EM1", 0}, {"F1a", 0}});
  // Precision and recall are both 0.
  expect_scores(score(gold(), {{kLake0, {0, 1}}}),
                {{"per_question_P", 0}, {"per_question_R", 0}, {"F1m", 0}, {"F1a", 0}});
}

TEST(MultircScore, VectorsOfTheWrongLength) {
  // Too short: the labels it has agree. Too long: the surplus counts as predicted and is never
  // right.
  expect_scores(score(gold(), {{kKite0, {1}}}),
                {{"EM0", 1}, {"per_question_P", 1}, {"per_question_R", 0.5}});
  expect_scores(score(gold(), {{kLake0, {1, 0, 1, 1}}}),
                {{"EM0", 1}, {"per_question_P", 1.0 / 3}, {"per_question_R", 1}});
  expect_scores(score(gold(), {{kKite0, {}}}), {{"EM0", 1}, {"per_question_P", 1}});
}

TEST(MultircScore, HalfLabels) {
  expect_scores(score(gold(), {{kKite0, {0.5, 0.5, 0}}}),
                {{"EM0", 0}, {"EM1", 1}, {"per_question_P", 1}, {"per_question_R", 0.5}});
}

TEST(MultircPredictions, ErrorsHaveTheirPath) {
  const auto scores = [](const std::string& list) {
    return message_of(read_predictions, R"([{"pid": "p", "qid": "0", "scores": )" + list + "}]");
  };
  EXPECT_EQ(scores("[true, 0, 1.0, 0.5, 0.5]"), "");
  EXPECT_EQ(scores("[0.5, 1]"),
            "[0].scores: expected labels whose sum is a whole number, got 1.500000");
  EXPECT_EQ(scores("[0, 2]"), "[0].scores[1]: expected a number from 0 to 1, got 2");
  EXPECT_EQ(scores("[-1, 1]"), "[0].scores[0]: expected a number from 0 to 1, got -1");
  EXPECT_EQ(scores("[NaN]"), "[0].scores[0]: expected a number from 0 to 1, got NaN");
  EXPECT_EQ(scores("[01]"), "[0].scores[0]: expected a number from 0 to 1, got 01");
  EXPECT_EQ(scores("[1e999]"), "[0].scores[0]: expected a number from 0 to 1, got 1e999");
  EXPECT_EQ(scores("[\"1\"]"), "[0].scores[0]: expected a number from 0 to 1, got \"1\"");
  EXPECT_EQ(scores("[[1]]"), "[0].scores[0]: expected a number from 0 to 1, got [");
  EXPECT_EQ(scores("1"), "[0].scores: expected an array");
  EXPECT_EQ(message_of(read_predictions, R"([{"pid": "p", "scores": []}])"),
            "[0].qid: missing required field");
  EXPECT_EQ(message_of(read_predictions, R"([{"pid": "p", "qid": "0", "scores": []},
                                             {"pid": "p", "qid": 0, "scores": []}])"),
            "[1]: expected a unique id, got a duplicate: p==0");
}

}  // namespace
}  // namespace spandrop::multirc
