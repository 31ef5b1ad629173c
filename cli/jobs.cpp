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

void check_inputs(const std::vector<std::string>& inputs, const std::string& output) {
  for (const std::string& input : inputs) {
    if (input == "-") continue;
    if (!fs::exists(input)) refuse("there is no file " + input);
    if (fs::is_directory(input)) {
      refuse(input + " is a directory; name its files, as in " + input + "/*.jsonl");
    }
    std::error_code error;
    if (fs::equivalent(input, output, error)) {
      refuse("the output would replace the input " + input + "; name another");
    }
  }
}

// Writes down the options of a directory, or checks that they are those of the run before.
void claim_directory(const fs::path& directory, const std::string& options) {
  fs::create_directories(directory);
  const std::string memory = directory / kMemory;
  if (std::ifstream file(memory); file) {
    const std::string before{std::istreambuf_iterator<char>(file),
                             std::istreambuf_iterator<char>()};
    if (before == options + "\n") return;
    throw std::runtime_error(directory.string() +
                             " holds files that were made with other options: " + before +
                             "now: " + options + "\nname another directory, or remove that one");
  }
  spandrop::OutputFile file(memory);
  file.write(options + "\n");
  file.commit();
}

}  // namespace

bool is_directory(const std::string& output) {
  return output.ends_with('/') || fs::is_directory(output);
}

Jobs plan_jobs(const std::vector<std::string>& inputs, const std::string& output,
               const std::string& options) {
  check_inputs(inputs, is_directory(output) ? std::string() : output);
  if (!is_directory(output)) return {{{inputs, output}}, {}};

  std::map<std::string, std::string> by_output;  // and the input it is made from
  Jobs jobs;
  for (const std::string& input : inputs) {
    if (input == "-") refuse("standard input has no name for a file in " + output);
    const std::string target = fs::path(output) / fs::path(input).filename();
    check_inputs({input}, target);
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
