// Writes the file of a data set with its records replaced, one at a time. Holding the views of all
// records at once would take as much memory as the file.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "spandrop/io/records/splice.h"
#include "spandrop/tasks/views/view_maker.h"

namespace spandrop {

// Passes the file to a sink, piece by piece. Everything outside the records stays unchanged except
// for `edits`, which are sorted and outside the arrays. Elements that were not read are removed.
class RecordSplicer {
 public:
  using Sink = std::function<void(std::string_view)>;

  RecordSplicer(std::string_view json, std::vector<RecordArray> arrays, std::vector<Edit> edits,
                Sink sink);

  // The number of records.
  std::size_t size() const { return size_; }
  // Replaces the next record; removes it if `views` is empty.
  void add(std::string_view views);
  // Writes everything after the last record.
  void finish();

 private:
  const std::vector<Place>& places() const { return arrays_[array_].places->elements; }
  // Copies everything up to `position`.
  void copy_to(std::size_t position);
  void leave_array();

  std::string_view json_;
  std::vector<RecordArray> arrays_;
  std::vector<Edit> edits_;
  Sink sink_;
  std::size_t size_ = 0;
  std::size_t copied_ = 0;  // bytes of the file copied so far
  std::size_t edit_ = 0;    // the next edit
  std::size_t array_ = 0;   // the array of the next record, or the one before it
  std::size_t read_ = 0;    // its place in RecordArray::read
  bool has_kept_ = false;   // a record of the array was kept
};

}  // namespace spandrop
