// A child process that does one job, and dies with its parent.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>

#include "spandrop/lab/work_directory.h"

namespace spandrop::lab {

// Starts `program lab job DIRECTORY` with its output in the directory's log.
pid_t start_child(const std::filesystem::path& program, WorkDirectory& directory);

// How a child ended: nothing while it runs, an empty text if all went well, else what happened.
std::optional<std::string> end_of_child(pid_t child);

// The last lines of a job's log.
std::string end_of_log(const std::filesystem::path& directory);

}  // namespace spandrop::lab
