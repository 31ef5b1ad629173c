#include "cli/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <sstream>

Terminal::Terminal(bool wanted, std::chrono::milliseconds interval)
    : is_live_(wanted && isatty(STDERR_FILENO)), interval_(interval) {}

std::size_t Terminal::width() {
  winsize size{};
  const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? size.ws_col : 80;
}

bool Terminal::is_due() const { return is_live_ && Clock::now() - last_ >= interval_; }

void Terminal::draw(const std::string& lines) {
  if (!is_live_) return;
  // One write, so that the terminal never shows the gap between erasing and drawing. Lines must not
  // wrap, because they are erased by their number.
  std::string text = erase_code();
  drawn_lines_ = 0;
  std::istringstream rest(lines);
  for (std::string line; std::getline(rest, line); ++drawn_lines_) {
    if (drawn_lines_ > 0) text += '\n';
    text += line.substr(0, width() - 1);
  }
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
  last_ = Clock::now();
}

void Terminal::clear() {
  if (drawn_lines_ == 0) return;
  std::fputs(erase_code().c_str(), stderr);
  std::fflush(stderr);
  drawn_lines_ = 0;
}

// The cursor is at the end of the last line that was drawn.
std::string Terminal::erase_code() const {
  return drawn_lines_ > 1 ? fmt::format("\x1b[{}F\x1b[J", drawn_lines_ - 1) : "\r\x1b[K";
}
