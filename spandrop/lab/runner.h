// Runs jobs in child processes, several at a time, and keeps their results.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <string>
#include <vector>

#include "spandrop/lab/child.h"
#include "spandrop/lab/job.h"
#include "spandrop/lab/results.h"
#include "spandrop/lab/work_directory.h"

namespace spandrop::lab {

struct RunnerOptions {
  std::size_t jobs = 2;    // at a time
  bool keep_work = false;  // leave the directories of finished jobs: metrics, weights, log
  Work work = carry_out;   // what a job's process does
};

// A job that is being done.
struct ActiveJob {
  Job job;
  WorkDirectory directory;
  pid_t child;
  double share_before;  // done by earlier starts
};

// Who wants to know what happens.
class Watcher {
 public:
  virtual ~Watcher() = default;
  // Called at least ten times a second.
  virtual void look(const std::vector<ActiveJob>& active, std::size_t waiting) = 0;
  virtual void finished(const ActiveJob& job, const nn::Outcome& outcome) = 0;
  virtual void failed(const ActiveJob& job, const std::string& how) = 0;
};

// Does the jobs in processes that are forked, not started anew: libtorch is loaded once, and a
// program that is built anew meanwhile does no harm. The caller must not have other threads. Waits
// also for jobs that another process is doing; false where one failed. When `stop` is set, the jobs
// at hand are told to save what they have, and no other is started.
bool run_jobs(std::vector<Job> jobs, Results& results, const RunnerOptions& options,
              const std::atomic<bool>& stop, Watcher& watcher);

// Takes away the jobs whose results are there, or can be copied from another experiment.
std::vector<Job> missing(const std::vector<Job>& jobs, Results& results);

}  // namespace spandrop::lab
