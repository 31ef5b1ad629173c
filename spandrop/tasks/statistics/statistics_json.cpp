#include "spandrop/tasks/statistics/statistics_json.h"

#include <limits>

#include "spandrop/base/json_writer.h"

namespace spandrop {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void write(JsonWriter& json, const std::string& name, const std::vector<std::size_t>& values) {
  const Distribution d = distribution(values);
  json.key(name)
      .begin_object()
      .field("mean", d.mean)
      .field("quartile_1", d.quartile_1)
      .field("quartile_3", d.quartile_3)
      .field("min", d.least)
      .field("max", d.most)
      .end_object();
}

void write(JsonWriter& json, const std::string& name, const Outlook& o) {
  json.key(name)
      .begin_object()
      .field("spans_kept", o.spans_kept)
      .field("unchanged", o.unchanged)
      .field("noise", o.noise)
      .field("lost", o.lost)
      .field("entropy_per_span", o.entropy_per_span)
      .end_object();
}

}  // namespace

std::string statistics_json(const std::string& format, const Statistics& s, std::size_t skipped,
                            const Law& law) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().field("format", format).key("counts").begin_object();
  for (const Statistics::Count& count : s.counts) json.field(count.name, count.count);
  json.field("skipped", skipped).end_object();
  write(json, "spans", s.spans.values);
  write(json, "support", s.support.values);
  for (const Statistics::Measure& measure : s.others) write(json, measure.name, measure.values);
  json.key("outlook").begin_object().field("rate", law.rate).field("gamma", law.gamma);
  write(json, "spandrop", outlook({law.rate, kInfinity}, s));
  write(json, "beta_spandrop", outlook(law, s));
  json.end_object().end_object();
  return out += '\n';
}

}  // namespace spandrop
