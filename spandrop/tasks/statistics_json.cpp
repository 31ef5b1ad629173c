#include "spandrop/tasks/statistics_json.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace spandrop {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string distribution_json(const Distribution& d) {
  return fmt::format(R"({{"mean": {}, "quartile_1": {}, "quartile_3": {}, "min": {}, "max": {}}})",
                     d.mean, d.quartile_1, d.quartile_3, d.least, d.most);
}

std::string outlook_json(const Outlook& o) {
  return fmt::format(
      R"({{"spans_kept": {}, "unchanged": {}, "noise": {}, "lost": {}, "entropy_per_span": {}}})",
      o.spans_kept, o.unchanged, o.noise, o.lost, o.entropy_per_span);
}

}  // namespace

std::string statistics_json(const std::string& format, const Statistics& s, std::size_t skipped,
                            const Law& law) {
  std::string counts;
  for (const Statistics::Count& count : s.counts) {
    counts += fmt::format("\"{}\": {}, ", count.name, count.count);
  }
  std::string others;
  for (const Statistics::Measure& measure : s.others) {
    others +=
        fmt::format(", \"{}\": {}", measure.name, distribution_json(distribution(measure.values)));
  }
  const std::string gamma = std::isinf(law.gamma) ? "\"inf\"" : fmt::format("{}", law.gamma);
  return fmt::format(
      "{{\"format\": \"{}\", \"counts\": {{{}\"skipped\": {}}}, \"spans\": {}, \"support\": {}{}, "
      "\"outlook\": {{\"rate\": {}, \"gamma\": {}, \"spandrop\": {}, \"beta_spandrop\": {}}}}}\n",
      format, counts, skipped, distribution_json(distribution(s.spans.values)),
      distribution_json(distribution(s.support.values)), others, law.rate, gamma,
      outlook_json(outlook({law.rate, kInfinity}, s)), outlook_json(outlook(law, s)));
}

}  // namespace spandrop
