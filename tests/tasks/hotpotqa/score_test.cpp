#include "spandrop/tasks/hotpotqa/score.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include "spandrop/tasks/scores/answer_text.h"
#include "tests/tasks/dataset_files.h"
#include "tests/tasks/scores/score_values.h"

namespace spandrop::hotpotqa {
namespace {

using test::message_of;

Dataset gold() { return *read(test::example_file("hotpotqa.json").text()); }

TEST(HotpotqaScore, ByHand) {
  const auto predictions = read_predictions(test::example_file("predictions/hotpotqa.json").text());
  ASSERT_TRUE(predictions);
  const Scoring scoring = score(gold(), *predictions);
  const std::map<std::string, double> expected = {
      {"em", 1.0 / 3},       {"f1", 5.0 / 9},         {"prec", 1.0 / 2},
      {"recall", 2.0 / 3},   {"sp_em", 1.0 / 3},      {"sp_f1", (0.8 + 1 + 2.0 / 3) / 3},
      {"sp_prec", 8.0 / 9},  {"sp_recall", 5.0 / 6},  {"joint_em", 1.0 / 3},
      {"joint_f1", 1.0 / 2}, {"joint_prec", 4.0 / 9}, {"joint_recall", 2.0 / 3}};
  const auto found = test::by_name(scoring);
  ASSERT_EQ(found.size(), expected.size());
  for (const auto& [name, value] : expected) EXPECT_NEAR(found.at(name), value, 1e-12) << name;
  EXPECT_EQ(scoring.unmatched[0].first, std::vector<std::string>{"hp-singer"});
  EXPECT_EQ(scoring.unmatched[1].count, 0u);
}

TEST(HotpotqaScore, YesAndNoHaveNothingInCommonWithOtherAnswers) {
  EXPECT_EQ(answer_overlap("no", "no doubt").f1, 0);
  EXPECT_EQ(answer_overlap("yes yes", "yes").recall, 0);
  EXPECT_EQ(answer_overlap("noanswer", "noanswer").f1, 1);
  EXPECT_GT(answer_overlap("no answer", "no doubt").f1, 0);
}

TEST(HotpotqaScore, FactsAloneStillCount) {
  Predictions predictions;
  predictions.facts["hp-lamp"] = {{"Orrin lamp", 1}, {"Marta Orrin", 0}};
  auto found = test::by_name(score(gold(), predictions));
  EXPECT_DOUBLE_EQ(found["sp_em"], 1.0 / 3);
  EXPECT_EQ(found["em"], 0);
  EXPECT_EQ(found["joint_f1"], 0);
  // Titles are compared exactly.
  predictions.facts["hp-lamp"] = {{"orrin lamp", 1}, {"Marta Orrin", 0}};
  EXPECT_DOUBLE_EQ(test::by_name(score(gold(), predictions))["sp_f1"], 0.5 / 3);
}

TEST(HotpotqaScore, ExtraIdsAreCountedOnce) {
  Predictions predictions;
  predictions.answers = {{"other", "x"}, {"hp-lamp", "x"}};
  predictions.facts = {{"other", {}}, {"third", {}}};
  EXPECT_EQ(score(gold(), predictions).unmatched[2].count, 2u);
}

TEST(HotpotqaScore, FactsOutsideTheTextAreStillScored) {
  std::string json(test::example_file("hotpotqa.json").text());
  json = test::replaced(json, "\"Orrin lamp\",\n    1", "\"Orrin lamp\",\n    41");
  const PaddedFile file = PaddedFile::of(json);
  EXPECT_FALSE(read(file.text()));
  const auto dataset = read(file.text(), {.check_places = false});
  ASSERT_TRUE(dataset);
  Predictions predictions;
  predictions.facts["hp-lamp"] = {{"Orrin lamp", 41}, {"Marta Orrin", 0}};
  EXPECT_DOUBLE_EQ(test::by_name(score(*dataset, predictions))["sp_em"], 1.0 / 3);
}

TEST(HotpotqaPredictions, ErrorsHaveTheirPath) {
  EXPECT_EQ(message_of(read_predictions, R"({"sp": {}})"), "");
  EXPECT_EQ(message_of(read_predictions, R"({"id": "x"})"), "expected answer or sp, got neither");
  EXPECT_EQ(message_of(read_predictions, R"({"answer": {"a": 1}})"), "answer.a: expected a string");
  EXPECT_EQ(message_of(read_predictions, R"({"answer": {"a": "", "a": ""}})"),
            "answer.a: expected once, found twice");
  EXPECT_EQ(message_of(read_predictions, R"({"sp": {"a": [["t"]]}})"),
            "sp.a[0]: expected a title and a sentence number, got an array of length 1");
  EXPECT_EQ(message_of(read_predictions, R"({"sp": {"a": [["t", -1], ["t", 0.5]]}})"),
            "sp.a[1][1]: expected a whole number, got 0.5");
  EXPECT_EQ(message_of(read_predictions, R"({"sp": {"a": [["t", "0"]]}})"),
            "sp.a[0][1]: expected a whole number, got \"0\"");
  EXPECT_EQ(message_of(read_predictions, R"({"answer": {}, "answer": {}})"),
            "answer: expected once, found twice");
}

TEST(HotpotqaScore, AgreesWithTheOfficialScript) {
  const std::string name = test::real_file("reference/hotpotqa/pairs.jsonl");
  SPANDROP_NEEDS(name);
  simdjson::dom::parser parser;
  simdjson::dom::document_stream pairs = parser.load_many(name);
  std::size_t count = 0;
  for (simdjson::dom::element pair : pairs) {
    const std::string predicted = normalised_answer(pair["prediction"].get_string().value());
    const std::string gold = normalised_answer(pair["gold"].get_string().value());
    const Overlap found = answer_overlap(predicted, gold);
    EXPECT_EQ(found.exact == 1, pair["em"].get_bool().value()) << predicted << " / " << gold;
    EXPECT_NEAR(found.f1, pair["f1"].get_double().value(), 1e-12) << predicted << " / " << gold;
    EXPECT_NEAR(found.precision, pair["prec"].get_double().value(), 1e-12) << predicted;
    EXPECT_NEAR(found.recall, pair["recall"].get_double().value(), 1e-12) << predicted;
    ++count;
  }
  EXPECT_EQ(count, 260u);
}

}  // namespace
}  // namespace spandrop::hotpotqa
