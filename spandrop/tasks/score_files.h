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

// Scores each file of predictions. Throws BadDatasetError if a file does not have the expected
// format, std::invalid_argument if training files are given for another data set, and
// std::runtime_error if a file cannot be read.
std::vector<Scoring> score_files(DatasetFormat format, const ScoreFiles& files);

}  // namespace spandrop
