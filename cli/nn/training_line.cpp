#include "cli/nn/training_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/number_text.h"

void TrainingLine::show(const spandrop::nn::Metrics& metrics) {
  if (!first_step_) {
    first_step_ = metrics.step;
    first_time_ = metrics.wall_time;
  }
  const auto found = metrics.values.find(error_);
  if (found != metrics.values.end()) last_error_ = found->second;
  if (!terminal_.is_live() && found == metrics.values.end()) return;
  const double steps = metrics.values.at("steps");
  std::string line =
      fmt::format("step {}/{:.0f}  loss {:.4f}", metrics.step, steps, metrics.values.at("loss"));
  if (last_error_ >= 0) line += fmt::format("  {} {:.2f} %", error_, last_error_);
  line += fmt::format("  {:.0f} examples/s", metrics.values.at("examples_per_second"));
  if (metrics.step > *first_step_) {
    const double seconds = std::max(metrics.wall_time - first_time_, 0.0);
    const double seconds_per_step = seconds / double(metrics.step - *first_step_);
    line += fmt::format("  {} left", clock_time(seconds_per_step * (steps - double(metrics.step))));
  }
  if (!terminal_.is_live()) {
    fmt::print(stderr, "{}\n", line);
  } else if (terminal_.is_due()) {
    terminal_.draw(line);
  }
}
