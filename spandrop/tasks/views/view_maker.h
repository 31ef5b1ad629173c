// What each data set provides for dropping spans in its official file: the records in the file, and
// the views of each record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "spandrop/drop/drop_options.h"
#include "spandrop/drop/summary.h"
#include "spandrop/io/records/splice.h"
#include "spandrop/tasks/files/read_options.h"

namespace spandrop {

struct DatasetDropOptions {
  // Law, seed, views, protection and policy; spans for SQuAD. Positions are code points.
  DropOptions drop;
  // Each question gets its own copy of its paragraph and its own draw, for SQuAD and MultiRC.
  bool split_questions = false;
};

// An array in the file whose elements are records, and which of them were read.
struct RecordArray {
  const RawArray* places = nullptr;
  std::vector<std::size_t> read;  // numbers of elements, ascending
};

class ViewMaker {
 public:
  virtual ~ViewMaker() = default;

  // The arrays in the order of the file; records are numbered in this order.
  virtual std::vector<RecordArray> records() const = 0;
  // Appends the views of a record, separated by ", ", and counts them; there may be none. Safe to
  // call from any thread.
  virtual tl::expected<void, ReadError> append_views(std::size_t record, std::string& out,
                                                     Summary& summary) const = 0;
  // The ids of all views, without the suffixes of views.
  virtual std::vector<std::string> ids() const = 0;
  // The errors that were skipped when the file was read.
  virtual const std::vector<ReadError>& skipped() const = 0;
  // Adds the edits that remove skipped parts outside the records.
  virtual void remove_skipped(std::vector<Edit>&) const {}
};

// What is added to an id for a view: nothing for view 0, #3 for view 3.
std::string view_suffix(std::uint64_t view);

// The questions of a paragraph that share a draw: all of them, or one each if they are split. A
// single empty group if there are none.
template <class Question>
std::vector<std::vector<const Question*>> question_groups(const std::vector<Question>& questions,
                                                          bool split) {
  std::vector<std::vector<const Question*>> groups;
  for (const Question& question : questions) {
    if (groups.empty() || split) groups.emplace_back();
    groups.back().push_back(&question);
  }
  if (groups.empty()) groups.emplace_back();
  return groups;
}

// Appends a part of the file with its edits, whose places refer to the whole file.
void append_part(std::string& out, std::string_view file, Place part, std::vector<Edit>& edits);

}  // namespace spandrop
