#include "spandrop/tasks/squad/predictions.h"

#include "spandrop/tasks/files/file_walk.h"

namespace spandrop::squad {

tl::expected<Predictions, ReadError> read_predictions(std::string_view json) {
  FileWalk walk(json, {});
  return read_content<Predictions>(walk, [&](json::value file, Predictions& predictions) {
    walk.members(file, {}, [&](std::string_view id, json::value answer, const JsonPath& path) {
      predictions.emplace(id, walk.text(answer, path));
    });
  });
}

}  // namespace spandrop::squad
