#include "cli/nn/training_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cli/progress_bar.h"

TrainingLine::TrainingLine(const char* error) : error_(error), terminal_(isatty(STDERR_FILENO)) {}

TrainingLine::~TrainingLine() {
  if (terminal_) std::fputs("\r\x1b[K", stderr);
}

void TrainingLine::show(const spandrop::nn::Metrics& metrics) {
  const auto found = metrics.values.find(error_);
  if (found != metrics.values.end()) last_error_ = found->second;
  if (!terminal_ && found == metrics.values.end()) return;
  const double steps = metrics.values.at("steps");
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (first_step_ < 0) first_step_ = metrics.step - 50;  // the first report of this start
  const double left = seconds / double(metrics.step - first_step_) * (steps - double(metrics.step));
  std::string line =
      fmt::format("step {}/{:.0f}  loss {:.4f}", metrics.step, steps, metrics.values.at("loss"));
  if (last_error_ >= 0) line += fmt::format("  {} {:.2f} %", error_, last_error_);
  line += fmt::format("  {:.0f} examples/s  {} left", metrics.values.at("examples_per_second"),
                      clock_time(left));
  std::fputs((terminal_ ? "\r" + line + "\x1b[K" : line + "\n").c_str(), stderr);
  std::fflush(stderr);
}
