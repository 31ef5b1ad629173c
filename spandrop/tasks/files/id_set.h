// A set of ids that only grows. One flat table, because a reader looks up every id of a file.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "spandrop/core/key.h"

namespace spandrop {

class IdSet {
 public:
  // Adds an id; returns false if it is already in the set.
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
  // The slot of an id, or the free slot where it belongs.
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

  // The size is a power of two, at most half of it used; zeros are free slots.
  std::vector<ExampleId> table_;
  std::size_t size_ = 0;
  bool has_zero_ = false;
};

}  // namespace spandrop
