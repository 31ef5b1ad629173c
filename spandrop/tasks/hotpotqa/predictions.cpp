#include "spandrop/tasks/hotpotqa/predictions.h"

#include <optional>

#include "spandrop/tasks/file_walk.h"

namespace spandrop::hotpotqa {
namespace {

// An array of a title and the number of a sentence.
std::pair<std::string, std::int64_t> fact(FileWalk& walk, json::value value, const JsonPath& path) {
  std::pair<std::string, std::int64_t> fact;
  const RawArray pair = walk.array(value, path, [&](json::value element, auto i) {
    const JsonPath at{.parent = &path, .item = i};
    if (i == 0) {
      fact.first = walk.text(element, at);
    } else if (i == 1) {
      fact.second = walk.integer(element, at);
    } else {
      walk.pass(element, at);
    }
  });
  if (pair.elements.size() != 2) {
    throw BadValue(path, "expected a title and the number of a sentence, got " +
                             std::to_string(pair.elements.size()) + " elements");
  }
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
  Predictions predictions;
  FileWalk walk(json, {});
  const std::optional<ReadError> error =
      walk.run([&](json::value file) { read_all(walk, file, predictions); });
  if (error) return tl::make_unexpected(*error);
  return predictions;
}

}  // namespace spandrop::hotpotqa
