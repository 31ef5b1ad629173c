#include "cli/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

std::string clock_time(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds);
  return whole < 3600 ? fmt::format("{}:{:02}", whole / 60, whole % 60)
                      : fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

ProgressBar::ProgressBar(bool wanted) : wanted_(wanted && isatty(STDERR_FILENO)) {}
ProgressBar::~ProgressBar() { clear(); }

void ProgressBar::show(std::uint64_t done, std::optional<std::uint64_t> total) {
  const Clock::time_point now = Clock::now();
  if (!wanted_ || now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
  std::string line =
      fmt::format("{:.1f} MB, {:.1f} MB/s", static_cast<double>(done) / 1e6, rate / 1e6);
  if (total && *total > 0) {
    constexpr std::size_t width = 24;
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(*total));
    const auto filled = static_cast<std::size_t>(share * width);
    const double left = rate > 0 ? static_cast<double>(*total - std::min(done, *total)) / rate : 0;
    line = fmt::format("[{}{}] {:3.0f} %  {}, {} left", std::string(filled, '#'),
                       std::string(width - filled, '.'), 100 * share, line, clock_time(left));
  }
  fmt::print(stderr, "\r\x1b[K{}  {}", line, label_);
  std::fflush(stderr);
  shown_ = true;
}

void ProgressBar::clear() {
  if (!shown_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}
