#include "cli/jobs.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <utility>

#include "spandrop/io/output_file.h"

namespace {

namespace fs = std::filesystem;

constexpr const char* kMemory = ".spandrop.json";  // what a directory was made with

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

// What tells a file from others: its place, and the file itself if it is there, for it may have
// several names. Devices and pipes are not replaced, so they have no marks.
std::vector<std::string> marks_of(const std::string& name) {
  if (name == "-") return {name};
  std::error_code error;
  if (fs::exists(name, error) && !fs::is_regular_file(name, error)) return {};
  std::vector<std::string> marks{fs::weakly_canonical(fs::absolute(name)).string()};
  struct stat status = {};
  if (stat(name.c_str(), &status) == 0)
    marks.push_back(std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino));
  return marks;
}

// Refuses what would replace an input, or a file that is written too.
class Writings {
 public:
  explicit Writings(const std::vector<std::string>& inputs) {
    for (const std::string& input : inputs) {
      if (input == "-") continue;
      for (std::string& mark : marks_of(input)) inputs_.emplace(std::move(mark), input);
    }
  }

  // An output, which is written by way of its partial file.
  void add(const std::string& output) {
    check(output, output);
    if (output != "-") check(output + ".partial", output);
  }

 private:
  void check(const std::string& file, const std::string& output) {
    for (std::string& mark : marks_of(file)) {
      if (const auto input = inputs_.find(mark); input != inputs_.end())
        refuse(output + " would replace the input " + input->second + "; name another");
      const auto [other, is_new] = written_.emplace(std::move(mark), output);
      if (!is_new && (other->second != output || file == output))
        refuse(file + " would be written twice");
    }
  }

  std::map<std::string, std::string> inputs_, written_;  // by mark: the name
};

void check_inputs(const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    if (input == "-") continue;
    if (!fs::exists(input)) throw std::runtime_error("there is no file " + input);
    if (fs::is_directory(input)) {
      refuse(input + " is a directory; name its files, as in " + input + "/*.jsonl");
    }
  }
}

// Whether a run left anything in the directory: an output, or the part of one that another process
// may still be writing.
bool has_outputs(const fs::path& directory) {
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    if (entry.path().filename() != kMemory) return true;
  }
  return false;
}

// Writes down the options of a directory, or checks that they are those of the run before. A run
// that made nothing, for its options were wrong, does not count.
void claim_directory(const fs::path& directory, const std::string& options) {
  fs::create_directories(directory);
  const std::string memory = directory / kMemory;
  if (std::ifstream file(memory); file) {
    const std::string before{std::istreambuf_iterator<char>(file),
                             std::istreambuf_iterator<char>()};
    if (before == options + "\n") return;
    if (has_outputs(directory)) {
      throw std::runtime_error(directory.string() +
                               " holds files that were made with other options: " + before +
                               "now: " + options + "\nname another directory, or remove that one");
    }
  }
  spandrop::OutputFile file(memory);
  file.write(options + "\n");
  file.commit();
}

}  // namespace

void check_replaces_none(const std::vector<std::string>& inputs, const std::string& output) {
  Writings(inputs).add(output);
}

bool names_directory(const std::string& output) {
  return output.ends_with('/') || fs::is_directory(output);
}

Jobs plan_jobs(const std::vector<std::string>& inputs, const std::string& output,
               const SideFiles& beside, const std::string& options) {
  check_inputs(inputs);
  Writings writings(inputs);
  for (const std::string& file : beside.of_run) writings.add(file);
  const auto add = [&](const std::string& target) {
    writings.add(target);
    if (!beside.list_suffix.empty()) writings.add(target + beside.list_suffix);
  };
  if (!names_directory(output)) {
    add(output);
    return {{{inputs, output}}, {}};
  }

  std::map<std::string, std::string> by_output;  // and the input it is made from
  Jobs jobs;
  for (const std::string& input : inputs) {
    if (input == "-") refuse("standard input has no name for a file in " + output);
    const std::string target = fs::path(output) / fs::path(input).filename();
    const auto [other, is_new] = by_output.emplace(target, input);
    if (!is_new) refuse(other->second + " and " + input + " would both become " + target);
    add(target);
    if (fs::exists(target)) {
      jobs.finished.push_back(target);
    } else {
      jobs.to_do.push_back({{input}, target});
    }
  }
  claim_directory(output, options);
  return jobs;
}
