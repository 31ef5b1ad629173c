#include "spandrop/nn/train/metrics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/io/files/files.h"
#include "tests/nn/formats/events.h"

namespace spandrop::nn {
namespace {

constexpr std::int64_t kAllSteps = 1000;

class MetricsLogTest : public testing::Test {
 protected:
  // Writes steps 50, 100 and 150, and returns the file.
  std::string write_three() {
    MetricsLog log(directory_ / "", 0);
    for (const std::int64_t step : {50, 100, 150}) {
      log.add({step, 1.5 * double(step), {{"loss", 1.0 / double(step)}, {"steps", 200}}});
    }
    return load(path_);
  }

  std::vector<std::int64_t> steps_after_reopening(std::int64_t after_step) {
    std::vector<std::int64_t> steps;
    const MetricsLog log(directory_ / "", after_step);
    for (const Metrics& metrics : log.all()) steps.push_back(metrics.step);
    return steps;
  }

  TemporaryDirectory directory_;
  std::string path_ = directory_ / "metrics.jsonl";
};

using Steps = std::vector<std::int64_t>;

TEST_F(MetricsLogTest, ALineIsAnObjectWithStepTimeAndValues) {
  MetricsLog log(directory_ / "", 0);
  log.add({50, 12.3456, {{"loss", 0.1}, {"a \"name\"", -3}}});
  EXPECT_EQ(load(path_), R"({"step":50,"wall_time":12.346,"a \"name\"":-3,"loss":0.1})"
                         "\n");
}

TEST_F(MetricsLogTest, ReopeningReadsTheSameNumbersAndWritesTheSameBytes) {
  const double values[] = {0.1 + 0.2, 1e-300, -7, NAN, INFINITY, -INFINITY};
  {
    MetricsLog log(directory_ / "", 0);
    for (const double value : values) log.add({1, 2.5, {{"value", value}}});
  }
  const std::string before = load(path_);
  const MetricsLog log(directory_ / "", kAllSteps);
  EXPECT_EQ(load(path_), before);
  ASSERT_EQ(log.all().size(), std::size(values));
  for (std::size_t i = 0; i < std::size(values); ++i) {
    const double got = log.all()[i].values.at("value");
    EXPECT_TRUE(got == values[i] || (std::isnan(got) && std::isnan(values[i]))) << i;
    EXPECT_EQ(log.all()[i].wall_time, 2.5);
  }
}

TEST_F(MetricsLogTest, ALineThatWasCutShortIsRemovedAndTheLogContinues) {
  const std::string whole = write_three();
  const std::size_t last_line = whole.find("{\"step\":150");
  // Without its newline, the last line is still complete.
  for (std::size_t size = last_line; size < whole.size() - 1; ++size) {
    store(path_, whole.substr(0, size));
    MetricsLog log(directory_ / "", kAllSteps);
    ASSERT_EQ(log.all().size(), 2u) << size;
    EXPECT_EQ(load(path_), whole.substr(0, last_line)) << size;
    log.add({150, 225, {{"loss", 1.0 / 150}, {"steps", 200}}});
    EXPECT_EQ(load(path_), whole) << size;
  }
  store(path_, whole.substr(0, whole.size() - 1));
  EXPECT_EQ(steps_after_reopening(kAllSteps), (Steps{50, 100, 150}));
  EXPECT_EQ(load(path_), whole);
}

TEST_F(MetricsLogTest, StepsAfterTheCheckpointAreRemoved) {
  const std::string whole = write_three();
  EXPECT_EQ(steps_after_reopening(149), (Steps{50, 100}));
  EXPECT_EQ(load(path_), whole.substr(0, whole.find("{\"step\":150")));
  EXPECT_EQ(steps_after_reopening(50), (Steps{50}));
  EXPECT_EQ(steps_after_reopening(0), Steps{});
  EXPECT_EQ(load(path_), "");
}

TEST_F(MetricsLogTest, NothingAfterADamagedLineIsKept) {
  const std::string whole = write_three();
  for (const char* damaged :
       {"{\"step\":100}}", "[100]", "{\"step\":true}", "{\"loss\":\"low\"}"}) {
    std::string file = whole;
    const std::size_t begin = file.find("{\"step\":100");
    file.replace(begin, file.find('\n', begin) - begin, damaged);
    store(path_, file);
    EXPECT_EQ(steps_after_reopening(kAllSteps), (Steps{50})) << damaged;
  }
}

TEST_F(MetricsLogTest, TensorBoardShowsTheSameStepsAfterResuming) {
  write_three();
  MetricsLog log(directory_ / "", 100);
  log.add({120, 180, {{"loss", 0.5}}});
  const std::vector<Event> events = events_in(directory_ / "");
  ASSERT_EQ(events.size(), 1 + log.all().size());
  for (std::size_t i = 0; i < log.all().size(); ++i) {
    const Metrics& metrics = log.all()[i];
    EXPECT_EQ(events[i + 1].step, metrics.step);
    EXPECT_EQ(events[i + 1].wall_time, metrics.wall_time);
    ASSERT_EQ(events[i + 1].scalars.size(), metrics.values.size());
    for (const auto& [name, value] : metrics.values) {
      EXPECT_EQ(events[i + 1].scalars.at(name), float(value));
    }
  }
}

}  // namespace
}  // namespace spandrop::nn
