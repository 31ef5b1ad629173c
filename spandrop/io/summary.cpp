#include "spandrop/io/summary.h"

#include <fmt/format.h>

namespace spandrop {

Summary& Summary::operator+=(const Summary& other) {
  records += other.records;
  bad += other.bad;
  written += other.written;
  spans += other.spans;
  spans_dropped += other.spans_dropped;
  became_empty += other.became_empty;
  draws_rejected += other.draws_rejected;
  left_whole += other.left_whole;
  for (std::size_t i = 0; i < fates.size(); ++i) fates[i] += other.fates[i];
  annotations_removed += other.annotations_removed;
  bytes_read += other.bytes_read;
  bytes_written += other.bytes_written;
  return *this;
}

const char* name_of(Fate fate) {
  constexpr const char* names[] = {"kept", "shifted", "cut", "gone"};
  return names[static_cast<std::size_t>(fate)];
}

std::string to_json(const Summary& s, double seconds) {
  return fmt::format(
      R"({{"records": {}, "bad": {}, "written": {}, "spans": {}, "spans_dropped": {}, )"
      R"("annotations": {{"kept": {}, "shifted": {}, "cut": {}, "gone": {}, "removed": {}}}, )"
      R"("became_empty": {}, "draws_rejected": {}, "left_whole": {}, )"
      R"("bytes_read": {}, "bytes_written": {}, "seconds": {:.3f}, "mb_per_second": {:.1f}}})",
      s.records, s.bad, s.written, s.spans, s.spans_dropped, s.fates[0], s.fates[1], s.fates[2],
      s.fates[3], s.annotations_removed, s.became_empty, s.draws_rejected, s.left_whole,
      s.bytes_read, s.bytes_written, seconds,
      seconds > 0 ? static_cast<double>(s.bytes_read) / 1e6 / seconds : 0.0);
}

}  // namespace spandrop
