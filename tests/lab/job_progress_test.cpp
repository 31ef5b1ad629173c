#include "spandrop/lab/job_progress.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/io/files/files.h"

namespace spandrop::lab {
namespace {

TEST(JobProgress, IsReadFromTheLastCompleteLines) {
  const TemporaryDirectory directory;
  EXPECT_EQ(progress_of(directory / "none").share(), 0);
  std::string metrics;
  for (int step = 1; step <= 200; ++step) {
    metrics += "{\"step\":" + std::to_string(step) + ",\"steps\":400,\"loss\":0.5" +
               (step == 190 ? ",\"dev_error\":12.5" : "") + ",\"examples_per_second\":800}\n";
  }
  store(directory / "metrics.jsonl", metrics + "{\"step\":201,\"ste");
  const JobProgress progress = progress_of(directory / "");
  EXPECT_EQ(progress.step, 200);
  EXPECT_EQ(progress.share(), 0.5);
  EXPECT_EQ(progress.loss, 0.5);
  EXPECT_EQ(progress.dev_error, 12.5);
  EXPECT_EQ(progress.examples_per_second, 800);
}

}  // namespace
}  // namespace spandrop::lab
