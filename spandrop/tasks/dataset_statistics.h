// The statistics of a data set's official file, whatever its format.
#pragma once

#include <string>

#include "spandrop/tasks/dataset_format.h"
#include "spandrop/tasks/files/padded_file.h"
#include "spandrop/tasks/statistics/statistics.h"
#include "spandrop/text/wordpiece.h"

namespace spandrop {

struct FileStatistics {
  Statistics statistics;
  std::vector<ReadError> skipped;
};

// Reads a file and counts. Only SQuAD needs `wordpiece`, because its spans are tokens. Throws
// BadDatasetError, or std::runtime_error if the file cannot be read.
FileStatistics dataset_statistics(const FileSource& file, DatasetFormat format,
                                  const WordPiece* wordpiece, const ReadOptions& options = {});

}  // namespace spandrop
