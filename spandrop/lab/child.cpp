#include "spandrop/lab/child.h"

#include <fcntl.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <deque>
#include <fstream>
#include <system_error>

#include "spandrop/lab/job.h"

namespace spandrop::lab {
namespace {

constexpr int kNotStarted = 127;

// What the child does between fork and exec; it has no other thread.
[[noreturn]] void become(const std::filesystem::path& program, WorkDirectory& directory,
                         pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kNotStarted);  // it died before that
  signal(SIGINT, SIG_IGN);  // Ctrl-C reaches every process of a terminal; the parent will tell us
  signal(SIGTERM, SIG_DFL);
  directory.keep_lock();
  const std::filesystem::path log = directory.path() / kLogFile;
  const int output = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  const int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  execl(program.c_str(), program.c_str(), "lab", "job", directory.path().c_str(), nullptr);
  _exit(kNotStarted);
}

}  // namespace

pid_t start_child(const std::filesystem::path& program, WorkDirectory& directory) {
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "cannot start a process");
  if (child == 0) become(program, directory, parent);
  return child;
}

std::optional<std::string> end_of_child(pid_t child) {
  int status = 0;
  if (waitpid(child, &status, WNOHANG) == 0) return std::nullopt;
  if (WIFSIGNALED(status)) {
    return fmt::format("killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  }
  if (WEXITSTATUS(status) != 0) return fmt::format("ended with code {}", WEXITSTATUS(status));
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
