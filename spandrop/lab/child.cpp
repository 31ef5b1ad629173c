#include "spandrop/lab/child.h"

#include <fcntl.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <fstream>
#include <string_view>

#include "spandrop/lab/job.h"
#include "spandrop/nn/train/error_text.h"

namespace spandrop::lab {
namespace {

void write_to_log(const std::filesystem::path& directory) {
  const std::filesystem::path log = directory / kLogFile;
  const int output = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  const int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
}

}  // namespace

void work_in_child(const Work& work, const std::filesystem::path& directory, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(EXIT_FAILURE);  // it ended before prctl took effect
  write_to_log(directory);
  int code = EXIT_SUCCESS;
  try {
    work(directory);
  } catch (const std::exception& error) {
    const std::string_view message = nn::message_of(error);
    std::fprintf(stderr, "%.*s\n", int(message.size()), message.data());
    code = EXIT_FAILURE;
  }
  std::fflush(nullptr);
  _exit(code);  // without the destructors of the parent's objects
}

std::optional<std::string> end_of_child(pid_t child) {
  int status = 0;
  if (waitpid(child, &status, WNOHANG) == 0) return std::nullopt;
  if (WIFSIGNALED(status)) {
    return fmt::format("killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  }
  if (WEXITSTATUS(status) != 0) return fmt::format("exited with code {}", WEXITSTATUS(status));
  return "";
}

std::string end_of_log(const std::filesystem::path& directory) {
  constexpr std::size_t kLines = 5;
  std::ifstream log(directory / kLogFile);
  std::deque<std::string> lines;
  for (std::string line; std::getline(log, line);) {
    lines.push_back(line);
    if (lines.size() > kLines) lines.pop_front();
  }
  return fmt::format("{}", fmt::join(lines, "\n"));
}

}  // namespace spandrop::lab
