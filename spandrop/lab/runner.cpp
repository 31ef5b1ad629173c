#include "spandrop/lab/runner.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <thread>

#include "spandrop/lab/job_progress.h"

namespace spandrop::lab {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kTick{20};
constexpr std::chrono::seconds kLookAgain{1};    // for jobs that another process is doing
constexpr std::chrono::seconds kTimeToSave{20};  // for a job that was asked to stop

bool is_done(const Job& job, Results& results) {
  bool done = true;
  for (const Place& place : job.places) done = results.copy_to(place, job.name) && done;
  return done;
}

class Runner {
 public:
  Runner(std::vector<Job> jobs, Results& results, const RunnerOptions& options, Watcher& watcher)
      : waiting_(std::make_move_iterator(jobs.begin()), std::make_move_iterator(jobs.end())),
        results_(results),
        options_(options),
        watcher_(watcher) {}

  bool run(std::stop_token stop) {
    while (!stop.stop_requested() && !(waiting_.empty() && active_.empty())) {
      start_some();
      tick();
    }
    signal_all(SIGTERM);
    const Clock::time_point end = Clock::now() + kTimeToSave;
    while (!active_.empty() && Clock::now() < end) tick();
    signal_all(SIGKILL);
    while (!active_.empty()) tick();
    return all_succeeded_;
  }

 private:
  void tick() {
    watcher_.look(active_, waiting_.size());
    std::this_thread::sleep_for(kTick);
    reap();
  }

  void start_some() {
    if (Clock::now() < look_again_) return;
    for (std::size_t left = waiting_.size(); left > 0 && active_.size() < options_.jobs; --left) {
      Job job = std::move(waiting_.front());
      waiting_.pop_front();
      if (!start(job)) waiting_.push_back(std::move(job));
    }
    if (active_.size() < options_.jobs) look_again_ = Clock::now() + kLookAgain;
  }

  // Returns false if another process is doing the job.
  bool start(Job& job) {
    auto directory = OwnedDirectory::own(results_.directory() / ".work" / job.name);
    if (!directory) return false;
    if (is_done(job, results_)) {  // by the previous owner of the directory
      if (!options_.keep_work) directory->remove();
      return true;
    }
    // The previous owner may have ended before it stored the result.
    if (Results::holds_result(directory->path() / kResultFile)) {
      store_result(job, *directory);
      return true;
    }
    write_run(job.run, directory->path());
    const double share = progress_of(directory->path()).share();
    const pid_t child = fork_child(*directory);
    active_.push_back({std::move(job), std::move(*directory), child, share});
    return true;
  }

  pid_t fork_child(const OwnedDirectory& directory) {
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child < 0) throw std::system_error(errno, std::generic_category(), "cannot fork");
    if (child > 0) return child;
    active_.clear();  // keeps only the lock of this job
    work_in_child(options_.work, directory.path(), parent);
  }

  void reap() {
    for (std::size_t i = 0; i < active_.size();) {
      const auto end = end_of_child(active_[i].child);
      if (!end) {
        ++i;
        continue;
      }
      ActiveJob ended = std::move(active_[i]);
      active_.erase(active_.begin() + std::ptrdiff_t(i));
      look_again_ = {};
      if (end->empty()) {
        watcher_.finished(ended, outcome_of(store_result(ended.job, ended.directory)));
      } else if (!stopping_) {
        all_succeeded_ = false;
        watcher_.failed(ended, *end);
      }
    }
  }

  // Stores the result for all experiments that need it, and returns it.
  std::string store_result(const Job& job, OwnedDirectory& directory) {
    std::ifstream file(directory.path() / kResultFile, std::ios::binary);
    const std::string result{std::istreambuf_iterator<char>(file),
                             std::istreambuf_iterator<char>()};
    for (const Place& place : job.places) results_.add(place, job.name, result);
    if (!options_.keep_work) directory.remove();
    return result;
  }

  void signal_all(int signal) {
    stopping_ = true;
    for (const ActiveJob& job : active_) kill(job.child, signal);
  }

  std::deque<Job> waiting_;
  std::vector<ActiveJob> active_;
  Results& results_;
  const RunnerOptions& options_;
  Watcher& watcher_;
  Clock::time_point look_again_{};
  bool stopping_ = false;
  bool all_succeeded_ = true;
};

}  // namespace

bool run_jobs(std::vector<Job> jobs, Results& results, const RunnerOptions& options,
              std::stop_token stop, Watcher& watcher) {
  return Runner(std::move(jobs), results, options, watcher).run(stop);
}

std::vector<Job> missing(const std::vector<Job>& jobs, Results& results) {
  std::vector<Job> left;
  std::ranges::copy_if(jobs, std::back_inserter(left),
                       [&](const Job& job) { return !is_done(job, results); });
  return left;
}

}  // namespace spandrop::lab
