#include "spandrop/tasks/squad/predictions.h"

#include <optional>

#include "spandrop/tasks/file_walk.h"

namespace spandrop::squad {

tl::expected<Predictions, ReadError> read_predictions(std::string_view json) {
  Predictions predictions;
  FileWalk walk(json, {});
  const std::optional<ReadError> error = walk.run([&](json::value value) {
    walk.members(value, {}, [&](std::string_view id, json::value answer, const JsonPath& path) {
      predictions.emplace(id, walk.text(answer, path));
    });
  });
  if (error) return tl::make_unexpected(*error);
  return predictions;
}

}  // namespace spandrop::squad
