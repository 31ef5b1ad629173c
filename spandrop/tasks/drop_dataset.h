// `spandrop drop --format`: the official file of a data set in, an official file out.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "spandrop/drop/summary.h"
#include "spandrop/io/files/rewrite_files.h"
#include "spandrop/tasks/dataset_format.h"
#include "spandrop/tasks/views/view_maker.h"

namespace spandrop {

// Throws std::invalid_argument if the options contradict each other or the format.
void check_dataset_options(DatasetFormat format, const DatasetDropOptions& options);

// Drops spans from all records of a file. Bytes that are neither dropped nor part of a moved label
// stay unchanged. The output appears whole or not at all, and does not depend on the number of
// threads. Throws BadDatasetError, Cancelled, or std::runtime_error if a file cannot be read or
// written.
Summary drop_dataset(const std::string& input, const std::string& output, DatasetFormat format,
                     const DatasetDropOptions& options, const FileOptions& file_options);

// The same for a file in memory, followed by 64 readable bytes, on one thread.
tl::expected<std::string, ReadError> drop_dataset(std::string_view json, DatasetFormat format,
                                                  const DatasetDropOptions& options, bool skip_bad,
                                                  Summary& summary);

}  // namespace spandrop
