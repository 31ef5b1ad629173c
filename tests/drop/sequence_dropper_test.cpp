#include "spandrop/drop/sequence_dropper.h"

#include <gtest/gtest.h>

#include <string>

#include "spandrop/drop/lost_labels.h"

namespace spandrop {
namespace {

// Every letter differs, so that the new place of a label can be found by searching for it.
constexpr std::string_view kText = "abcd efgh ijkl mnop qrst uvwx";

DropOptions word_options(double rate) {
  DropOptions options;
  options.spans = SpanRule("word");
  options.draw.law = {.rate = rate, .gamma = 1};
  return options;
}

struct Drop {
  explicit Drop(DropOptions options) : dropper(std::move(options)), text(Unit::code_point) {
    text.read(kText);
    sequence.text = &text;
    sequence.id = {1, 2};
  }
  std::string text_of(const View& view) const {
    std::string out;
    view.append_text(kText, out);
    return out;
  }

  SequenceDropper dropper;
  CachedText text;
  Sequence sequence;
  Summary summary;
};

TEST(SequenceDropper, LabelsAreWhereTheirTextIs) {
  Drop drop(word_options(0.4));
  std::vector<Label> labels;
  for (std::size_t begin = 0; begin + 4 <= kText.size(); begin += 5) {
    labels.push_back({{begin, begin + 4}, {begin, begin + 4}});
  }
  ASSERT_TRUE(drop.dropper.prepare(drop.sequence));
  std::size_t moved_labels = 0, gone = 0;
  for (std::uint64_t number = 0; number < 200; ++number) {
    const View& view = drop.dropper.draw(number, drop.summary);
    const std::string text = drop.text_of(view);
    ASSERT_EQ(view.is_empty(), text.empty());
    for (const Label& label : labels) {
      const MovedLabel moved = view.move(label);
      const std::size_t found = text.find(kText.substr(label.range.begin, 4));
      ASSERT_EQ(is_lost(moved.fate), found == std::string::npos);
      if (found != std::string::npos) {
        ASSERT_EQ(moved.now, (UnitRange{found, found + 4}));
      }
      moved_labels += moved.fate == Fate::shifted;
      gone += moved.fate == Fate::gone;
    }
  }
  EXPECT_GT(moved_labels, 100u);
  EXPECT_GT(gone, 100u);
}

TEST(SequenceDropper, WhatIsProtectedStays) {
  Drop drop(word_options(1));
  drop.sequence.never_drop = {{11, 12}};  // inside ijkl
  ASSERT_TRUE(drop.dropper.prepare(drop.sequence));
  const std::string text = drop.text_of(drop.dropper.draw(0, drop.summary));
  EXPECT_NE(text.find("ijkl"), std::string::npos);
  EXPECT_EQ(text.find("abcd"), std::string::npos);
}

TEST(SequenceDropper, RejectedDrawsAreDrawnAgain) {
  DropOptions options = word_options(0.5);
  options.on_lost = OnLost::reject;
  Drop drop(options);
  drop.sequence.labels = {{5, 9}};
  ASSERT_TRUE(drop.dropper.prepare(drop.sequence));
  for (std::uint64_t number = 0; number < 100; ++number) {
    const View& view = drop.dropper.draw(number, drop.summary);
    ASSERT_NE(drop.text_of(view).find("efgh"), std::string::npos);
  }
  EXPECT_GT(drop.summary.draws_rejected, 20u);
}

TEST(SequenceDropper, TakenPositionsGoBothWays) {
  Drop drop(word_options(0.5));
  ASSERT_TRUE(drop.dropper.prepare(drop.sequence));
  for (std::uint64_t number = 0; number < 20; ++number) {
    View& view = drop.dropper.draw(number, drop.summary);
    const std::string text = drop.text_of(view);
    const Remap positions = view.take_positions();
    ASSERT_EQ(positions.new_length(), text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
      ASSERT_EQ(kText[*positions.to_old(i)], text[i]);
    }
  }
}

TEST(SequenceDropper, SaysWhatIsWrong) {
  DropOptions options;
  options.spans = SpanRule("field");
  Drop field(options);
  EXPECT_TRUE(field.dropper.prepare(field.sequence).error().is_in_spans);

  DropOptions masking = word_options(0.1);
  masking.mask = "ab";
  Drop masked(masking);
  const auto problem = masked.dropper.prepare(masked.sequence);
  ASSERT_FALSE(problem);
  EXPECT_FALSE(problem.error().is_in_spans);
}

}  // namespace
}  // namespace spandrop
