// Where the tests find the project's files.
#pragma once

#include <string>

namespace spandrop::test {

// The root of the project, as it was when the tests were built.
std::string source_directory();

}  // namespace spandrop::test
