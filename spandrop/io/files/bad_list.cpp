#include "spandrop/io/files/bad_list.h"

#include <filesystem>
#include <system_error>

namespace spandrop {

void BadList::add(std::string_view json) {
  if (name_.empty()) return;
  if (!file_) file_.emplace(name_);
  file_->write(std::string(json) + "\n");
}

void BadList::commit() {
  if (file_) {
    file_->commit();
  } else if (!name_.empty()) {
    // An old list; never a link, pipe or device such as /dev/null.
    std::error_code ignored;
    if (std::filesystem::symlink_status(name_, ignored).type() ==
        std::filesystem::file_type::regular) {
      std::filesystem::remove(name_, ignored);
    }
  }
}

}  // namespace spandrop
