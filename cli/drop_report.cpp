#include "cli/drop_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>

namespace {

using namespace spandrop;

std::string thousands(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

void print_summary(const spandrop::Summary& s, double seconds, bool masked, std::size_t finished) {
  const auto row = [](const char* name, const std::string& value) {
    fmt::print(stderr, "  {:<16}{}\n", name, value);
  };
  row("records", thousands(s.records) + (s.bad > 0 ? ", bad " + thousands(s.bad) : ""));
  if (s.written != s.records) row("views", thousands(s.written));
  row(masked ? "spans masked" : "spans dropped",
      fmt::format("{} of {} ({:.1f} %)", thousands(s.spans_dropped), thousands(s.spans),
                  percent(s.spans_dropped, s.spans)));
  if (s.fates[0] + s.fates[1] + s.fates[2] + s.fates[3] > 0) {
    std::string fates;
    for (const Fate fate : {Fate::kept, Fate::shifted, Fate::cut, Fate::gone}) {
      fates += fmt::format("{}{} {}", fates.empty() ? "" : ", ", name_of(fate),
                           thousands(s.fates[static_cast<std::size_t>(fate)]));
    }
    if (s.annotations_removed > 0) fates += ", removed " + thousands(s.annotations_removed);
    row("annotations", fates);
  }
  if (s.became_empty > 0) row("became empty", thousands(s.became_empty));
  if (s.draws_rejected > 0) {
    row("draws rejected", thousands(s.draws_rejected) + ", left whole " + thousands(s.left_whole));
  }
  if (finished > 0) row("skipped", thousands(finished) + " outputs that were there already");
  row("read",
      fmt::format("{:.1f} MB in {:.2f} s, {:.0f} MB/s", static_cast<double>(s.bytes_read) / 1e6,
                  seconds, static_cast<double>(s.bytes_read) / 1e6 / std::max(seconds, 1e-9)));
}
