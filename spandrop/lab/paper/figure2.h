// The three data tables of the paper's Figure 2, from the closed forms. This folder uses no
// libtorch: `spandrop theory` prints the tables too.
#pragma once

#include <string>
#include <vector>

namespace spandrop::lab {

struct Figure {
  std::string about;
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;
};

// Computes the table `length`, `noise` or `entropy`; throws std::invalid_argument on other names.
Figure make_figure(const std::string& name);

}  // namespace spandrop::lab
