#include "spandrop/io/records/splice.h"

#include <algorithm>
#include <cassert>

namespace spandrop {

void append_spliced(std::string& out, std::string_view line, std::vector<Edit>& edits) {
  const auto earlier = [](const Edit& a, const Edit& b) { return a.at.begin < b.at.begin; };
  if (!std::is_sorted(edits.begin(), edits.end(), earlier)) {
    std::stable_sort(edits.begin(), edits.end(), earlier);
  }
  std::size_t copied = 0;
  for (const Edit& edit : edits) {
    assert(edit.at.begin >= copied && edit.at.end <= line.size());
    out += line.substr(copied, edit.at.begin - copied);
    out += edit.with;
    copied = edit.at.end;
  }
  out += line.substr(copied);
}

}  // namespace spandrop
