// A sum that does not lose digits over millions of terms (Neumaier's variant of Kahan's).
#pragma once

#include <cmath>

namespace spandrop {

class CompensatedSum {
 public:
  explicit CompensatedSum(double start = 0) : sum_(start) {}

  void add(double term) {
    const double sum = sum_ + term;
    lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - sum) + term : (term - sum) + sum_;
    sum_ = sum;
  }
  double value() const { return sum_ + lost_; }

 private:
  double sum_;
  double lost_ = 0;
};

}  // namespace spandrop
