// The message for a command line that cannot be parsed.
#pragma once

#include <string>

namespace CLI {
class App;
class Error;
}  // namespace CLI

// The error, and how to find help. For an unknown command, the message names it and lists the
// commands that exist; CLI11 says only that one is required.
std::string usage_message(const CLI::App* app, const CLI::Error& error);
