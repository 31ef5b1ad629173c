#include "spandrop/tasks/squad/score.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include "spandrop/tasks/scores/answer_overlap.h"
#include "spandrop/tasks/scores/answer_text.h"
#include "tests/tasks/dataset_files.h"
#include "tests/tasks/scores/score_values.h"

namespace spandrop::squad {
namespace {

using test::message_of;

Dataset gold() { return *read(test::example_file("squad.json").text()); }

TEST(Overlap, CountsWordsAsBags) {
  const Overlap same = overlap("a b", "a b");
  EXPECT_EQ(same.exact, 1);
  EXPECT_EQ(same.f1, 1);
  const Overlap part = overlap("x x y", "x z x x");
  EXPECT_EQ(part.exact, 0);
  EXPECT_DOUBLE_EQ(part.precision, 2.0 / 3);
  EXPECT_DOUBLE_EQ(part.recall, 2.0 / 4);
  EXPECT_DOUBLE_EQ(part.f1, 4.0 / 7);
  EXPECT_EQ(overlap("b a", "a b").exact, 0);
  EXPECT_EQ(overlap("b a", "a b").f1, 1);
  EXPECT_EQ(overlap("ab", "a b").f1, 0);
}

TEST(Overlap, TwoEmptyAnswersAreEqualWithoutAWordInCommon) {
  EXPECT_EQ(overlap("", "").exact, 1);
  EXPECT_EQ(overlap("", "").f1, 0);
  EXPECT_EQ(overlap("", "x").exact, 0);
  EXPECT_EQ(overlap("x", "").precision, 0);
}

TEST(SquadScore, ByHand) {
  const auto predictions = read_predictions(test::example_file("predictions/squad.json").text());
  ASSERT_TRUE(predictions);
  const Scoring scoring = score(gold(), *predictions);
  EXPECT_NEAR(test::by_name(scoring)["exact_match"], 100 * 3.0 / 7, 1e-12);
  EXPECT_NEAR(test::by_name(scoring)["f1"], 100 * (3 + 2 * 2.0 / 3) / 7, 1e-12);
  EXPECT_DOUBLE_EQ(test::row_of(scoring, "ferry-hour")["f1"], 2.0 / 3);
  EXPECT_EQ(test::row_of(scoring, "ferry-hour")["em"], 0);
  EXPECT_EQ(scoring.ids.size(), 7u);
  EXPECT_EQ(scoring.unmatched[0].first, std::vector<std::string>{"bees-days"});
  EXPECT_EQ(scoring.unmatched[1].first, std::vector<std::string>{"ferry-colour"});
}

TEST(SquadScore, EachScoreUsesItsOwnBestGoldAnswer) {
  // Once normalised to nothing, equals the second answer exactly; by words, closer to the first.
  const std::string json = R"({"data": [{"title": "t", "paragraphs": [{"context": "a red fox.",
    "qas": [{"id": "q", "question": "?", "answers": [{"text": "red fox", "answer_start": 2},
                                                      {"text": ".", "answer_start": 9}]}]}]}]})";
  const PaddedFile file = PaddedFile::of(json);
  const Dataset dataset = *read(file.text());
  EXPECT_EQ(test::by_name(score(dataset, {{"q", "!"}})),
            (std::map<std::string, double>{{"exact_match", 100}, {"f1", 0}}));
  EXPECT_EQ(test::by_name(score(dataset, {{"q", "the fox, red"}})),
            (std::map<std::string, double>{{"exact_match", 0}, {"f1", 100}}));
}

TEST(SquadScore, NothingPredictedAndNothingToPredict) {
  const Scoring none = score(gold(), {});
  EXPECT_EQ(test::by_name(none)["f1"], 0);
  EXPECT_EQ(none.unmatched[0].count, 7u);
  EXPECT_EQ(none.unmatched[0].first.size(), Unmatched::kShown);
  EXPECT_EQ(test::by_name(score({}, {{"q", "x"}}))["exact_match"], 0);
}

TEST(SquadScore, LabelsOutsideTheTextAreStillScored) {
  std::string json(test::example_file("squad.json").text());
  json = test::replaced(json, "\"answer_start\": 257", "\"answer_start\": 9999");
  const PaddedFile file = PaddedFile::of(json);
  EXPECT_FALSE(read(file.text()));
  EXPECT_TRUE(read(file.text(), {.check_places = false}));
}

TEST(SquadPredictions, ErrorsHaveTheirPath) {
  EXPECT_EQ(message_of(read_predictions, R"({"a": "x", "b": 7})"), "b: expected a string");
  EXPECT_EQ(message_of(read_predictions, R"({"a": null})"), "a: expected a string");
  EXPECT_EQ(message_of(read_predictions, R"({"a": "x", "\u0061": "y"})"),
            "a: expected once, found twice");
  EXPECT_EQ(message_of(read_predictions, R"(["a"])"), "expected an object");
  EXPECT_NE(message_of(read_predictions, R"({"a": NaN})"), "");
  EXPECT_NE(message_of(read_predictions, R"({"a": "x")"), "");
  EXPECT_NE(message_of(read_predictions, R"({"a": "x"} {})"), "");
  EXPECT_NE(message_of(read_predictions, ""), "");
  EXPECT_EQ(message_of(read_predictions, "{}"), "");
}

TEST(SquadScore, AgreesWithTheOfficialScript) {
  const std::string name = test::real_file("reference/squad/pairs.jsonl");
  SPANDROP_NEEDS(name);
  simdjson::dom::parser parser;
  simdjson::dom::document_stream pairs = parser.load_many(name);
  std::size_t count = 0;
  for (simdjson::dom::element pair : pairs) {
    const std::string predicted = normalised_answer(pair["prediction"].get_string().value());
    const std::string gold = normalised_answer(pair["gold"].get_string().value());
    EXPECT_EQ(predicted, pair["norm_prediction"].get_string().value());
    EXPECT_EQ(gold, pair["norm_gold"].get_string().value());
    const Overlap found = overlap(predicted, gold);
    EXPECT_EQ(found.exact == 1, pair["em"].get_bool().value()) << predicted << " / " << gold;
    EXPECT_NEAR(found.f1, pair["f1"].get_double().value(), 1e-12) << predicted << " / " << gold;
    ++count;
  }
  EXPECT_EQ(count, 260u);
}

}  // namespace
}  // namespace spandrop::squad
