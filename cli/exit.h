// How the programs end: the last message and the exit code.
#pragma once

#include <string_view>

// docs/drop.md documents the exit codes.
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

// Prints an error message and returns the exit code.
int print_error(std::string_view message, int code);

// Flushes standard output and returns the exit code. A full disk may show only now: a run that
// otherwise succeeded then ends with kExitFile.
int flush_output(int code);
