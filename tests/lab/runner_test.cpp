#include "spandrop/lab/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <functional>
#include <map>
#include <stdexcept>
#include <stop_token>

#include "cli/stop_signals.h"
#include "tests/io/files/files.h"
#include "tests/lab/some_jobs.h"

namespace spandrop::lab {
namespace {

using testing::HasSubstr;

class Notes : public Watcher {
 public:
  void look(const std::vector<ActiveJob>& active, std::size_t) override {
    most = std::max(most, active.size());
    if (on_look) on_look();
  }
  void finished(const ActiveJob& job, const nn::Outcome& outcome) override {
    scores[job.job.name] = outcome.scores;
  }
  void failed(const ActiveJob& job, const std::string& how) override {
    failures[job.job.name] = how + ": " + end_of_log(job.directory.path());
  }

  std::function<void()> on_look;
  std::map<std::string, std::map<std::string, double>> scores;
  std::map<std::string, std::string> failures;
  std::size_t most = 0;
};

// What `lab run` does in a child.
void do_it(const std::filesystem::path& path) { do_job(path, {}); }

class Runner : public testing::Test {
 protected:
  bool run(const std::vector<Job>& jobs, RunnerOptions options = {.work = do_it}) {
    return run_jobs(jobs, results, options, stop.get_token(), notes);
  }
  std::filesystem::path work(const Job& job) const {
    return results.directory() / ".work" / job.name;
  }
  bool has_result(const Job& job) const {
    return std::filesystem::exists(results.file_of(job.places[0], job.name));
  }

