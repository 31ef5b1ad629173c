#include "spandrop/tasks/score_files.h"

#include <optional>
#include <utility>

#include "spandrop/tasks/docred/score.h"
#include "spandrop/tasks/hotpotqa/score.h"
#include "spandrop/tasks/multirc/score.h"
#include "spandrop/tasks/padded_file.h"
#include "spandrop/tasks/squad/score.h"

namespace spandrop {
namespace {

// What `read` makes of a file.
template <class Read>
auto read_file(const std::string& name, Read read) {
  const PaddedFile file(name);
  auto content = read(file.text());
  if (!content) throw BadDatasetError(name, content.error());
  return std::move(*content);
}

template <class ReadGold, class ReadPredictions, class Score>
std::vector<Scoring> score_all(const ScoreFiles& files, ReadGold read_gold,
                               ReadPredictions read_predictions, Score score) {
  const auto gold = read_file(files.gold, [&](std::string_view json) {
    return read_gold(json, ReadOptions{.check_places = false});
  });
  std::vector<Scoring> scorings;
  for (const std::string& name : files.predictions) {
    scorings.push_back(score(gold, read_file(name, read_predictions)));
  }
  return scorings;
}

std::vector<Scoring> score_docred(const ScoreFiles& files) {
  std::optional<docred::TrainFacts> annotated, distant;
  if (!files.train_facts.empty()) {
    annotated = read_file(files.train_facts, docred::read_train_facts);
  }
  if (!files.distant_facts.empty()) {
    distant = read_file(files.distant_facts, docred::read_train_facts);
  }
  const docred::SeenFacts seen{annotated ? &*annotated : nullptr, distant ? &*distant : nullptr};
  return score_all(files, docred::read, docred::read_predictions,
                   [&](const docred::Dataset& gold, const docred::Predictions& predictions) {
                     return docred::score(gold, predictions, seen);
                   });
}

}  // namespace

std::vector<Scoring> score_files(DatasetFormat format, const ScoreFiles& files) {
  switch (format) {
    case DatasetFormat::squad:
      return score_all(files, squad::read, squad::read_predictions, squad::score);
    case DatasetFormat::hotpotqa:
      return score_all(files, hotpotqa::read, hotpotqa::read_predictions, hotpotqa::score);
    case DatasetFormat::multirc:
      return score_all(files, multirc::read, multirc::read_predictions, multirc::score);
    case DatasetFormat::docred:
      break;
  }
  return score_docred(files);
}

}  // namespace spandrop
