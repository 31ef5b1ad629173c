// `spandrop score`: predictions of a system against the official file of a data set.
#pragma once

#include <string>
#include <vector>

#include "spandrop/tasks/dataset_format.h"
#include "spandrop/tasks/files/padded_file.h"
#include "spandrop/tasks/scores/scoring.h"

namespace spandrop {

struct ScoreFiles {
  FileSource gold;
  std::vector<FileSource> predictions;
  // Training files of DocRED, for its Ign F1; none if the name is empty.
  FileSource train_facts;
  FileSource distant_facts;
};

// Scores each file of predictions. Throws BadDatasetError where a file does not have its format,
// std::invalid_argument if there are training files of any other data set, and std::runtime_error
// where a file cannot be read.
std::vector<Scoring> score_files(DatasetFormat format, const ScoreFiles& files);

}  // namespace spandrop
