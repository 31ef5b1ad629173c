#include "spandrop/tasks/views/record_splicer.h"

#include <utility>

namespace spandrop {

RecordSplicer::RecordSplicer(std::string_view json, std::vector<RecordArray> arrays,
                             std::vector<Edit> edits, Sink sink)
    : json_(json), arrays_(std::move(arrays)), edits_(std::move(edits)), sink_(std::move(sink)) {
  for (const RecordArray& array : arrays_) size_ += array.read.size();
}

void RecordSplicer::copy_to(std::size_t position) {
  for (; edit_ < edits_.size() && edits_[edit_].at.begin < position; ++edit_) {
    const Edit& edit = edits_[edit_];
    sink_(json_.substr(copied_, edit.at.begin - copied_));
    sink_(edit.with);
    copied_ = edit.at.end;
  }
  sink_(json_.substr(copied_, position - copied_));
  copied_ = position;
}

void RecordSplicer::leave_array() {
  if (!places().empty()) {
    if (!has_kept_) copy_to(places().front().begin);
    copied_ = places().back().end;
  }
  ++array_;
  read_ = 0;
  has_kept_ = false;
}

void RecordSplicer::add(std::string_view views) {
  while (read_ == arrays_[array_].read.size()) leave_array();
  const std::size_t element = arrays_[array_].read[read_++];
  if (views.empty()) return;
  if (has_kept_) {  // keep the comma before it, but not those of removed records
    const std::size_t end = places()[element - 1].end;
    sink_(json_.substr(end, places()[element].begin - end));
  } else {
    copy_to(places().front().begin);
  }
  sink_(views);
  has_kept_ = true;
}

void RecordSplicer::finish() {
  while (array_ < arrays_.size()) leave_array();
  copy_to(json_.size());
}

}  // namespace spandrop
