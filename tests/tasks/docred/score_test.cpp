#include "spandrop/tasks/docred/score.h"

#include <gtest/gtest.h>

#include "tests/tasks/dataset_files.h"
#include "tests/tasks/scores/score_values.h"

namespace spandrop::docred {
namespace {

using test::message_of;

Dataset gold() { return *read(test::example_file("docred.json").text()); }
Predictions example_predictions() {
  return *read_predictions(test::example_file("predictions/docred.json").text());
}

Predictions gold_predictions(const Dataset& dataset) {
  const auto number = [](std::size_t n) { return static_cast<std::int64_t>(n); };
  Predictions predictions;
  for (const Document& document : dataset.documents) {
    for (const Fact& fact : document.facts) {
      predictions.push_back({document.title,
                             number(fact.head),
                             number(fact.tail),
                             fact.relation,
                             {fact.evidence.begin(), fact.evidence.end()}});
    }
  }
  return predictions;
}

TEST(DocredScore, ByHand) {
  const auto facts = read_train_facts(test::example_file("docred_train.json").text());
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->size(), 1u);
  const Scoring scoring = score(gold(), example_predictions(), {.annotated = &*facts});
  auto found = test::by_name(scoring);
  EXPECT_NEAR(found["RE_F1"], 0.4, 1e-12);                     // precision 3/5, recall 3/10
  EXPECT_NEAR(found["Evi_F1"], 0.25, 1e-12);                   // precision 2/4, recall 2/12
  EXPECT_NEAR(found["RE_ignore_annotated_F1"], 0.375, 1e-12);  // precision (3-1)/(5-1)
  EXPECT_EQ(found.size(), 3u);
  EXPECT_EQ(scoring.outside[1], 1);  // a submitted fact without a document
  EXPECT_EQ(scoring.unmatched[0].first, std::vector<std::string>{"Nothing"});
  EXPECT_EQ(scoring.unmatched[1].first, std::vector<std::string>{"The old mill"});
}

TEST(DocredScore, GoldIsPerfect) {
  const Dataset dataset = gold();
  auto found = test::by_name(score(dataset, gold_predictions(dataset)));
  EXPECT_EQ(found["RE_F1"], 1);
  EXPECT_EQ(found["Evi_F1"], 1);
}

TEST(DocredScore, FirstOfDuplicatePredictionsCounts) {
  Predictions predictions = {{"Elin Dahl", 0, 1, "P19", {}}, {"Elin Dahl", 0, 1, "P19", {0}}};
  EXPECT_EQ(test::by_name(score(gold(), predictions))["Evi_F1"], 0);
  std::swap(predictions[0], predictions[1]);
  EXPECT_GT(test::by_name(score(gold(), predictions))["Evi_F1"], 0);
  EXPECT_EQ(test::row_of(score(gold(), predictions), "Elin Dahl")["submitted"], 1);
}

TEST(DocredScore, UnknownEntitiesAndRelationsAreWrong) {
  const Predictions predictions = {{"Elin Dahl", 999, -1, "P19", {0}},
                                   {"Elin Dahl", 0, 1, "no such", {-1}},
                                   {"Elin Dahl", 0, 1, "P19", {0}}};
  const Scoring scoring = score(gold(), predictions);
  EXPECT_EQ(test::row_of(scoring, "Elin Dahl")["correct"], 1);
  EXPECT_EQ(test::row_of(scoring, "Elin Dahl")["submitted_evidence"], 3);
}

TEST(DocredScore, IsZeroWhereTheOfficialScriptFails) {
  // Nothing submitted.
  EXPECT_EQ(test::by_name(score(gold(), {}))["RE_F1"], 0);
  // Everything submitted is right and was seen in training.
  TrainFacts facts;
  facts.insert("Elin Dahl", "Norvik", "P19");
  auto found = test::by_name(
      score(gold(), {{"Elin Dahl", 0, 1, "P19", {0}}}, {.annotated = &facts, .distant = &facts}));
  EXPECT_GT(found["RE_F1"], 0);
  EXPECT_EQ(found["RE_ignore_annotated_F1"], 0);
  EXPECT_EQ(found["RE_ignore_distant_F1"], 0);
  // No gold.
  EXPECT_EQ(test::by_name(score({}, {{"x", 0, 1, "P19", {0}}}))["RE_F1"], 0);
}

TEST(DocredScore, AnyPairOfNamesIsSeen) {
  Dataset dataset = gold();
  dataset.documents[0].entities[0].mentions[1].name = "E. Dahl";
  TrainFacts facts;
  facts.insert("E. Dahl", "Norvik", "P19");
  const SeenFacts seen{.annotated = &facts};
  const auto row = [&](const Prediction& fact) {
    return test::row_of(score(dataset, {fact}, seen), "Elin Dahl")["correct_in_train_annotated"];
  };
  EXPECT_EQ(row({"Elin Dahl", 0, 1, "P19", {}}), 1);
  EXPECT_EQ(row({"Elin Dahl", 0, 2, "P27", {}}), 0);
  EXPECT_EQ(row({"Elin Dahl", 0, 1, "P17", {}}), 0);  // wrong, never removed
}

TEST(DocredScore, DuplicateGoldFacts) {
  Dataset dataset = gold();
  Fact again = dataset.documents[0].facts[0];  // evidence 0
  again.evidence = {3, 4};
  dataset.documents[0].facts.push_back(again);
  const Scoring scoring = score(dataset, {{"Elin Dahl", 0, 1, "P19", {0, 3}}});
  auto row = test::row_of(scoring, "Elin Dahl");
  EXPECT_EQ(row["gold"], 6);
  EXPECT_EQ(row["gold_evidence"], 7 + 2);
  EXPECT_EQ(row["correct_evidence"], 1);  // evidence of the last duplicate
}

TEST(DocredPredictions, ErrorsHaveTheirPath) {
  const auto with = [](const std::string& members) {
    return message_of(read_predictions,
                      R"([{"title": "t", "h_idx": 0, "r": "P1", )" + members + "}]");
  };
  EXPECT_EQ(with(R"("t_idx": 1)"), "");
  EXPECT_EQ(with(R"("t_idx": 1, "score": 0.7)"), "");
  EXPECT_EQ(with(R"("t_idx": -1)"), "");
  EXPECT_EQ(with(R"("t_idx": 1.0)"), "[0].t_idx: expected a whole number, got 1.0");
  EXPECT_EQ(with(R"("t_idx": null)"), "[0].t_idx: expected a whole number, got null");
  EXPECT_EQ(with(R"("t_idx": 1, "evidence": null)"), "[0].evidence: expected an array");
  EXPECT_EQ(with(R"("t_idx": 1, "evidence": [NaN])"),
            "[0].evidence[0]: expected a whole number, got NaN");
  EXPECT_EQ(with(R"("evidence": [])"), "[0].t_idx: missing required field");
}

TEST(TrainFactsFile, ErrorsHaveTheirPath) {
  EXPECT_EQ(message_of(read_train_facts, R"([{"vertexSet": [[{"name": "a"}]],
                                              "labels": [{"h": 0, "t": 1, "r": "P1"}]}])"),
            "[0].labels[0].t: expected an index below 1 (the number of entities), got 1");
  EXPECT_EQ(message_of(read_train_facts, R"([{"vertexSet": []}])"),
            "[0].labels: missing required field");
}

TEST(TrainFactsFile, CountsAsManyFactsAsTheReference) {
  const std::string name = test::real_file("docred/redocred_dev_revised.json");
  SPANDROP_NEEDS(name);
  EXPECT_EQ(read_train_facts(PaddedFile(name).text())->size(), 24193u);
}

}  // namespace
}  // namespace spandrop::docred
