#include "cli/summary_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/number_text.h"

void print_row(const char* name, const std::string& value) {
  fmt::print(stderr, "  {:<16}{}\n", name, value);
}

void print_records(std::uint64_t records, std::uint64_t bad) {
  const std::string skipped =
      bad > 0 ? fmt::format(" ({} skipped)", count_of(bad, "invalid record")) : "";
  print_row("records", thousands(records) + skipped);
}

void print_run(const RunResult& result, std::uint64_t bytes_read) {
  if (result.finished > 0) {
    print_row("skipped", count_of(result.finished, "output") + " already finished");
  }
  const double megabytes = static_cast<double>(bytes_read) / 1e6;
  print_row("read", fmt::format("{:.1f} MB in {:.2f} s, {:.0f} MB/s", megabytes, result.seconds,
                                megabytes / std::max(result.seconds, 1e-9)));
}
