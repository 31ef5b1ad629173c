// How the programs end: with which message and code.
#pragma once

#include <string_view>

// Says what went wrong, and returns the code.
int fail(std::string_view message, int code);

// Writes what is left of standard output, and returns the code; kExitFile if all went well but
// that, for a full disk may show only now.
int end_output(int code);
