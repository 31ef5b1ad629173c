// The paragraphs of the public data sets, for tests on real text.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace spandrop::test {

// One of squad, hotpotqa, multirc, docred.
struct Corpus {
  std::vector<std::string> texts;
  std::string missing;  // the file that is not there, if any
};

Corpus read_corpus(const std::string& name);

}  // namespace spandrop::test
