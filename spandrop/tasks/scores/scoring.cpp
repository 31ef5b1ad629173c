#include "spandrop/tasks/scores/scoring.h"

namespace spandrop {

std::vector<double> Scoring::sums() const {
  const std::size_t columns = scheme.columns.size();
  std::vector<double> sums = outside;
  sums.resize(columns);
  for (std::size_t i = 0; i < rows.size(); ++i) sums[i % columns] += rows[i];
  return sums;
}

}  // namespace spandrop
