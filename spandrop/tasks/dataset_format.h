// The data sets whose official files are read and written.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spandrop/tasks/files/read_options.h"

namespace spandrop {

enum class DatasetFormat { squad, hotpotqa, multirc, docred };

// squad, hotpotqa, multirc, docred.
const std::vector<std::string>& dataset_format_names();
// Throws std::invalid_argument for any other name.
DatasetFormat dataset_format(std::string_view name);

// Thrown if a file does not have the expected format.
class BadDatasetError : public std::runtime_error {
 public:
  BadDatasetError(const std::string& file, ReadError what)
      : std::runtime_error(file + ": " + what.message()), error(std::move(what)) {}
  ReadError error;
};

}  // namespace spandrop
