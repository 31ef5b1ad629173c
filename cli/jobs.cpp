#include "cli/jobs.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

#include "spandrop/io/output_file.h"

namespace {

namespace fs = std::filesystem;

constexpr const char* kMemory = ".spandrop.json";  // what a directory was made with

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

// Whether writing one would replace the other; devices and pipes are not replaced.
bool is_same(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return a == b;
  std::error_code error;
  if (fs::exists(a, error) && !fs::is_regular_file(a, error)) return false;
  return fs::equivalent(a, b, error) ||
         fs::weakly_canonical(fs::absolute(a)) == fs::weakly_canonical(fs::absolute(b));
}

void check_inputs(const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    if (input == "-") continue;
    if (!fs::exists(input)) throw std::runtime_error("there is no file " + input);
    if (fs::is_directory(input)) {
      refuse(input + " is a directory; name its files, as in " + input + "/*.jsonl");
    }
  }
}

// Checks what a job writes: its output, and files beside it.
void check_outputs(const Job& job, const std::vector<std::string>& side_files) {
  std::vector<std::string> written = side_files;
  written.push_back(job.output);
  for (std::size_t i = 0; i < written.size(); ++i) {
    check_replaces_none(job.inputs, written[i]);
    for (std::size_t k = 0; k < i; ++k) {
      if (is_same(written[i], written[k])) refuse(written[i] + " would be written twice");
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
  for (const std::string& input : inputs) {
    if (input == "-") continue;
    if (is_same(input, output) || is_same(input, output + ".partial")) {
      refuse(output + " would replace the input " + input + "; name another");
    }
  }
}

bool names_directory(const std::string& output) {
  return output.ends_with('/') || fs::is_directory(output);
}

Jobs plan_jobs(const std::vector<std::string>& inputs, const std::string& output,
               const std::vector<std::string>& side_files, const std::string& options) {
  check_inputs(inputs);
  if (!names_directory(output)) {
    check_outputs({inputs, output}, side_files);
    return {{{inputs, output}}, {}};
  }

  std::map<std::string, std::string> by_output;  // and the input it is made from
  Jobs jobs;
  for (const std::string& input : inputs) {
    if (input == "-") refuse("standard input has no name for a file in " + output);
    const std::string target = fs::path(output) / fs::path(input).filename();
    check_outputs({{input}, target}, side_files);
    const auto [other, is_new] = by_output.emplace(target, input);
    if (!is_new) refuse(other->second + " and " + input + " would both become " + target);
    if (fs::exists(target)) {
      jobs.finished.push_back(target);
    } else {
      jobs.to_do.push_back({{input}, target});
    }
  }
  claim_directory(output, options);
  return jobs;
}
