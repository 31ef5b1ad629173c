// What is said of a command line that cannot be read.
#pragma once

#include <string>

namespace CLI {
class App;
class Error;
}  // namespace CLI

// The message of an error, and where to find help. A word that is no command is named, with those
// that are: CLI11 says only that one is required.
std::string usage_message(const CLI::App* app, const CLI::Error& error);
