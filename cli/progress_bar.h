// One line on a terminal that says how far a run is.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

// Seconds as people read them: 1:05, 2:00:09.
std::string clock_time(double seconds);

class ProgressBar {
 public:
  // Shows nothing if standard error is no terminal, or not wanted.
  explicit ProgressBar(bool wanted);
  ~ProgressBar();

  // What is worked on now; shown the next time in any case.
  void set_label(std::string label) {
    label_ = std::move(label);
    last_ = {};
  }
  // Draws the line anew, at most ten times a second. Bytes of all files together.
  void show(std::uint64_t done, std::optional<std::uint64_t> total);
  // Removes the line.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool shown_ = false;
  bool wanted_;
  std::string label_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_{};
};
