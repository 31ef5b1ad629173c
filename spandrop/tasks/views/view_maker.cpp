#include "spandrop/tasks/views/view_maker.h"

namespace spandrop {

std::string view_suffix(std::uint64_t view) {
  return view == 0 ? std::string() : "#" + std::to_string(view);
}

void append_part(std::string& out, std::string_view file, Place part, std::vector<Edit>& edits) {
  for (Edit& edit : edits) {
    edit.at.begin -= part.begin;
    edit.at.end -= part.begin;
  }
  append_spliced(out, file.substr(part.begin, part.size()), edits);
}

}  // namespace spandrop
