// Which inputs go to which output.
#pragma once

#include <string>
#include <vector>

struct Job {
  std::vector<std::string> inputs;
  std::string output;
};

struct Jobs {
  std::vector<Job> to_do;
  std::vector<std::string> finished;  // outputs that an earlier run left
};

// Whether an output is a directory, or shall be one: its name ends with /.
bool is_directory(const std::string& output);

// One output for all inputs; or, where `output` is a directory, one of the same name for each
// input. A directory remembers the `options` it is made with, and refuses others: its finished
// files are not made again. Throws std::invalid_argument or std::runtime_error.
Jobs plan_jobs(const std::vector<std::string>& inputs, const std::string& output,
               const std::string& options);
