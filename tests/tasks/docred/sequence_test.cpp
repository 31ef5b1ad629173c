#include "spandrop/tasks/docred/sequence.h"

#include <gtest/gtest.h>

#include "tests/tasks/sequences/letters.h"

namespace spandrop::docred {
namespace {

using namespace test;

TEST(DocredSequence, HasMentionsInTokens) {
  const Dataset dataset = example(read, "docred.json");
  const Document& document = dataset.documents[0];
  const Sequence sequence = make_sequence(document, 0, encoder());
  EXPECT_EQ(sequence.id, "Elin Dahl#e0");
  EXPECT_EQ(spelled(sequence, {0, 11}), "[CLS] elin dahl [SEP] e");
  EXPECT_EQ(sequence.spans.size(), 7u);
  EXPECT_EQ(span_text(sequence, 3), "holm has a famous harbour . [SEP]");
  ASSERT_EQ(sequence.mentions.size(), 8u);
  for (std::size_t i = 0; i < document.entities.size(); ++i) {
    const std::vector<Mention>& mentions = document.entities[i].mentions;
    ASSERT_EQ(sequence.mentions[i].size(), mentions.size());
    for (std::size_t k = 0; k < mentions.size(); ++k) {
      std::string name = mentions[k].name;
      for (char& c : name) c = static_cast<char>(std::tolower(c));
      EXPECT_EQ(spelled(sequence, sequence.mentions[i][k]), name);
    }
  }
  ASSERT_EQ(sequence.facts.size(), 4u);
  EXPECT_EQ(sequence.facts[1].tail, 4u);
  EXPECT_EQ(sequence.facts[1].evidence, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(sequence.support, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(sequence.answers, (std::vector<std::size_t>{1}));
}

}  // namespace
}  // namespace spandrop::docred
