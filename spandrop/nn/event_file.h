// Scalars for TensorBoard: records of TensorFlow's event protocol, written without TensorFlow.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace spandrop::nn {

class EventFile {
 public:
  // Starts a new file in the directory; those of earlier starts are removed.
  explicit EventFile(const std::filesystem::path& directory);

  // Appends one point of each curve.
  void add(std::int64_t step, double wall_time, const std::map<std::string, double>& scalars);

 private:
  void write_record(const std::string& event);

  std::ofstream out_;
};

}  // namespace spandrop::nn
