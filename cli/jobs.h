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

// Throws std::invalid_argument if writing `output`, by way of its partial file, would replace one
// of the inputs.
void check_replaces_none(const std::vector<std::string>& inputs, const std::string& output);

// Whether outputs go into a directory, one for each input: it is there, or ends with /.
bool names_directory(const std::string& output);

// What a run writes beside its outputs.
struct SideFiles {
  std::vector<std::string> of_run;
  std::string list_suffix;  // each output may get a list, named by it and this; empty: none does
};

// One output for all inputs; or, where that names a directory, one of the same name for each input.
// A directory remembers the `options` it is made with, and refuses others: its finished files are
// not made again. No input may be replaced, nor a file be written twice. Throws
// std::invalid_argument or std::runtime_error.
Jobs plan_jobs(const std::vector<std::string>& inputs, const std::string& output,
               const SideFiles& beside, const std::string& options);
