#include "spandrop/tasks/hotpotqa/predictions.h"

#include "spandrop/tasks/files/file_walk.h"
#include "spandrop/tasks/hotpotqa/titled_pair.h"

namespace spandrop::hotpotqa {
namespace {

std::pair<std::string, std::int64_t> fact(FileWalk& walk, json::value value, const JsonPath& path) {
  std::pair<std::string, std::int64_t> fact;
  fact.first = titled_pair(
      walk, value, path, "a sentence number",
      [&](json::value second, const JsonPath& at) { fact.second = walk.integer(second, at); });
  return fact;
}

void read_all(FileWalk& walk, json::value file, Predictions& predictions) {
  bool is_empty = true;
  const auto answers = [&](json::value member, const JsonPath& at) {
    is_empty = false;
    walk.members(member, at, [&](std::string_view id, json::value answer, const JsonPath& path) {
      predictions.answers.emplace(id, walk.text(answer, path));
    });
  };
  const auto facts = [&](json::value member, const JsonPath& at) {
    is_empty = false;
    walk.members(member, at, [&](std::string_view id, json::value list, const JsonPath& path) {
      FactSet& set = predictions.facts[std::string(id)];
      walk.array(list, path, [&](json::value element, auto i) {
        set.insert(fact(walk, element, {.parent = &path, .item = i}));
      });
    });
  };
  walk.object(file, {}, optional_member("answer", answers), optional_member("sp", facts));
  if (is_empty) throw BadValue({}, "expected answer or sp, got neither");
}

}  // namespace

tl::expected<Predictions, ReadError> read_predictions(std::string_view json) {
  FileWalk walk(json, {});
  return read_content<Predictions>(
      walk, [&](json::value file, Predictions& predictions) { read_all(walk, file, predictions); });
}

}  // namespace spandrop::hotpotqa
