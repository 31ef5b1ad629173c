// Arrays such as ["Title", 2]: HotpotQA writes paragraphs and supporting facts this way.
#pragma once

#include <string>

#include "spandrop/tasks/files/file_walk.h"

namespace spandrop::hotpotqa {

// Reads an array of a title and `what`; returns the title and calls read(second element, path).
template <class Read>
std::string titled_pair(FileWalk& walk, json::value value, const JsonPath& path, const char* what,
                        Read read) {
  std::string title;
  const RawArray pair = walk.array(value, path, [&](json::value element, std::size_t i) {
    const JsonPath at{.parent = &path, .item = i};
    if (i == 0) {
      title = walk.text(element, at);
    } else if (i == 1) {
      read(element, at);
    } else {
      walk.pass(element, at);
    }
  });
  if (pair.elements.size() != 2) {
    throw BadValue(path, std::string("expected a title and ") + what + ", got an array of length " +
                             std::to_string(pair.elements.size()));
  }
  return title;
}

}  // namespace spandrop::hotpotqa
