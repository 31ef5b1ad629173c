#include "cli/exit.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

int print_error(std::string_view message, int code) {
  std::fprintf(stderr, "spandrop: %.*s\n", int(message.size()), message.data());
  return code;
}

int flush_output(int code) {
  const bool flushed = std::fflush(stdout) == 0;
  const std::string reason = flushed ? "" : std::string(": ") + std::strerror(errno);
  if (flushed && !std::ferror(stdout)) return code;
  return code == kExitOk ? print_error("cannot write standard output" + reason, kExitFile) : code;
}
