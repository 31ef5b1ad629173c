// The table of the paper's appendix: how many spans and supporting facts the questions of a data
// set have, and the effect of a law on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "spandrop/core/law.h"

namespace spandrop {

// The five numbers of the paper.
struct Distribution {
  double mean = 0;
  double quartile_1 = 0;  // interpolated linearly, as in NumPy
  double quartile_3 = 0;
  std::size_t least = 0;
  std::size_t most = 0;
};

// All zero for no values.
Distribution distribution(std::vector<std::size_t> values);

struct Statistics {
  // How many items of a kind, such as paragraphs, the file has.
  struct Count {
    std::string name;
    std::uint64_t count = 0;
  };
  // One number per question.
  struct Measure {
    std::string name;
    std::vector<std::size_t> values;
  };

  std::vector<Count> counts;
  Measure spans;
  Measure support;
  std::vector<Measure> others;

  // Adds the statistics of another file of the same format.
  Statistics& operator+=(const Statistics& other);
};

// The effect of a law on the questions: means over all of them, each with its own n and m.
struct Outlook {
  double spans_kept = 0;
  double unchanged = 0;         // the probability that nothing is dropped
  double noise = 0;             // the probability that some supporting fact is lost
  double lost = 0;              // supporting facts that are lost
  double entropy_per_span = 0;  // nats
};

// Throws std::invalid_argument on an invalid law.
Outlook outlook(const Law& law, const Statistics& statistics);

}  // namespace spandrop
