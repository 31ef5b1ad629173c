#include "cli/output_plan.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <stdexcept>
#include <utility>

#include "cli/output_name.h"
#include "spandrop/io/files/output_file.h"

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

// What identifies a file: its path and, if it exists, its inode, because a file can have several
// names. Devices and pipes are not replaced, so they have no identity.
std::vector<std::string> identities_of(const std::string& name) {
  if (name == "-") return {name};
  std::error_code error;
  if (fs::exists(name, error) && !fs::is_regular_file(name, error)) return {};
  const std::string path = spandrop::file_behind(name);
  std::vector<std::string> identities{fs::weakly_canonical(fs::absolute(path)).string()};
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
    check(spandrop::file_behind(output) + ".partial", output);
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

// Refuses files of a directory that are not replaced; `files` is not empty.
[[noreturn]] void refuse_files(const std::vector<std::string>& files, const std::string& why) {
  const std::size_t others = files.size() - 1;
  throw std::runtime_error(files.front() +
                           (others > 0 ? fmt::format(" (and {} more): ", others) : ": ") + why);
}

// Plans the outputs of a directory.
class DirectoryPlan {
 public:
  DirectoryPlan(const std::string& path, const std::string& options) {
    plan_.directory = std::make_unique<spandrop::OutputDirectory>(path, options);
  }

  void add(const std::string& input, const std::string& output, const std::string& list) {
    using Status = spandrop::OutputDirectory::Status;
    std::error_code error;
    if (!list.empty() && !plan_.directory->has_record(output) &&
        fs::exists(fs::symlink_status(list, error))) {
      unknown_.push_back(list);
    }
    switch (plan_.directory->status_of(output, spandrop::identity_of(input))) {
      case Status::finished:
        plan_.finished.push_back(output);
        return;
      case Status::unknown:
        unknown_.push_back(output);
        return;
      case Status::other_options:
        other_options_.push_back(output);
        return;
      case Status::other_input:
        other_input_.push_back(output);
        inputs_.push_back(input);
        return;
      case Status::input_changed:
        plan_.input_changed.push_back(output);
        break;
      case Status::size_changed:
        plan_.size_changed.push_back(output);
        break;
      case Status::missing:
        break;
    }
    plan_.to_do.push_back({{input}, output});
  }

  // The plan, if nothing is in its way.
  OutputPlan finish() {
    if (!unknown_.empty()) {
      refuse_files(unknown_,
                   fmt::format("already exists, but {} does not list it as finished. Delete it to "
                               "make it again, or use another directory. (Version 0.1.0 did not "
                               "write this list.)",
                               plan_.directory->finished_file()));
    }
    if (!other_options_.empty()) {
      refuse_files(other_options_,
                   "made with other options. Delete it to make it again, or "
                   "use another directory.");
    }
    if (!other_input_.empty()) {
      refuse_files(
          other_input_,
          fmt::format("made from {}, not from {}. Delete it to make it again, or use "
                      "another directory.",
                      plan_.directory->recorded_input(other_input_.front()), inputs_.front()));
    }
    return std::move(plan_);
  }

 private:
  OutputPlan plan_;
  // Outputs that are not made. inputs_ belong to other_input_.
  std::vector<std::string> unknown_, other_options_, other_input_, inputs_;
};

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
  const auto list_of = [&](const std::string& target) {
    return beside.list_suffix.empty() ? "" : target + beside.list_suffix;
  };
  const auto add = [&](const std::string& target) {
    check_output_name(target);
    files.add(target);
    if (const std::string list = list_of(target); !list.empty()) files.add(list);
  };
  if (!names_directory(output)) {
    add(output);
    OutputPlan plan;
    plan.to_do.push_back({inputs, output});
    return plan;
  }

  std::map<std::string, std::string> by_output;  // the input of each
  std::vector<PlannedOutput> all;
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
    all.push_back({{input}, target});
  }
  DirectoryPlan directory(output, options);
  for (const auto& [from, target] : all) directory.add(from.front(), target, list_of(target));
  OutputPlan plan = directory.finish();
  files.add(plan.directory->options_file());
  files.add(plan.directory->finished_file());
  plan.directory->claim();
  return plan;
}
