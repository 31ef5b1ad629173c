#include "tests/tasks/dataset_files.h"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <stdexcept>

#include "tests/source_directory.h"

namespace spandrop::test {

const PaddedFile& example_file(const std::string& name) {
  static std::map<std::string, PaddedFile> files;
  const auto found = files.find(name);
  if (found != files.end()) return found->second;
  return files.emplace(name, PaddedFile(source_directory() + "/examples/" + name)).first->second;
}

std::string real_file(const std::string& name) {
  const char* folder = std::getenv("SPANDROP_DATA");
  return (folder ? std::string(folder) : source_directory() + "/../shared/data") + "/" + name;
}

bool is_there(const std::string& file) { return std::filesystem::exists(file); }

std::string replaced(std::string text, const std::string& old, const std::string& with) {
  const std::size_t at = text.find(old);
  if (at == std::string::npos) throw std::invalid_argument("there is no " + old);
  return text.replace(at, old.size(), with);
}

}  // namespace spandrop::test
