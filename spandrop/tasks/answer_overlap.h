// How much a predicted answer and a gold one have in common, in words.
#pragma once

#include <string_view>

namespace spandrop {

struct Overlap {
  double exact = 0;  // 1 if they are the same
  double precision = 0;
  double recall = 0;
  double f1 = 0;
};

// Compares two normalised answers as bags of words. Two empty ones are the same, but have no word
// in common: exact is 1 and the rest 0, as in the official script.
Overlap overlap(std::string_view predicted, std::string_view gold);

}  // namespace spandrop
