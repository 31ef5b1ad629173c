// A line on the terminal that shows how much of the input has been processed.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "cli/terminal.h"

class ProgressBar {
 public:
  // Shows nothing unless `wanted` and standard error is a terminal.
  explicit ProgressBar(bool wanted) : terminal_(wanted) {}

  // Text at the end of the line, such as the number of the current file.
  void set_label(std::string label) {
    label_ = std::move(label);
    terminal_.make_due();
  }
  // Redraws the line if it is due. Both numbers are in bytes, summed over all files.
  void show(std::uint64_t done, std::optional<std::uint64_t> total);
  // Removes the line.
  void clear() { terminal_.clear(); }

 private:
  using Clock = std::chrono::steady_clock;

  Terminal terminal_;
  std::string label_;
  Clock::time_point start_ = Clock::now();
};
