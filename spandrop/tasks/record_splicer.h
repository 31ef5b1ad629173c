// The file of a data set with other records in it, written as they come: a view of every record at
// once would need the memory of the file again.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "spandrop/io/splice.h"
#include "spandrop/tasks/view_maker.h"

namespace spandrop {

// Hands the file to a sink, piece by piece. What is no record stays as it is, but for `edits`,
// which are sorted and outside the arrays; elements that were not read go.
class RecordSplicer {
 public:
  using Sink = std::function<void(std::string_view)>;

  RecordSplicer(std::string_view json, std::vector<RecordArray> arrays, std::vector<Edit> edits,
                Sink sink);

  // The number of records.
  std::size_t size() const { return size_; }
  // What the next record becomes; it goes if that is nothing.
  void add(std::string_view views);
  // What comes after the last record.
  void finish();

 private:
  const std::vector<Range>& places() const { return arrays_[array_].places->elements; }
  // What is between the last thing copied and `position`.
  void copy_to(std::size_t position);
  void leave_array();

  std::string_view json_;
  std::vector<RecordArray> arrays_;
  std::vector<Edit> edits_;
  Sink sink_;
  std::size_t size_ = 0;
  std::size_t copied_ = 0;  // of the file
  std::size_t edit_ = 0;    // the next one
  std::size_t array_ = 0;   // in which the next record is, or after which
  std::size_t read_ = 0;    // its place in RecordArray::read
  bool has_kept_ = false;   // some record of the array
};

}  // namespace spandrop
