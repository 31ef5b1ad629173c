#include "spandrop/io/files/bad_list.h"

#include <cstdio>

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
    std::remove(name_.c_str());
  }
}

}  // namespace spandrop
