#include "spandrop/tasks/dataset_statistics.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <string>
#include <vector>

#include "python/src/bindings.h"
#include "python/src/file_source.h"
#include "spandrop/tasks/statistics/statistics_json.h"

namespace spandrop::python {
namespace {

std::string statistics(const std::string& format, nb::list files, const WordPiece* words,
                       double rate, double gamma, bool skip_bad) {
  std::vector<FileSource> sources;
  for (const nb::handle file : files) sources.push_back(source_of(file));
  std::string json;
  without_lock([&] {
    const DatasetFormat known = dataset_format(format);
    Statistics all;
    std::size_t skipped = 0;
    for (const FileSource& source : sources) {
      const FileStatistics found = dataset_statistics(source, known, words, {.skip_bad = skip_bad});
      all += found.statistics;
      skipped += found.skipped.size();
    }
    json = statistics_json(format, all, skipped, {rate, gamma});
  });
  return json;
}

}  // namespace

void bind_dataset_statistics(nb::module_& module) {
  module.def("statistics", &statistics, nb::arg("format"), nb::arg("files"),
             nb::arg("words").none(), nb::arg("rate"), nb::arg("gamma"), nb::arg("skip_bad"),
             "Statistics of spans and supporting facts, and the effect of a law on them, as JSON.");
}

}  // namespace spandrop::python
