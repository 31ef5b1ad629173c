// The three data tables of Figure 2 of the paper, from the closed forms.
#pragma once

#include <string>
#include <vector>

namespace spandrop {

struct Figure {
  std::string about;
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;
};

// Computes the table called `length`, `noise` or `entropy`; throws std::invalid_argument on others.
Figure make_figure(const std::string& name);

}  // namespace spandrop
