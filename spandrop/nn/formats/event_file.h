// Writes scalars for TensorBoard, in TensorFlow's event format.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace spandrop::nn {

class EventFile {
 public:
  // Starts a new file in the directory and removes earlier ones.
  explicit EventFile(const std::filesystem::path& directory);

  // Appends one point to each curve.
  void add(std::int64_t step, double wall_time, const std::map<std::string, double>& scalars);

 private:
  void write_record(const std::string& event);

  std::ofstream out_;
};

}  // namespace spandrop::nn
