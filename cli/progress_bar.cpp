#include "cli/progress_bar.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/number_text.h"

void ProgressBar::show(std::uint64_t done, std::optional<std::uint64_t> total) {
  if (!terminal_.is_due()) return;
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
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
  terminal_.draw(line + "  " + label_);
}
