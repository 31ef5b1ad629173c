#include "spandrop/drop/summary.h"

#include "spandrop/base/json_writer.h"

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
  std::string text;
  JsonWriter json(text);
  json.begin_object().field("records", s.records).field("bad", s.bad).field("written", s.written);
  json.field("spans", s.spans).field("spans_dropped", s.spans_dropped);
  json.key("annotations").begin_object();
  for (std::size_t i = 0; i < s.fates.size(); ++i) {
    json.field(name_of(static_cast<Fate>(i)), s.fates[i]);
  }
  json.field("removed", s.annotations_removed).end_object();
  json.field("became_empty", s.became_empty).field("draws_rejected", s.draws_rejected);
  json.field("left_whole", s.left_whole).field("bytes_read", s.bytes_read);
  json.field("bytes_written", s.bytes_written).key("seconds").fixed(seconds, 3);
  const double bytes = static_cast<double>(s.bytes_read);
  json.key("mb_per_second").fixed(seconds > 0 ? bytes / 1e6 / seconds : 0.0, 1).end_object();
  return text;
}

}  // namespace spandrop