  TemporaryDirectory directory;
  Results results{directory / "r"};
  Notes notes;
  std::stop_source stop;
};

TEST_F(Runner, DoesEveryJobAndKeepsOnlyResults) {
  const std::vector<Job> jobs = some_jobs(5);
  EXPECT_EQ(missing(jobs, results).size(), 5u);
  EXPECT_TRUE(run(jobs));
  EXPECT_EQ(notes.scores.size(), 5u);
  EXPECT_EQ(notes.most, 2u);
  for (const Job& job : jobs) {
    EXPECT_TRUE(has_result(job));
    EXPECT_FALSE(std::filesystem::exists(work(job)));
    EXPECT_TRUE(notes.scores[job.name].contains("noise"));
  }
  EXPECT_TRUE(missing(jobs, results).empty());
}

TEST_F(Runner, FailedAndKilledJobsDoNotAffectTheOthers) {
  const std::vector<Job> jobs = some_jobs(4);
  const RunnerOptions options{.work = [&](const std::filesystem::path& path) {
    if (path == work(jobs[0])) throw std::runtime_error("no luck");
    if (path == work(jobs[2])) raise(SIGKILL);
    do_job(path, {});
  }};
  EXPECT_FALSE(run(jobs, options));
  EXPECT_EQ(notes.failures.size(), 2u);
  EXPECT_THAT(notes.failures[jobs[0].name], HasSubstr("code 1: no luck"));
  EXPECT_THAT(notes.failures[jobs[2].name], HasSubstr("signal 9"));
  EXPECT_TRUE(has_result(jobs[1]) && has_result(jobs[3]));
  EXPECT_FALSE(has_result(jobs[0]) || has_result(jobs[2]));
  EXPECT_TRUE(std::filesystem::exists(work(jobs[0]) / kLogFile));
  EXPECT_EQ(missing(jobs, results).size(), 2u);
  EXPECT_TRUE(run(missing(jobs, results)));  // a rerun does them
  EXPECT_TRUE(missing(jobs, results).empty());
}

TEST_F(Runner, AResultThatWasNotStoredYetIsNotComputedAgain) {
  const std::vector<Job> jobs = some_jobs(1);
  std::filesystem::create_directories(work(jobs[0]));
  write_run(jobs[0].run, work(jobs[0]));
  do_job(work(jobs[0]), {});
  EXPECT_TRUE(run(jobs, {.work = [](const auto&) { throw std::runtime_error("again"); }}));
  EXPECT_TRUE(has_result(jobs[0]));
  EXPECT_FALSE(std::filesystem::exists(work(jobs[0])));
}

TEST_F(Runner, ARunOfTwoExperimentsIsDoneOnce) {
  std::vector<Experiment> two(2);
  two[0] = {"", {"x", "b", "smoke"}, {some_jobs(1)[0].run}};
  two[1] = {"", {"y", "f", "smoke"}, {some_jobs(1)[0].run}};
  const std::vector<Job> jobs = jobs_of(two);
  ASSERT_EQ(jobs.size(), 1u);
  EXPECT_TRUE(run(jobs));
  EXPECT_EQ(notes.scores.size(), 1u);
  for (const Place& place : jobs[0].places) {
    EXPECT_TRUE(std::filesystem::exists(results.file_of(place, jobs[0].name)));
  }
}

TEST_F(Runner, AnInvalidResultOfAnEarlierStartIsComputedAgain) {
  const std::vector<Job> jobs = some_jobs(1);
  std::filesystem::create_directories(work(jobs[0]));
  store(work(jobs[0]) / kResultFile, "\"kind\":\"noise\"");
  EXPECT_TRUE(run(jobs));
  EXPECT_EQ(notes.scores.size(), 1u);
  EXPECT_TRUE(Results::holds_result(results.file_of(jobs[0].places[0], jobs[0].name)));
}

TEST_F(Runner, WaitsForTheJobsOfAnotherProcess) {
  const std::vector<Job> jobs = some_jobs(2);
  auto other = OwnedDirectory::own(work(jobs[0]));  // its own open file, like another process
  ASSERT_TRUE(other);
  EXPECT_FALSE(OwnedDirectory::own(work(jobs[0])));
  const std::string result = result_of(jobs[0].run, {{{"noise", 77.0}}, {}, 0}, 0);
  int looks = 0;
  notes.on_look = [&] {
    if (++looks < 20) return;
    Results(directory / "r").add({"other", "x", "paper"}, jobs[0].name, result);
    other.reset();
  };
  EXPECT_TRUE(run(jobs));
  EXPECT_EQ(notes.scores.size(), 1u);  // the second job: the first was not done again
  EXPECT_EQ(outcome_of(result).scores.at("noise"), 77);
  EXPECT_THAT(load(results.file_of(jobs[0].places[0], jobs[0].name)), HasSubstr("\"noise\":77"));
}

TEST_F(Runner, TakesOverTheJobsOfAProcessThatDied) {
  const std::vector<Job> jobs = some_jobs(1);
  auto other = OwnedDirectory::own(work(jobs[0]));
  int looks = 0;
  notes.on_look = [&] {
    if (++looks == 20) other.reset();
  };
  EXPECT_TRUE(run(jobs));
  EXPECT_EQ(notes.scores.size(), 1u);
  EXPECT_TRUE(has_result(jobs[0]));
}

TEST_F(Runner, AStopLetsJobsSaveAndStartsNoMore) {
  const std::vector<Job> jobs = some_jobs(3);
  const RunnerOptions options{.work =
                                  [](const std::filesystem::path& path) {
                                    const std::stop_token token = stop_on_signals({SIGTERM});
                                    store(path / "started", "");
                                    while (!token.stop_requested()) usleep(1000);
                                    store(path / "saved", "");
                                    throw std::runtime_error("stopped");
                                  },
                              .jobs = 1};
  notes.on_look = [&] {
    if (std::filesystem::exists(work(jobs[0]) / "started")) stop.request_stop();
  };
  EXPECT_TRUE(run(jobs, options));
  EXPECT_TRUE(notes.failures.empty());
  EXPECT_TRUE(std::filesystem::exists(work(jobs[0]) / "saved"));
  EXPECT_FALSE(std::filesystem::exists(work(jobs[1])));
  EXPECT_EQ(missing(jobs, results).size(), 3u);
}

TEST_F(Runner, KeepsTheWorkDirectoriesOnRequest) {
  const std::vector<Job> jobs = some_jobs(1);
  EXPECT_TRUE(run(jobs, {.work = do_it, .keep_work = true}));
  EXPECT_TRUE(has_result(jobs[0]));
  EXPECT_TRUE(std::filesystem::exists(work(jobs[0]) / kRunFile));
}

}  // namespace
}  // namespace spandrop::lab
