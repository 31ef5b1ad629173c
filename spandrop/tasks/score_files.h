// `spandrop score`: predictions of a system against the official file of a data set.
#pragma once

#include <string>
#include <vector>

#include "spandrop/tasks/dataset_format.h"
#include "spandrop/tasks/scoring.h"

namespace spandrop {

// The names of files, plain, gzip or zstd.
struct ScoreFiles {
  std::string gold;
  std::vector<std::string> predictions;
  // Training files of DocRED, for its Ign F1; empty: none.
  std::string train_facts;
  std::string distant_facts;
};

// Scores each file of predictions. Throws BadDatasetError where a file is not what it should be,
// and std::runtime_error where one cannot be read.
std::vector<Scoring> score_files(DatasetFormat format, const ScoreFiles& files);

}  // namespace spandrop
