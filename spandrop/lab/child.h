// A child process that does one job and is killed when its parent ends.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace spandrop::lab {

// The work of a child, in the directory of its job. The parent asks it to stop with SIGTERM.
using Work = std::function<void(const std::filesystem::path& directory)>;

// Does the work in a process that was just forked, with its output in the log of the directory, and
// exits: with code 0, or 1 if the work throws an exception.
[[noreturn]] void work_in_child(const Work& work, const std::filesystem::path& directory,
                                pid_t parent);

// How a child ended: nothing while it runs, an empty string after success, otherwise a description
// of the failure.
std::optional<std::string> end_of_child(pid_t child);

// The last lines of the log of a job.
std::string end_of_log(const std::filesystem::path& directory);

}  // namespace spandrop::lab
