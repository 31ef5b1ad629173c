// What the folder of a data set gives to the drop of its official file: the records in it, and the
// views of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "spandrop/io/drop_options.h"
#include "spandrop/io/splice.h"
#include "spandrop/io/summary.h"
#include "spandrop/tasks/read_options.h"

namespace spandrop {

struct DatasetDropOptions {
  // Law, seed, views, protection and policy; spans for SQuAD. Positions are code points.
  DropOptions drop;
  // Each question gets a copy of its paragraph and a draw of its own, for SQuAD and MultiRC.
  bool split_questions = false;
};

// An array in the file whose elements are records, and which of them were read.
struct RecordArray {
  const RawArray* places = nullptr;
  std::vector<std::size_t> read;  // numbers of elements, rising
};

class ViewMaker {
 public:
  virtual ~ViewMaker() = default;

  // The arrays in the order of the file; records are numbered in this order.
  virtual std::vector<RecordArray> records() const = 0;
  // Appends the views of a record, with ", " between them, and counts; perhaps there are none.
  // Any thread may call it.
  virtual tl::expected<void, ReadError> append_views(std::size_t record, std::string& out,
                                                     Summary& summary) const = 0;
  // The ids that views have, but for the marks of views.
  virtual std::vector<std::string> ids() const = 0;
  // What was skipped when the file was read.
  virtual const std::vector<ReadError>& skipped() const = 0;
  // Adds the edits that remove what was skipped around the records.
  virtual void remove_skipped(std::vector<Edit>&) const {}
};

// What an id gets for a view: nothing for view 0, #3 for view 3.
std::string view_mark(std::uint64_t view);

// Appends a part of the file with its edits, whose places are those of the file.
void append_part(std::string& out, std::string_view file, Range part, std::vector<Edit>& edits);

}  // namespace spandrop
