#include "spandrop/tasks/dataset_format.h"

#include <algorithm>

namespace spandrop {

const std::vector<std::string>& dataset_format_names() {
  static const std::vector<std::string> names = {"squad", "hotpotqa", "multirc", "docred"};
  return names;
}

DatasetFormat dataset_format(std::string_view name) {
  const std::vector<std::string>& names = dataset_format_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    throw std::invalid_argument(
        "[dataset_format] expected squad, hotpotqa, multirc or docred, got " + std::string(name));
  }
  return static_cast<DatasetFormat>(found - names.begin());
}

}  // namespace spandrop
