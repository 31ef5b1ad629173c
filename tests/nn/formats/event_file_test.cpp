#include "spandrop/nn/formats/event_file.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/io/files/files.h"
#include "tests/nn/formats/events.h"

namespace spandrop::nn {
namespace {

// The parser's checksums, which the other tests rely on, against published values.
TEST(EventFile, ChecksumsOfTheParserAreRight) {
  EXPECT_EQ(slow_crc32c("123456789"), 0xE3069283u);            // the standard check value
  EXPECT_EQ(slow_crc32c(std::string(32, '\0')), 0x8A9136AAu);  // RFC 3720, B.4
  // TensorFlow's event files begin with these bytes: a payload of 24 bytes.
  EXPECT_EQ(slow_masked_crc({"\x18\0\0\0\0\0\0\0", 8}), 0x224B7FA3u);
}

TEST(EventFile, HasTheVersionAndThenTheScalars) {
  const TemporaryDirectory directory;
  EventFile file(directory / "");
  file.add(3, 1234.5, {{"loss", 0.25}, {"dev/error %", -1e-3}});
  file.add(std::int64_t(1) << 40, 1235, {{"loss", INFINITY}, {"b", NAN}, {"c", 1e30}});
  file.add(0, 0, {});
  // Read while the file is open: TensorBoard follows a run.
  const std::vector<Event> events = events_in(directory / "");
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[0].version, "brain.Event:2");
  EXPECT_GT(events[0].wall_time, 1.5e9);
  EXPECT_EQ(events[1].step, 3);
  EXPECT_EQ(events[1].wall_time, 1234.5);
  EXPECT_EQ(events[1].scalars,
            (std::map<std::string, float>{{"loss", 0.25f}, {"dev/error %", -1e-3f}}));
  EXPECT_EQ(events[2].step, std::int64_t(1) << 40);
  ASSERT_EQ(events[2].scalars.size(), 3u);
  EXPECT_EQ(events[2].scalars.at("loss"), INFINITY);
  EXPECT_TRUE(std::isnan(events[2].scalars.at("b")));
  EXPECT_EQ(events[2].scalars.at("c"), 1e30f);
  EXPECT_TRUE(events[3].scalars.empty());
}

// Lengths of 128 and more take two bytes in a protocol buffer.
TEST(EventFile, LongNamesAreWhole) {
  const TemporaryDirectory directory;
  EventFile file(directory / "");
  for (const std::size_t size : {127, 128, 20000}) {
    const std::string name(size, 'x');
    file.add(1, 2, {{name, 3}});
    EXPECT_EQ(events_in(directory / "").back().scalars.at(name), 3);
  }
}

TEST(EventFile, ReplacesTheFilesOfEarlierStartsOnly) {
  const TemporaryDirectory directory;
  store(directory / "events.out.tfevents.1.old.2", "old");
  store(directory / "events.out.tfevents.3.old.4", "old");
  store(directory / "metrics.jsonl", "kept");
  const EventFile file(directory / "");
  EXPECT_EQ(directory.size(), 2u);
  EXPECT_EQ(load(directory / "metrics.jsonl"), "kept");
  EXPECT_EQ(events_in(directory / "").size(), 1u);
}

}  // namespace
}  // namespace spandrop::nn
