// Pairs the inputs of a command with its outputs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "spandrop/io/files/output_directory.h"

// Inputs that are written to one output.
struct PlannedOutput {
  std::vector<std::string> inputs;
  std::string output;
};

struct OutputPlan {
  std::vector<PlannedOutput> to_do;
  // Only for a directory:
  std::vector<std::string> finished;       // outputs of an earlier run
  std::vector<std::string> input_changed;  // outputs to do again: their inputs changed since
  std::vector<std::string> size_changed;   // outputs to do again: they changed since
  std::unique_ptr<spandrop::OutputDirectory> directory;
};

// Throws std::invalid_argument if writing `output`, or its partial file, would replace an input.
void check_keeps_inputs(const std::vector<std::string>& inputs, const std::string& output);

// Whether `output` is a directory, which gets one output per input: it exists, or it ends with /.
bool names_directory(const std::string& output);

// What a run writes in addition to its outputs.
struct ExtraFiles {
  std::vector<std::string> shared;
  std::string list_suffix;  // an output may get a list named OUTPUT + this; empty: none does
};

// Plans one output for all inputs or, if `output` is a directory, one output of the same name per
// input. Outputs that are recorded as finished in the directory are not made again, so a directory
// remembers its `options` and refuses others. Refuses to replace an input, or a file in a directory
// that this program did not write, or to write a file twice. Throws std::invalid_argument or
// std::runtime_error.
OutputPlan plan_outputs(const std::vector<std::string>& inputs, const std::string& output,
                        const ExtraFiles& beside, const std::string& options);
