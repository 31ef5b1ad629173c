// The views of records whose spans are sentences: what DocRED, HotpotQA and MultiRC share.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "spandrop/core/keep_mask.h"
#include "spandrop/tasks/views/view_maker.h"

namespace spandrop {

// The input of one draw: a record, or its copy for one question.
struct SentenceRecord {
  std::size_t number = 0;            // in the array of records
  std::string id;                    // the key of the draw
  std::size_t id_end = 0;            // where the id of the record ends in the file
  std::string id_suffix = {};        // what `id` adds to the id in the file
  std::size_t sentences = 0;         // number of sentences
  std::vector<std::size_t> facts;    // numbers of the sentences that are supporting facts
  std::vector<std::size_t> answers;  // numbers of other sentences that a label needs
  std::string_view facts_field;      // the field with the supporting facts, for errors
};

// Base of the data sets whose records are the elements of one array.
class SentenceViews : public ViewMaker {
 public:
  std::vector<RecordArray> records() const override { return {{&places_, numbers_}}; }
  const std::vector<ReadError>& skipped() const override { return skipped_; }

 protected:
  // Adds the edits for the view that keeps the sentences of the mask.
  using EditView = std::function<void(const KeepMask&, std::vector<Edit>&)>;

  // `json` must outlive this. `array` is the name of the array in the file.
  template <class Record>
  SentenceViews(std::string_view json, std::string_view array, const std::vector<Record>& records,
                RawArray places, std::vector<ReadError> skipped, const DatasetDropOptions& options)
      : json_(json),
        options_(options),
        array_(array),
        places_(std::move(places)),
        skipped_(std::move(skipped)) {
    for (const Record& record : records) numbers_.push_back(record.number);
  }

  // Draws and appends the views of a record, and counts them.
  tl::expected<void, ReadError> append(const SentenceRecord& record, const EditView& edit,
                                       std::string& out, Summary& summary) const;

  std::string_view json_;
  const DatasetDropOptions options_;

 private:
  std::string_view array_;
  RawArray places_;                   // of all records
  std::vector<std::size_t> numbers_;  // of the records that were read
  std::vector<ReadError> skipped_;
};

}  // namespace spandrop
