#include "spandrop/drop/drop_batch.h"

#include <gtest/gtest.h>

#include <random>

#include "spandrop/drop/drop_example.h"

namespace spandrop {
namespace {

TEST(DropBatch, MatchesEachRowAlone) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 300; ++round) {
    DropOptions options;
    options.draw.law.rate = 0.5;
    options.spans = SpanRule("every:2");
    options.on_lost = OnLost::drop;
    const bool is_text = random() % 2;
    std::string texts;
    std::vector<std::int64_t> offsets{0}, label_offsets{0}, begins, ends;
    std::vector<ExampleId> ids;
    for (std::size_t row = random() % 9; row > 0; --row) {
      const std::size_t size = random() % 12;
      texts += std::string(size, 'a');  // only one letter, so that some texts repeat
      offsets.push_back(static_cast<std::int64_t>(texts.size()));
      if (size > 0) begins.push_back(static_cast<std::int64_t>(random() % size));
      if (size > 0) ends.push_back(begins.back() + 1);
      label_offsets.push_back(static_cast<std::int64_t>(begins.size()));
      ids.push_back({random(), random()});
    }
    ExampleBatch batch;
    if (is_text) batch.texts = TextColumn{texts, offsets};
    batch.offsets = offsets;
    batch.ids = ids;
    batch.annotations = RangeColumn{label_offsets, begins, ends};
    const DroppedBatch dropped = drop_batch(batch, options, 7, 1 + random() % 4);
    ASSERT_EQ(dropped.offsets.size(), offsets.size());

    ExampleDropper dropper(options);
    Summary summary;
    std::string expected;
    std::vector<std::int64_t> sources;
    std::size_t label = 0;
    for (std::size_t row = 0; row < ids.size(); ++row) {
      const auto begin = static_cast<std::size_t>(offsets[row]);
      Example example;
      example.length = static_cast<std::size_t>(offsets[row + 1]) - begin;
      example.id = ids[row];
      if (is_text) example.text = std::string_view(texts).substr(begin, example.length);
      if (example.length > 0) {
        const auto at = static_cast<std::size_t>(begins[label]);
        example.annotations = {{at, at + 1}};
      }
      DroppedExample one;
      ASSERT_TRUE(dropper.drop(example, 7, one, summary));
      expected += one.text;
      for (std::size_t i = 0; i < one.positions.new_length(); ++i) {
        sources.push_back(static_cast<std::int64_t>(begin + *one.positions.to_old(i)));
      }
      for (const MovedLabel& moved : one.annotations) {
        ASSERT_EQ(dropped.annotations.begins[label], static_cast<std::int64_t>(moved.now.begin));
        ASSERT_EQ(dropped.annotations.fates[label++], static_cast<std::uint8_t>(moved.fate));
      }
      ASSERT_EQ(dropped.offsets[row + 1], static_cast<std::int64_t>(sources.size()));
    }
    ASSERT_EQ(dropped.texts, expected);
    if (!is_text) {
      ASSERT_EQ(dropped.sources, sources);
    }
    ASSERT_EQ(to_json(dropped.summary, 1), to_json(summary, 1));
  }
}

}  // namespace
}  // namespace spandrop
