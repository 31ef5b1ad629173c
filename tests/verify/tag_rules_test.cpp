#include "spandrop/verify/tag_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace spandrop {
namespace {

using testing::ElementsAre;

const TagScheme kBio, kBioes{"BIOES", 'E', 'S'};

// Tags by name; a dash is a token without a tag.
std::vector<Tag> tags(const std::vector<std::string_view>& names) {
  std::vector<Tag> all;
  for (const std::string_view name : names) {
    all.push_back(name == "-" ? Tag{} : Tag{name[0], name.substr(1)});
  }
  return all;
}

std::vector<std::string> names(const std::vector<Tag>& tags) {
  std::vector<std::string> all;
  for (const Tag& tag : tags) {
    all.push_back(tag.role == Tag::kNone ? "-" : std::string(1, tag.role).append(tag.type));
  }
  return all;
}

const std::vector<Tag> kTags = tags({"B-X", "I-X", "O", "I-Y", "I-X", "B-X", "I-X"});

TEST(TaggedEntities, AnIThatContinuesNothingBeginsOne) {
  EXPECT_THAT(tagged_entities(kTags),
              ElementsAre(Range{0, 2}, Range{3, 4}, Range{4, 5}, Range{5, 7}));
}

TEST(TaggedEntities, EndsAreMarkedInOtherSchemes) {
  EXPECT_THAT(tagged_entities(tags({"B-X", "-", "E-X", "I-X", "S-X", "O", "-", "B", "E"})),
              ElementsAre(Range{0, 3}, Range{3, 4}, Range{4, 5}, Range{7, 9}));
}

TEST(CanBecome, OnlyWhatADropCanDo) {
  const auto can = [](std::string_view before, std::string_view after, bool removes) {
    return can_become(tags({before})[0], tags({after})[0], removes);
  };
  EXPECT_TRUE(can("I-X", "B-X", false));
  EXPECT_TRUE(can("I-X", "S-X", false));
  EXPECT_FALSE(can("I-X", "B-Y", false));
  EXPECT_FALSE(can("I-X", "O", false));
  EXPECT_TRUE(can("I-X", "O", true));
  EXPECT_FALSE(can("O", "B-X", true));
  EXPECT_FALSE(can("-", "O", true));
}

TEST(ExpectedTags, WhatIsLeftBeginsWithB) {
  const std::vector<Range> entities = tagged_entities(kTags);
  const auto expected = [&](const std::vector<std::size_t>& tokens) {
    return names(expected_tags(kTags, kBio, entities, std::vector<bool>(entities.size()), tokens));
  };
  EXPECT_THAT(expected({1, 2, 3}), ElementsAre("B-X", "O", "I-Y"));
  // The third entity now follows the first, which has its type.
  EXPECT_THAT(expected({0, 1, 4}), ElementsAre("B-X", "I-X", "B-X"));
  EXPECT_THAT(expected({4, 6}), ElementsAre("I-X", "B-X"));
}

TEST(ExpectedTags, WhatIsLeftIsAWholeEntity) {
  const std::vector<Tag> all = tags({"B-X", "I-X", "-", "I-X", "E-X", "S-X"});
  const std::vector<Range> entities = tagged_entities(all);
  const auto expected = [&](const std::vector<std::size_t>& tokens) {
    return names(expected_tags(all, kBioes, entities, {false, false}, tokens));
  };
  EXPECT_THAT(expected({1, 2, 3, 5}), ElementsAre("B-X", "-", "E-X", "S-X"));
  EXPECT_THAT(expected({3}), ElementsAre("S-X"));
  EXPECT_THAT(expected({0, 1, 3, 4}), ElementsAre("B-X", "I-X", "I-X", "E-X"));
}

TEST(ExpectedTags, ARemovedEntityIsO) {
  const std::vector<Range> entities = tagged_entities(kTags);
  EXPECT_THAT(names(expected_tags(kTags, kBio, entities, {true, false, false, true}, {1, 4, 6})),
              ElementsAre("O", "I-X", "O"));
}

}  // namespace
}  // namespace spandrop
