#include "cli/output_plan.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <utility>

#include "spandrop/io/files/output_file.h"

namespace {

namespace fs = std::filesystem;

constexpr const char* kOptionsFile =
    ".spandrop.json";  // the options that a directory was made with

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

// What identifies a file: its path and, if it exists, its inode, because a file can have several
// names. Devices and pipes are not replaced, so they have no identity.
std::vector<std::string> identities_of(const std::string& name) {
  if (name == "-") return {name};
  std::error_code error;
  if (fs::exists(name, error) && !fs::is_regular_file(name, error)) return {};
  std::vector<std::string> identities{fs::weakly_canonical(fs::absolute(name)).string()};
  struct stat status = {};
  if (stat(name.c_str(), &status) == 0)
    identities.push_back(std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino));
  return identities;
}

// The files that a run writes. Refuses one that would replace an input or another output.
class PlannedFiles {
 public:
  explicit PlannedFiles(const std::vector<std::string>& inputs) {
    for (const std::string& input : inputs) {
      if (input == "-") continue;
      for (std::string& identity : identities_of(input))
        inputs_.emplace(std::move(identity), input);
    }
  }

  // Adds an output, which is first written as its partial file.
  void add(const std::string& output) {
    check(output, output);
    if (output == "-") return;
    // OutputFile writes the partial file beside the target of a link.
    std::error_code error;
    const bool exists = fs::is_regular_file(output, error);
    check((exists ? fs::canonical(output).string() : output) + ".partial", output);
  }

 private:
  void check(const std::string& file, const std::string& output) {
    for (std::string& identity : identities_of(file)) {
      if (const auto input = inputs_.find(identity); input != inputs_.end())
        refuse(output + " would replace the input " + input->second + "; choose another output");
      const auto [other, is_new] = written_.emplace(std::move(identity), output);
      if (!is_new && (other->second != output || file == output))
        refuse(file + " would be written twice; choose another name for one of the outputs");
    }
  }

  std::map<std::string, std::string> inputs_, written_;  // names by identity
};

void check_inputs(const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    if (input == "-") continue;
    if (!fs::exists(input)) throw std::runtime_error("the input " + input + " does not exist");
    if (fs::is_directory(input)) {
      refuse(input + " is a directory; list its files instead, as in " + input + "/*.jsonl");
    }
  }
}

// Whether a run left anything in the directory: an output, or a partial one, which another process
// may still be writing.
bool has_outputs(const fs::path& directory) {
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    if (entry.path().filename() != kOptionsFile) return true;
  }
  return false;
}

// Stores the options of a directory, or checks that the last run had the same. A run that wrote
// nothing, because its options were wrong, does not count.
void claim_directory(const fs::path& directory, const std::string& options) {
  fs::create_directories(directory);
  const std::string stored = directory / kOptionsFile;
  if (std::ifstream file(stored); file) {
    const std::string before{std::istreambuf_iterator<char>(file),
                             std::istreambuf_iterator<char>()};
    if (before == options + "\n") return;
    if (has_outputs(directory)) {
      throw std::runtime_error(
          directory.string() + " contains files made with other options: " + before +
          "this run has: " + options + "\nUse another directory, or delete this one.");
    }
  }
  spandrop::OutputFile file(stored);
  file.write(options + "\n");
  file.commit();
}

}  // namespace

void check_keeps_inputs(const std::vector<std::string>& inputs, const std::string& output) {
  PlannedFiles(inputs).add(output);
}

bool names_directory(const std::string& output) {
  return output.ends_with('/') || fs::is_directory(output);
}

OutputPlan plan_outputs(const std::vector<std::string>& inputs, const std::string& output,
                        const ExtraFiles& beside, const std::string& options) {
  check_inputs(inputs);
  PlannedFiles files(inputs);
  for (const std::string& file : beside.shared) files.add(file);
  const auto add = [&](const std::string& target) {
    files.add(target);
    if (!beside.list_suffix.empty()) files.add(target + beside.list_suffix);
  };
  if (!names_directory(output)) {
    add(output);
    return {{{inputs, output}}, {}};
  }

  std::map<std::string, std::string> by_output;  // the input of each
  OutputPlan plan;
  for (const std::string& input : inputs) {
    if (input == "-") {
      refuse("standard input has no name for an output in " + output + "; write to a file");
    }
    const std::string target = fs::path(output) / fs::path(input).filename();
    const auto [other, is_new] = by_output.emplace(target, input);
    if (!is_new) {
      refuse(other->second + " and " + input + " would both become " + target +
             "; use a directory for each, or rename one");
    }
    add(target);
    if (fs::exists(target)) {
      plan.finished.push_back(target);
    } else {
      plan.to_do.push_back({{input}, target});
    }
  }
  claim_directory(output, options);
  return plan;
}
