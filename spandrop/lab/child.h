// A child process that does one job, and dies with its parent.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace spandrop::lab {

// What a child does in its directory; an exception is its failure.
using Work = std::function<void(const std::filesystem::path& directory, std::stop_token stop)>;

// Called in a new child process: does the work, with its output in the directory's log, and ends
// the process. SIGTERM requests the stop.
[[noreturn]] void work_in_child(const Work& work, const std::filesystem::path& directory,
                                pid_t parent);

// How a child ended: nothing while it runs, an empty text if all went well, else what happened.
std::optional<std::string> end_of_child(pid_t child);

// The last lines of a job's log.
std::string end_of_log(const std::filesystem::path& directory);

}  // namespace spandrop::lab
