// Jobs that take no time.
#pragma once

#include <string>
#include <vector>

#include "spandrop/lab/job.h"

namespace spandrop::lab {

// One noise run per seed.
inline std::vector<Job> some_jobs(int count, const std::string& experiment = "x") {
  Experiment made{"", {experiment, "b", "smoke"}, {}};
  for (std::int64_t seed = 0; seed < count; ++seed) {
    const Settings settings{{"length", 10}, {"draws", 50}, {"method", "drop"}, {"seed", seed}};
    made.runs.push_back({Kind::noise, completed(Kind::noise, settings)});
  }
  return jobs_of({made});
}

}  // namespace spandrop::lab
