// The paragraphs of the public data sets, for tests on real text.
#pragma once

#include <string>
#include <vector>

namespace spandrop::test {

// The path of a public file, which may be missing.
std::string data_file(const std::string& name);

struct Corpus {
  std::vector<std::string> texts;
  std::string missing;  // the file that is missing, if any
};

// Reads squad, hotpotqa, multirc or docred.
Corpus read_corpus(const std::string& name);

}  // namespace spandrop::test
