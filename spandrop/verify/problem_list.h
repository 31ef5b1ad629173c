// Collects problems: describes the first ones and counts all.
#pragma once

#include <cstddef>
#include <utility>

#include "spandrop/verify/report.h"

namespace spandrop {

class ProblemList {
 public:
  explicit ProblemList(std::size_t most) : most_(most) {}

  void add(VerifyProblem problem) {
    ++report.problem_count;
    if (report.problems.size() < most_) report.problems.push_back(std::move(problem));
  }

  VerifyReport report;

 private:
  std::size_t most_;
};

}  // namespace spandrop
