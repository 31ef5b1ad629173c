#include "spandrop/tasks/multirc/predictions.h"

#include <cmath>
#include <numeric>
#include <utility>

#include "spandrop/tasks/files/file_walk.h"

namespace spandrop::multirc {
namespace {

std::vector<double> labels(FileWalk& walk, json::value value, const JsonPath& path) {
  std::vector<double> labels;
  walk.array(value, path, [&](json::value element, auto i) {
    labels.push_back(walk.fraction(element, {.parent = &path, .item = i}));
  });
  const double sum = std::accumulate(labels.begin(), labels.end(), 0.0);
  if (sum != std::floor(sum)) {
    throw BadValue(path, "expected labels whose sum is a whole number, got " + std::to_string(sum));
  }
  return labels;
}

void read_question(FileWalk& walk, json::value value, const JsonPath& path,
                   Predictions& predictions) {
  std::string paragraph, place;
  std::vector<double> scores;
  const auto pid = [&](json::value member, const JsonPath& at) {
    paragraph = walk.text(member, at);
  };
  const auto qid = [&](json::value member, const JsonPath& at) {
    const bool is_text = member.type() == json::json_type::string;
    place = is_text ? walk.text(member, at) : std::to_string(walk.number(member, at));
  };
  const auto read_scores = [&](json::value member, const JsonPath& at) {
    scores = labels(walk, member, at);
  };
  walk.object(value, path, Member{"pid", pid}, Member{"qid", qid}, Member{"scores", read_scores});
  const std::string key = question_key(paragraph, place);
  walk.once(key, path);
  predictions.emplace(key, std::move(scores));
}

}  // namespace

std::string question_key(std::string_view paragraph_id, std::string_view place) {
  return std::string(paragraph_id).append("==").append(place);
}

tl::expected<Predictions, ReadError> read_predictions(std::string_view json) {
  FileWalk walk(json, {});
  return read_content<Predictions>(walk, [&](json::value file, Predictions& predictions) {
    walk.array(file, {}, [&](json::value element, auto i) {
      read_question(walk, element, {.item = i}, predictions);
    });
  });
}

}  // namespace spandrop::multirc
