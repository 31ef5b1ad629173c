#include "cli/drop_report.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "cli/number_text.h"
#include "cli/summary_rows.h"

namespace {

using namespace spandrop;

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

void print_summary(const Summary& s, const RunResult& result, bool masked) {
  print_records(s.records, s.bad);
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
    print_row("draws rejected", fmt::format("{} ({} left whole)", thousands(s.draws_rejected),
                                            count_of(s.left_whole, "view")));
  }
  print_run(result, s.bytes_read);
}
