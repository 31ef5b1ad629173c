#include "spandrop/tasks/docred/drop.h"

#include <gtest/gtest.h>

#include "spandrop/tasks/docred/support.h"
#include "tests/tasks/dataset_files.h"
#include "tests/tasks/views/round_trip.h"

namespace spandrop::docred {
namespace {

using test::element;
using test::number_of;
using test::text_of;

std::string joined(element tokens, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) text += text_of(tokens.at(i)) + " ";
  return text;
}

std::string joined(const std::vector<std::string>& tokens, Range range) {
  std::string text;
  for (std::size_t i = range.begin; i < range.end; ++i) text += tokens[i] + " ";
  return text;
}

// The file with an extra member in each mention and fact, to identify them in a view.
std::string with_marks(std::string_view json) {
  const PaddedFile file = PaddedFile::of(json);
  const auto dataset = read(file.text());
  std::vector<Edit> edits;
  for (const Document& document : dataset->documents) {
    const auto add = [&](const RawArray& places, const std::string& first) {
      for (std::size_t i = 0; i < places.elements.size(); ++i) {
        const std::size_t at = places.elements[i].begin + 1;
        edits.push_back({{at, at}, "\"mark\": [" + first + std::to_string(i) + "], "});
      }
    };
    for (std::size_t i = 0; i < document.entities.size(); ++i) {
      add(document.entities[i].mentions_at, std::to_string(i) + ", ");
    }
    add(document.facts_at, "");
  }
  std::string marked;
  append_spliced(marked, json, edits);
  return marked;
}

struct Counts {
  std::size_t mentions = 0, evidence = 0, facts = 0;
};

// Checks one view of a document, and counts what it keeps.
void check_view(const Document& document, element view, Counts& left,
                std::size_t& evidence_of_removed_facts) {
  const element sentences = view["sents"];
  std::vector<std::size_t> old_entities;
  for (const element entity : view["vertexSet"].get_array()) {
    ASSERT_GT(entity.get_array().size(), 0u);
    old_entities.push_back(number_of(entity.at(0)["mark"].at(0)));
    for (const element mention : entity.get_array()) {
      const std::size_t old_entity = number_of(mention["mark"].at(0));
      const Mention& old = document.entities[old_entity].mentions[number_of(mention["mark"].at(1))];
      ASSERT_EQ(joined(sentences.at(number_of(mention["sent_id"])), number_of(mention["pos"].at(0)),
                       number_of(mention["pos"].at(1))),
                joined(document.sentences[old.sentence], old.tokens));
      ASSERT_EQ(old_entities.back(), old_entity);
      ++left.mentions;
    }
  }
  std::vector<bool> survives(document.facts.size());
  for (const element fact : view["labels"].get_array()) {
    const std::size_t number = number_of(fact["mark"].at(0));
    const Fact& old = document.facts[number];
    survives[number] = true;
    ASSERT_EQ(old_entities[number_of(fact["h"])], old.head);
    ASSERT_EQ(old_entities[number_of(fact["t"])], old.tail);
    std::vector<std::string> evidence, old_evidence;
    for (const element sentence : fact["evidence"].get_array()) {
      const element tokens = sentences.at(number_of(sentence));
      evidence.push_back(joined(tokens, 0, tokens.get_array().size()));
    }
    for (const std::size_t sentence : old.evidence) {
      const std::vector<std::string>& tokens = document.sentences[sentence];
      old_evidence.push_back(joined(tokens, {0, tokens.size()}));
    }
    ASSERT_TRUE(test::is_subsequence(evidence, old_evidence));
    ++left.facts;
    left.evidence += evidence.size();
  }
  for (std::size_t i = 0; i < survives.size(); ++i) {
    if (!survives[i]) evidence_of_removed_facts += document.facts[i].evidence.size();
  }
}

// Checks each view and returns what all views together lost.
Counts check_round_trip(const PaddedFile& original, const DatasetDropOptions& options) {
  const PaddedFile file = PaddedFile::of(with_marks(original.text()));
  const auto dataset = read(file.text());
  EXPECT_TRUE(dataset) << dataset.error().message();
  Counts before, left;
  for (const Document& document : dataset->documents) {
    for (const Entity& entity : document.entities) before.mentions += entity.mentions.size();
    for (const Fact& fact : document.facts) before.evidence += fact.evidence.size();
    before.facts += document.facts.size();
  }
  const auto maker = make_views(file.text(), *dataset, options);
  std::size_t of_removed_facts = 0;
  const Summary summary = test::for_each_view(*maker, [&](std::size_t record, element view) {
    check_view(dataset->documents[record], view, left, of_removed_facts);
  });
  const Counts gone{before.mentions * options.drop.views - left.mentions,
                    before.evidence * options.drop.views - left.evidence,
                    before.facts * options.drop.views - left.facts};
  EXPECT_EQ(gone.mentions + gone.evidence - of_removed_facts, test::lost(summary));
  EXPECT_EQ(summary.annotations_removed, test::lost(summary) + gone.facts);
  return gone;
}

TEST(DocredDrop, MentionsAndEvidenceSurviveOrAreReported) {
  const PaddedFile& file = test::example_file("docred.json");
  const Counts kept = check_round_trip(file, test::round_trip_options(Protect::annotations));
  EXPECT_GT(kept.mentions, 0u);
  EXPECT_EQ(kept.evidence, 0u);
  EXPECT_EQ(kept.facts, 0u);
  const Counts noisy = check_round_trip(file, test::round_trip_options(Protect::none));
  EXPECT_GT(noisy.evidence, 0u);
  EXPECT_GT(noisy.facts, 0u);
}

TEST(DocredDrop, RoundTripsRealFiles) {
  for (const char* name : {"docred/docred_hwe_dev_699.json", "docred/redocred_dev_revised.json"}) {
    SPANDROP_NEEDS(test::real_file(name));
    const PaddedFile file(test::real_file(name));
    const Counts gone = check_round_trip(file, test::round_trip_options(Protect::annotations));
    EXPECT_EQ(gone.evidence, 0u);
    EXPECT_EQ(gone.facts, 0u);
    EXPECT_GT(check_round_trip(file, test::round_trip_options(Protect::none)).facts, 0u);
  }
}

TEST(DocredDrop, MovesTheFieldsOfRedocred) {
  const std::string json =
      R"([{"title": "A", "sents": [["x"], ["a", "b", "c"], ["d", "e"]], "labels": [)"
      R"({"h": 1, "t": 2, "r": "P1", "evidence": [2]}], "vertexSet": [)"
      R"([{"name": "b", "type": "", "pos": [1, 2], "sent_id": 1, "global_pos": [2, 2], "index": "0_0"}],)"
      R"([{"name": "a", "type": "", "pos": [0, 1], "sent_id": 1, "global_pos": [1, 1], "index": "1_0"},)"
      R"( {"name": "e", "type": "", "pos": [1, 2], "sent_id": 2, "global_pos": [5, 5], "index": "1_1"}],)"
      R"([{"name": "d", "type": "", "pos": [0, 1], "sent_id": 2, "global_pos": [4, 4], "index": "2_0"}]]}])";
  DatasetDropOptions options;
  options.drop.draw.law = {.rate = 1, .gamma = INFINITY};
  const PaddedFile file = PaddedFile::of(json);
  const auto maker = make_views(file.text(), *read(file.text()), options);
  std::string view;
  Summary summary;
  ASSERT_TRUE(maker->append_views(0, view, summary));
  EXPECT_EQ(
      view,
      R"({"title": "A", "sents": [["d", "e"]], "labels": [)"
      R"({"h": 0, "t": 1, "r": "P1", "evidence": [0]}], "vertexSet": [)"
      R"([{"name": "e", "type": "", "pos": [1, 2], "sent_id": 0, "global_pos": [1, 1], "index": "0_0"}],)"
      R"([{"name": "d", "type": "", "pos": [0, 1], "sent_id": 0, "global_pos": [0, 0], "index": "1_0"}]]})");
}

TEST(DocredDrop, SupportMentionsHeadAndTail) {
  const PaddedFile& file = test::example_file("docred.json");
  const auto dataset = read(file.text());
  ASSERT_TRUE(dataset);
  const Support support = support_of(dataset->documents[0]);
  EXPECT_EQ(support.evidence, (std::vector<std::size_t>{0, 1, 2, 5}));
  EXPECT_TRUE(support.mentions.empty());
  const Support of_norvik = support_of(dataset->documents[0], 1);
  EXPECT_EQ(of_norvik.evidence, (std::vector<std::size_t>{1}));
  // One fact of Elin Dahl has no evidence: its tail, Estmark, is mentioned only in sentence 1.
  const Support of_elin = support_of(dataset->documents[0], 0);
  EXPECT_EQ(of_elin.evidence, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(of_elin.mentions, (std::vector<std::size_t>{1}));
}

}  // namespace
}  // namespace spandrop::docred
