// The data set files that the tests read: our own small ones, and the real ones if they are
// available.
#pragma once

#include <string>
#include <vector>

#include "spandrop/tasks/files/padded_file.h"

namespace spandrop::test {

// A small file of our own in examples/, such as squad.json. It stays in memory until the program
// ends.
const PaddedFile& example_file(const std::string& name);

// The path of a real file such as squad/dev-v1.1.json, whether it exists or not.
std::string real_file(const std::string& name);
bool is_there(const std::string& file);

// The text with the first occurrence of `old` replaced; throws if there is none.
std::string replaced(std::string text, const std::string& old, const std::string& with);

}  // namespace spandrop::test

// Skips a test if a real file is missing.
#define SPANDROP_NEEDS(file) \
  if (!spandrop::test::is_there(file)) GTEST_SKIP() << "there is no " << file
