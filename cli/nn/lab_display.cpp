#include "cli/nn/lab_display.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "cli/number_text.h"
#include "spandrop/lab/child.h"
#include "spandrop/lab/job_progress.h"

namespace {

using spandrop::lab::ActiveJob;
using spandrop::lab::Job;
using spandrop::lab::JobProgress;

double cost_of(const Job& job) { return spandrop::lab::cost_of(job.run.kind, job.run.settings); }

std::string label_of(const Job& job) {
  return spandrop::lab::label_of(job.run.kind, job.run.settings);
}

std::string shown(std::optional<double> value, const char* format) {
  return value ? fmt::format(fmt::runtime(format), *value) : "";
}

// A line of the table; the name is shortened so that the numbers fit.
std::string row(const std::string& name, const std::string& step, const std::string& loss,
                const std::string& error, const std::string& speed) {
  const std::string numbers = fmt::format("{:>14}{:>9}{:>11}{:>12}", step, loss, error, speed);
  const std::size_t width = std::max<std::size_t>(Terminal::width() - 1, numbers.size() + 2);
  const std::size_t room = std::min<std::size_t>(width - numbers.size() - 2, 60);
  return fmt::format("\n  {:<{}}{}", name.substr(0, room), room, numbers);
}

}  // namespace

LabDisplay::LabDisplay(const std::vector<Job>& left, std::size_t total)
    : total_(total), done_(total - left.size()) {
  for (const Job& job : left) cost_left_ += cost_of(job);
  if (done_ > 0) say(fmt::format("{} of {} runs are done already", done_, total_));
}

void LabDisplay::look(const std::vector<ActiveJob>& active, std::size_t waiting) {
  if (active.size() != active_) terminal_.make_due();
  active_ = active.size();
  if (!terminal_.is_due()) return;
  double cost_done = cost_finished_;
  double cost_left = cost_left_;
  std::string rows;
  for (const ActiveJob& job : active) {
    const JobProgress progress = spandrop::lab::progress_of(job.directory.path());
    const double cost = cost_of(job.job);
    cost_done += cost * (progress.share() - job.share_before);
    cost_left -= cost * progress.share();
    const std::string step =
        progress.steps > 0 ? fmt::format("{:.0f}/{:.0f}", progress.step, progress.steps) : "";
    rows +=
        row(label_of(job.job), step, shown(progress.loss, "{:.4f}"),
            shown(progress.dev_error, "{:.2f} %"), shown(progress.examples_per_second, "{:.0f}"));
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  std::string head = fmt::format("{} of {} runs done, {} running, {} waiting", done_, total_,
                                 active.size(), waiting);
  if (failed_ > 0) head += fmt::format(", {} failed", failed_);
  if (cost_done > 0.01 * (cost_done + cost_left)) {
    head += fmt::format(", {} left", clock_time(seconds * cost_left / cost_done));
  }
  terminal_.draw(head + row("", "step", "loss", "dev error", "examples/s") + rows);
}

void LabDisplay::finished(const ActiveJob& job, const spandrop::nn::Outcome& outcome) {
  const double cost = cost_of(job.job);
  cost_left_ -= cost;
  cost_finished_ += cost * (1 - job.share_before);
  cpu_seconds_ += outcome.cpu_seconds;
  ++done_;
  std::string scores;
  if (!outcome.diverged.empty()) scores = fmt::format("diverged ({}), ", outcome.diverged);
  for (const char* name : {"test_error", "noise"}) {
    const auto found = outcome.scores.find(name);
    if (found != outcome.scores.end()) scores += fmt::format("{} {:.2f} %, ", name, found->second);
  }
  say(fmt::format("[{}/{}] {}: {}{:.1f} CPU s", done_, total_, label_of(job.job), scores,
                  outcome.cpu_seconds));
}

void LabDisplay::failed(const ActiveJob& job, const std::string& how) {
  cost_left_ -= cost_of(job.job);
  ++failed_;
  say(fmt::format("failed: {}: {}; last lines of {}:\n{}", label_of(job.job), how,
                  (job.directory.path() / spandrop::lab::kLogFile).string(),
                  spandrop::lab::end_of_log(job.directory.path())));
}

void LabDisplay::summarise(const std::string& results, bool interrupted) {
  say(fmt::format("{} of {} results are in {}", done_, total_, results));
  if (cpu_seconds_ > 0) say(fmt::format("{:.1f} CPU s", cpu_seconds_));
  if (failed_ > 0) say(fmt::format("{} failed, see above; rerun to retry", failed_));
  if (interrupted) say("interrupted; rerun to resume");
}

void LabDisplay::say(const std::string& line) {
  terminal_.clear();
  fmt::print(stderr, "{}\n", line);
  terminal_.make_due();
}
