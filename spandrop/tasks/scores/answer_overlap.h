// The words that a predicted answer and a gold answer have in common.
#pragma once

#include <string_view>

namespace spandrop {

struct Overlap {
  double exact = 0;  // 1 if the answers are equal
  double precision = 0;
  double recall = 0;
  double f1 = 0;
};

// Compares two normalised answers as bags of words. Two empty answers are equal but have no word in
// common: exact is 1 and the rest 0, as in the official script.
Overlap overlap(std::string_view predicted, std::string_view gold);

}  // namespace spandrop
