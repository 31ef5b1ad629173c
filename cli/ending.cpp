#include "cli/ending.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "cli/exit_codes.h"

int fail(std::string_view message, int code) {
  std::fprintf(stderr, "spandrop: %.*s\n", int(message.size()), message.data());
  return code;
}

int end_output(int code) {
  const bool flushed = std::fflush(stdout) == 0;
  const std::string reason = flushed ? "" : std::string(": ") + std::strerror(errno);
  if (flushed && !std::ferror(stdout)) return code;
  return code == kExitOk ? fail("cannot write standard output" + reason, kExitFile) : code;
}
