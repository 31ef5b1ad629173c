// Does jobs in child processes, several at a time, and stores their results.
#pragma once

#include <sys/types.h>

#include <stop_token>
#include <string>
#include <vector>

#include "spandrop/io/files/owned_directory.h"
#include "spandrop/lab/child.h"
#include "spandrop/lab/job.h"
#include "spandrop/lab/results.h"

namespace spandrop::lab {

struct RunnerOptions {
  // What the child process of a job does: do_job, with a stop token that SIGTERM triggers.
  Work work;
  // How many jobs run at a time.
  std::size_t jobs = 2;
  // Keep the directories of finished jobs: metrics, weights and log.
  bool keep_work = false;
};

// A job in progress.
struct ActiveJob {
  Job job;
  OwnedDirectory directory;
  pid_t child;
  double share_before;  // the share done by interrupted attempts
};

// Is notified of events.
class Watcher {
 public:
  virtual ~Watcher() = default;
  // Called at least ten times per second.
  virtual void look(const std::vector<ActiveJob>& active, std::size_t waiting) = 0;
  virtual void finished(const ActiveJob& job, const nn::Outcome& outcome) = 0;
  virtual void failed(const ActiveJob& job, const std::string& how) = 0;
};

// Does the jobs, and waits for those that another process is doing. Returns false if one failed.
// After a stop request it starts no more jobs and asks those in progress, with SIGTERM, to save
// their state. The children are forked from this process, so that libtorch is loaded only once and
// the program can be rebuilt meanwhile. The caller must have no other threads, except one that
// waits for signals.
bool run_jobs(std::vector<Job> jobs, Results& results, const RunnerOptions& options,
              std::stop_token stop, Watcher& watcher);

// The jobs without a result. Results of other experiments are copied first.
std::vector<Job> missing(const std::vector<Job>& jobs, Results& results);

}  // namespace spandrop::lab
