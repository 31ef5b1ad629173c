// A record and the same example in memory give the same result.
#include <gtest/gtest.h>

#include "spandrop/drop/drop_example.h"
#include "spandrop/drop/lost_labels.h"
#include "spandrop/io/records/drop_record.h"
#include "spandrop/io/records/record_reader.h"
#include "tests/io/records/random_record.h"

namespace spandrop {
namespace {

ExampleId id_of_line(const Model& model, const RecordOptions& options) {
  const PaddedLine padded(model.line);
  RecordReader reader(options.fields, options.unit);
  return (*reader.read(padded))->example_id();
}

// Ranges of cells in units.
std::vector<UnitRange> in_units(const std::vector<Range>& ranges,
                                const std::vector<std::size_t>& places) {
  std::vector<UnitRange> units;
  for (const Range& range : ranges) units.push_back({places[range.begin], places[range.end]});
  return units;
}

std::vector<UnitRange> ranges_of(const LabelList& list) {
  std::vector<UnitRange> ranges;
  for (const Label& label : list.labels) ranges.push_back(label.range);
  return ranges;
}

// Checks that the example gives the same result as the line. `dropped` still holds an earlier
// result.
void check(const Model& model, const RecordOptions& options, DroppedExample& dropped) {
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
  example.never_drop = in_units(model.protect, places);
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
            record.is_text ? record.units()->length() : record.tokens.elements.size());
  std::vector<UnitRange> annotations, never_drop;
  for (const MovedLabel& moved : dropped.annotations) {
    if (!removes(options.on_lost, moved.fate)) annotations.push_back(moved.now);
  }
  for (const MovedLabel& moved : dropped.never_drop) {
    if (moved.fate != Fate::gone) never_drop.push_back(moved.now);
  }
  ASSERT_EQ(annotations, ranges_of(record.annotations));
  ASSERT_EQ(never_drop, ranges_of(record.never_drop));
}

TEST(DropRecord, AgreesWithAnExampleInMemory) {
  Random random(3);
  DroppedExample dropped;
  for (int round = 0; round < 10'000; ++round) {
    RecordOptions options = random_options(random);
    const Model model = random_record(options.unit, random);
    choose_for(model, options, random);
    options.views = 1;
    options.fields.view.clear();
    ASSERT_NO_FATAL_FAILURE(check(model, options, dropped))
        << "round " << round << ": " << model.line;
  }
}

}  // namespace
}  // namespace spandrop
