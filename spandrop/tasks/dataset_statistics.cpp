#include "spandrop/tasks/dataset_statistics.h"

#include <utility>

#include "spandrop/tasks/docred/statistics.h"
#include "spandrop/tasks/hotpotqa/statistics.h"
#include "spandrop/tasks/multirc/statistics.h"
#include "spandrop/tasks/squad/statistics.h"

namespace spandrop {

FileStatistics dataset_statistics(const FileSource& file, DatasetFormat format,
                                  const WordPiece* wordpiece, const ReadOptions& options) {
  const PaddedFile content = file.open();
  const auto counted = [&](auto read, auto count) -> FileStatistics {
    auto dataset = read(content.text(), options);
    if (!dataset) throw BadDatasetError(file.name, dataset.error());
    return {count(*dataset), std::move(dataset->skipped)};
  };
  switch (format) {
    case DatasetFormat::squad:
      if (!wordpiece) throw std::invalid_argument("[dataset_statistics] expected a vocabulary");
      return counted(squad::read, [&](const squad::Dataset& dataset) {
        return squad::statistics(dataset, *wordpiece);
      });
    case DatasetFormat::hotpotqa:
      return counted(hotpotqa::read, hotpotqa::statistics);
    case DatasetFormat::multirc:
      return counted(multirc::read, multirc::statistics);
    case DatasetFormat::docred:
      break;
  }
  return counted(docred::read, docred::statistics);
}

}  // namespace spandrop
