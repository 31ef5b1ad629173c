// The progress of `lab run` on standard error: a live table on a terminal, plain lines elsewhere.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "cli/terminal.h"
#include "spandrop/lab/runner.h"

class LabDisplay : public spandrop::lab::Watcher {
 public:
  // `left` are the jobs to do, out of `total`.
  LabDisplay(const std::vector<spandrop::lab::Job>& left, std::size_t total);

  void look(const std::vector<spandrop::lab::ActiveJob>& active, std::size_t waiting) override;
  void finished(const spandrop::lab::ActiveJob& job, const spandrop::nn::Outcome& outcome) override;
  void failed(const spandrop::lab::ActiveJob& job, const std::string& how) override;

  // Shows how many results there are, and where.
  void summarise(const std::string& results, bool interrupted);

 private:
  using Clock = std::chrono::steady_clock;

  void say(const std::string& line);

  Terminal terminal_{true, std::chrono::milliseconds(500)};
  std::size_t total_;
  std::size_t done_;
  std::size_t failed_ = 0;
  std::size_t active_ = 0;
  double cost_left_ = 0;      // total cost of the unfinished jobs
  double cost_finished_ = 0;  // done by this process
  double cpu_seconds_ = 0;
  Clock::time_point start_ = Clock::now();
};
