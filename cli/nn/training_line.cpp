#include "cli/nn/training_line.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/number_text.h"

void TrainingLine::show(const spandrop::nn::Metrics& metrics) {
  const auto found = metrics.values.find(error_);
  if (found != metrics.values.end()) last_error_ = found->second;
  if (!terminal_.is_live() && found == metrics.values.end()) return;
  const double steps = metrics.values.at("steps");
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (first_step_ < 0) first_step_ = metrics.step - 50;  // metrics come every 50 steps
  const double left = seconds / double(metrics.step - first_step_) * (steps - double(metrics.step));
  std::string line =
      fmt::format("step {}/{:.0f}  loss {:.4f}", metrics.step, steps, metrics.values.at("loss"));
  if (last_error_ >= 0) line += fmt::format("  {} {:.2f} %", error_, last_error_);
  line += fmt::format("  {:.0f} examples/s  {} left", metrics.values.at("examples_per_second"),
                      clock_time(left));
  if (!terminal_.is_live()) {
    fmt::print(stderr, "{}\n", line);
  } else if (terminal_.is_due()) {
    terminal_.draw(line);
  }
}
