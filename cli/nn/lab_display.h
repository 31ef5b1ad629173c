// What `lab run` shows: a live table on a terminal, plain lines elsewhere; all on standard error.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "spandrop/lab/runner.h"

class LabDisplay : public spandrop::lab::Watcher {
 public:
  // `left` of `total` jobs are to be done.
  LabDisplay(const std::vector<spandrop::lab::Job>& left, std::size_t total);

  void look(const std::vector<spandrop::lab::ActiveJob>& active, std::size_t waiting) override;
  void finished(const spandrop::lab::ActiveJob& job, const spandrop::nn::Outcome& outcome) override;
  void failed(const spandrop::lab::ActiveJob& job, const std::string& how) override;

  // The last lines: what was done, and where it is.
  void summarise(const std::string& results, bool interrupted);

 private:
  using Clock = std::chrono::steady_clock;

  void say(const std::string& line);
  void erase_table();

  bool live_;
  std::size_t total_;
  std::size_t done_;
  std::size_t failed_ = 0;
  std::size_t active_ = 0;
  double cost_left_ = 0;      // of jobs that are not finished, whole
  double cost_finished_ = 0;  // by us, without what earlier starts did
  double cpu_seconds_ = 0;
  std::size_t table_lines_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_{};
};
