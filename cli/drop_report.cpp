#include "cli/drop_report.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "cli/run_files.h"

namespace {

using namespace spandrop;

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

void print_summary(const spandrop::Summary& s, double seconds, bool masked, std::size_t finished) {
  print_row("records", thousands(s.records) + (s.bad > 0 ? ", bad " + thousands(s.bad) : ""));
  if (s.written != s.records) print_row("views", thousands(s.written));
  print_row(masked ? "spans masked" : "spans dropped",
            fmt::format("{} of {} ({:.1f} %)", thousands(s.spans_dropped), thousands(s.spans),
                        percent(s.spans_dropped, s.spans)));
  if (s.fates[0] + s.fates[1] + s.fates[2] + s.fates[3] > 0) {
    std::string fates;
    for (const Fate fate : {Fate::kept, Fate::shifted, Fate::cut, Fate::gone}) {
      fates += fmt::format("{}{} {}", fates.empty() ? "" : ", ", name_of(fate),
                           thousands(s.fates[static_cast<std::size_t>(fate)]));
    }
    if (s.annotations_removed > 0) fates += ", removed " + thousands(s.annotations_removed);
    print_row("annotations", fates);
  }
  if (s.became_empty > 0) print_row("became empty", thousands(s.became_empty));
  if (s.draws_rejected > 0) {
    print_row("draws rejected",
              thousands(s.draws_rejected) + ", left whole " + thousands(s.left_whole));
  }
  if (finished > 0) print_row("skipped", thousands(finished) + " outputs that were there already");
  print_read(s.bytes_read, seconds);
}
