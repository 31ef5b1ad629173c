#include "spandrop/tasks/docred/reader.h"

#include <gtest/gtest.h>

#include "tests/tasks/dataset_files.h"

namespace spandrop::docred {
namespace {

using test::replaced;

std::string message_of(const std::string& json) {
  const auto dataset = read(PaddedFile::of(json).text());
  return dataset ? "read" : dataset.error().message();
}

TEST(DocredReader, ReadsOurExample) {
  const PaddedFile& file = test::example_file("docred.json");
  const auto dataset = read(file.text());
  ASSERT_TRUE(dataset) << dataset.error().message();
  ASSERT_EQ(dataset->documents.size(), 3u);
  const Document& document = dataset->documents[0];
  EXPECT_EQ(document.title, "Elin Dahl");
  ASSERT_EQ(document.sentences.size(), 7u);
  EXPECT_EQ(document.sentences[1].front(), "Norvik");
  ASSERT_EQ(document.entities.size(), 8u);
  const Mention& mention = document.entities[1].mentions[2];
  EXPECT_EQ(mention.name, "Norvik");
  EXPECT_EQ(mention.type, "LOC");
  EXPECT_EQ(mention.sentence, 4u);
  EXPECT_EQ(mention.tokens, (Range{6, 7}));
  ASSERT_EQ(document.facts.size(), 6u);
  const Fact& fact = document.facts[4];
  EXPECT_EQ(fact.head, 7u);
  EXPECT_EQ(fact.tail, 0u);
  EXPECT_EQ(fact.relation, "P170");
  EXPECT_EQ(fact.evidence, (std::vector<std::size_t>{5, 0}));
  const auto raw = [&](Place at) { return file.text().substr(at.begin, at.size()); };
  EXPECT_EQ(raw(fact.head_at), "7");
  EXPECT_EQ(raw(fact.evidence_at.elements[1]), "0");
  EXPECT_EQ(raw(mention.sentence_at), "4");
  EXPECT_EQ(raw(document.facts_at.elements[5]), R"({"h": 0, "t": 2, "r": "P27", "evidence": []})");
}

TEST(DocredReader, ReportsErrorsWithTheirPath) {
  const std::string good(test::example_file("docred.json").text());
  EXPECT_EQ(
      message_of(replaced(good, R"("sent_id": 4)", R"("sent_id": 7)")),
      "[0].vertexSet[0][1].sent_id: expected an index below 7 (the number of sentences), got 7");
  EXPECT_EQ(
      message_of(replaced(good, R"("pos": [0, 2])", R"("pos": [0, 13])")),
      "[0].vertexSet[0][0].pos: expected a range in the 12 tokens of sentence 0, got 0 to 13");
  EXPECT_EQ(message_of(replaced(good, R"("pos": [0, 2])", R"("pos": [2, 2])")),
            "[0].vertexSet[0][0].pos: expected a range in the 12 tokens of sentence 0, got 2 to 2");
  EXPECT_EQ(message_of(replaced(good, R"("pos": [0, 2])", R"("pos": [2])")),
            "[0].vertexSet[0][0].pos: expected [begin, end], got an array of length 1");
  EXPECT_EQ(message_of(replaced(good, R"("h": 7)", R"("h": 8)")),
            "[0].labels[4].h: expected an index below 8 (the number of entities), got 8");
  EXPECT_EQ(
      message_of(replaced(good, R"("evidence": [5, 0])", R"("evidence": [5, 9])")),
      "[0].labels[4].evidence[1]: expected an index below 7 (the number of sentences), got 9");
  EXPECT_EQ(message_of(replaced(good, R"("title": "Tarn Works")", R"("title": "Elin Dahl")")),
            "[1].title: expected a unique id, got a duplicate: Elin Dahl");
  EXPECT_EQ(message_of(replaced(good, R"("r": "P170", )", "")),
            "[0].labels[4].r: missing required field");
}

TEST(DocredReader, ReadsDocumentsWithoutLabels) {
  const std::string good(test::example_file("docred.json").text());
  EXPECT_EQ(message_of(replaced(good, R"(, "labels": [])", "")), "read");
}

TEST(DocredReader, SkipsAndListsErrors) {
  const std::string good(test::example_file("docred.json").text());
  const std::string bad = replaced(good, R"("h": 7)", R"("h": 8)");
  const auto dataset = read(PaddedFile::of(bad).text(), {.skip_bad = true});
  ASSERT_TRUE(dataset);
  ASSERT_EQ(dataset->documents.size(), 2u);
  EXPECT_EQ(dataset->documents[0].number, 1u);
  EXPECT_EQ(dataset->skipped[0].path, "[0].labels[4].h");
}

TEST(DocredReader, ReadsTheRealFiles) {
  const std::tuple<const char*, std::size_t, std::size_t> files[] = {
      {"docred/docred_hwe_dev_699.json", 699, 7342},
      {"docred/redocred_dev_revised.json", 500, 17'284}};
  for (const auto& [name, documents, expected] : files) {
    SPANDROP_NEEDS(test::real_file(name));
    const PaddedFile file(test::real_file(name));
    const auto dataset = read(file.text());
    ASSERT_TRUE(dataset) << dataset.error().message();
    EXPECT_EQ(dataset->documents.size(), documents);
    std::size_t facts = 0;
    for (const Document& document : dataset->documents) facts += document.facts.size();
    EXPECT_EQ(facts, expected);
  }
}

}  // namespace
}  // namespace spandrop::docred
