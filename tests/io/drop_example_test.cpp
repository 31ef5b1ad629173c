#include "spandrop/io/drop_example.h"

#include <gtest/gtest.h>

#include "spandrop/io/drop_batch.h"
#include "spandrop/io/drop_record.h"
#include "spandrop/io/record_reader.h"
#include "tests/io/random_record.h"

namespace spandrop {
namespace {

ExampleId id_of_line(const Model& model, const DropOptions& options) {
  const PaddedLine padded(model.line);
  RecordReader reader(options.fields, options.unit);
  return (*reader.read(padded))->example_id();
}

// Ranges of cells in units.
std::vector<Range> in_units(const std::vector<Range>& ranges,
                            const std::vector<std::size_t>& places) {
  std::vector<Range> units;
  for (const Range& range : ranges) units.push_back({places[range.begin], places[range.end]});
  return units;
}

std::vector<Range> ranges_of(const MarkList& list) {
  std::vector<Range> ranges;
  for (const Mark& mark : list.marks) ranges.push_back(mark.range);
  return ranges;
}

// The result for the example is that for the line. `dropped` holds what was there before.
void check(const Model& model, const DropOptions& options, DroppedExample& dropped) {
  std::string line;
  Summary of_line, of_example;
  const auto written = RecordDropper(options).drop(PaddedLine(model.line), "", line, of_line);

  const std::string text = model.text();
  const std::vector<std::size_t> places =
      borders(meanings(model.cells), model.is_text, options.unit);
  Example example;
  if (model.is_text) example.text = text;
  example.length = model.cells.size();
  example.id = id_of_line(model, options);
  example.question = model.question;
  example.annotations = in_units(model.annotations, places);
  example.protect = in_units(model.protect, places);
  example.spans = in_units(model.spans, places);
  ExampleDropper dropper(options);
  Summary of_another;
  (void)dropper.drop(example, options.view + 1, dropped, of_another);
  const auto done = dropper.drop(example, options.view, dropped, of_example);
  ASSERT_EQ(done.has_value(), written.has_value());
  ASSERT_EQ(to_json(of_example, 1), to_json(of_line, 1));
  if (!done) {
    ASSERT_EQ(done.error().reason, written.error().reason);
    return;
  }
  const PaddedLine padded(line);
  RecordReader reader(options.fields, options.unit);
  const Record& record = **reader.read(padded);
  ASSERT_EQ(dropped.text, model.is_text ? record.text.text() : "");
  ASSERT_EQ(dropped.positions.old_length(), places.back());
  ASSERT_EQ(dropped.positions.new_length(),
            record.index ? record.index->length() : record.tokens.elements.size());
  std::vector<Range> annotations, protect;
  for (const Moved& moved : dropped.annotations) {
    if (!removes(options.on_lost, moved.fate)) annotations.push_back(moved.now);
  }
  for (const Moved& moved : dropped.protect) {
    if (moved.fate != Fate::gone) protect.push_back(moved.now);
  }
  ASSERT_EQ(annotations, ranges_of(record.annotations));
  ASSERT_EQ(protect, ranges_of(record.protect));
}

TEST(DropExample, IsWhatItsRecordBecomes) {
  Random random(3);
  DroppedExample dropped;
  for (int round = 0; round < 10'000; ++round) {
    DropOptions options = random_options(random);
    const Model model = random_record(options.unit, random);
    choose_for(model, options, random);
    options.views = 1;
    options.fields.view.clear();
    ASSERT_NO_FATAL_FAILURE(check(model, options, dropped))
        << "round " << round << ": " << model.line;
  }
}

TEST(DropExample, SaysWhatIsWrong) {
  const DropOptions options;
  ExampleDropper dropper(options);
  Summary summary;
  DroppedExample dropped;
  Example example;
  example.text = "abc";
  example.annotations = {{0, 1}, {2, 4}};
  EXPECT_EQ(dropper.drop(example, 0, dropped, summary).error().field, "annotations[1]");
  example.annotations.clear();
  example.protect = {{2, 1}};
  EXPECT_EQ(dropper.drop(example, 0, dropped, summary).error().reason,
            "expected begin <= end, got 2 to 1");
  EXPECT_EQ(summary.records, 0u);
}

TEST(DropBatch, IsEachRowByItself) {
  Random random(4);
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
      texts += std::string(size, 'a');  // so that some repeat
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
      for (const Moved& moved : one.annotations) {
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
