// The statistics of a data set's official file, whatever its format.
#pragma once

#include <string>

#include "spandrop/tasks/dataset_format.h"
#include "spandrop/tasks/statistics.h"
#include "spandrop/tasks/token_sequence.h"

namespace spandrop {

struct FileStatistics {
  Statistics statistics;
  std::vector<ReadError> skipped;
};

// Reads a file and counts. Only SQuAD needs the encoder: its spans are tokens. Throws
// BadDatasetError, or std::runtime_error where the file fails.
FileStatistics dataset_statistics(const std::string& file, DatasetFormat format,
                                  const TextEncoder* encoder, const ReadOptions& options = {});

}  // namespace spandrop
