// The exit codes of `spandrop`; docs/drop.md documents them.
#pragma once

enum ExitCode {
  kExitOk = 0,
  kExitFile = 1,       // a file could not be read or written
  kExitUsage = 2,      // the command line is wrong
  kExitBadRecord = 3,  // a record or file is invalid, and --bad skip was not given
  kExitInterrupted = 130,
};

// The last lines of --help of the commands that read files.
inline constexpr const char* kExitCodeHelp =
    "Exit codes: 0 success, 1 a file could not be read or written, 2 wrong command line,\n"
    "3 invalid input, 130 interrupted.";
