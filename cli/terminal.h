// Text on standard error that is redrawn in place while a command runs.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

class Terminal {
 public:
  // Draws only if `wanted` and standard error is a terminal. By default ten times per second.
  explicit Terminal(bool wanted,
                    std::chrono::milliseconds interval = std::chrono::milliseconds(100));
  ~Terminal() { clear(); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  // Whether anything is ever drawn.
  bool is_live() const { return is_live_; }
  // Width of the terminal in columns; 80 if unknown.
  static std::size_t width();

  // Whether it is time to draw: the text is live, and the interval has passed since the last draw.
  bool is_due() const;
  // Lets the next is_due() return true, because what is shown has changed.
  void make_due() { last_ = {}; }

  // Replaces the drawn text with these lines. A line longer than the terminal is wide is cut.
  void draw(const std::string& lines);
  // Erases the drawn text. Call it before printing anything else to standard error.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string erase_code() const;

  bool is_live_;
  std::chrono::milliseconds interval_;
  std::size_t drawn_lines_ = 0;
  Clock::time_point last_{};
};
