#include "spandrop/tasks/docred/predictions.h"

#include "spandrop/tasks/files/file_walk.h"

namespace spandrop::docred {
namespace {

Prediction prediction(FileWalk& walk, json::value value, const JsonPath& path) {
  Prediction read;
  const auto read_text = [&](std::string& into) {
    return [&](json::value member, const JsonPath& at) { into = walk.text(member, at); };
  };
  const auto read_number = [&](std::int64_t& into) {
    return [&](json::value member, const JsonPath& at) { into = walk.integer(member, at); };
  };
  const auto evidence = [&](json::value member, const JsonPath& at) {
    walk.array(member, at, [&](json::value element, auto i) {
      read.evidence.insert(walk.integer(element, {.parent = &at, .item = i}));
    });
  };
  walk.object(value, path, Member{"title", read_text(read.title)},
              Member{"h_idx", read_number(read.head)}, Member{"t_idx", read_number(read.tail)},
              Member{"r", read_text(read.relation)}, optional_member("evidence", evidence));
  return read;
}

}  // namespace

tl::expected<Predictions, ReadError> read_predictions(std::string_view json) {
  FileWalk walk(json, {});
  return read_content<Predictions>(walk, [&](json::value file, Predictions& predictions) {
    walk.array(file, {}, [&](json::value element, auto i) {
      predictions.push_back(prediction(walk, element, {.item = i}));
    });
  });
}

}  // namespace spandrop::docred
