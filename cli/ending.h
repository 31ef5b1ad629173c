// How the programs end: the last message and the exit code.
#pragma once

#include <string_view>

// Prints an error message and returns the exit code.
int fail(std::string_view message, int code);

// Flushes standard output and returns the exit code. A full disk may show only now: a run that
// otherwise succeeded then ends with kExitFile.
int end_output(int code);
