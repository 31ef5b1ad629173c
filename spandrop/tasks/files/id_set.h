// A set of ids that only grows. One flat table, because a reader looks up every id of a file.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "spandrop/core/key.h"

namespace spandrop {

class IdSet {
 public:
  // Adds an id; false if it is there already.
  bool insert(ExampleId id) {
    if (id == ExampleId{}) return !std::exchange(has_zero_, true);
    if (2 * (size_ + 1) > table_.size()) grow();
    ExampleId& found = table_[place(id)];
    if (found == id) return false;
    found = id;
    ++size_;
    return true;
  }

  bool contains(ExampleId id) const {
    if (id == ExampleId{}) return has_zero_;
    return !table_.empty() && table_[place(id)] == id;
  }
  std::size_t size() const { return size_ + has_zero_; }

 private:
  // The place of an id, or the free place where it belongs.
  std::size_t place(const ExampleId& id) const {
    std::size_t at = id.low & (table_.size() - 1);
    while (table_[at] != ExampleId{} && table_[at] != id) at = (at + 1) & (table_.size() - 1);
    return at;
  }

  void grow() {
    std::vector<ExampleId> old(table_.empty() ? 1024 : 4 * table_.size());
    old.swap(table_);
    for (const ExampleId& id : old) {
      if (id != ExampleId{}) table_[place(id)] = id;
    }
  }

  std::vector<ExampleId> table_;  // a power of two, at most half full; zeros are free
  std::size_t size_ = 0;
  bool has_zero_ = false;
};

}  // namespace spandrop
