#include "spandrop/lab/job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "spandrop/lab/results.h"
#include "tests/io/files/files.h"
#include "tests/lab/some_jobs.h"

namespace spandrop::lab {
namespace {

TEST(Job, PartsAreDisjointAndComplete) {
  const std::vector<Job> jobs = some_jobs(7);
  std::multiset<std::string> names;
  for (std::size_t index = 0; index < 3; ++index) {
    const std::vector<Job> part = part_of(jobs, index, 3);
    EXPECT_EQ(part.size(), index == 0 ? 3u : 2u);
    for (const Job& job : part) names.insert(job.name);
  }
  EXPECT_EQ(names.size(), 7u);
  for (const Job& job : jobs) EXPECT_EQ(names.count(job.name), 1u);
}

TEST(Job, ARunOfTwoExperimentsIsOneJobWithTwoPlaces) {
  const Experiment one{"", {"x", "b", "smoke"}, {some_jobs(2)[0].run, some_jobs(2)[1].run}};
  const Experiment other{"", {"y", "f", "smoke"}, {some_jobs(2)[1].run}};
  const std::vector<Job> jobs = jobs_of({one, other});
  ASSERT_EQ(jobs.size(), 2u);
  EXPECT_EQ(jobs[0].places.size(), 1u);
  ASSERT_EQ(jobs[1].places.size(), 2u);
  EXPECT_EQ(jobs[1].places[1].experiment, "y");
  EXPECT_EQ(jobs[1].name, name_of(jobs[1].run));
}

TEST(Job, DoJobExecutesTheRunOfItsDirectory) {
  const TemporaryDirectory directory;
  write_run(some_jobs(1)[0].run, directory / "");
  do_job(directory / "", {});
  const std::string result = load(directory / kResultFile);
  EXPECT_EQ(name_of(run_from_json(result)), some_jobs(1)[0].name);
  EXPECT_TRUE(outcome_of(result).scores.contains("noise"));
}

TEST(Job, ADirectoryWithoutARunIsRefused) {
  const TemporaryDirectory directory;
  EXPECT_THAT(failure([&] { do_job(directory / "", {}); }),
              testing::HasSubstr("run.json: [run] expected a JSON object"));
}

}  // namespace
}  // namespace spandrop::lab
