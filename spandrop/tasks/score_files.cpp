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

// What was read of a file.
template <class Content>
Content checked(const std::string& name, tl::expected<Content, ReadError> content) {
  if (!content) throw BadDatasetError(name, content.error());
  return std::move(*content);
}

template <class ReadGold, class ReadPredictions, class Score>
std::vector<Scoring> score_all(const ScoreFiles& files, ReadGold read_gold,
                               ReadPredictions read_predictions, Score score) {
  const PaddedFile gold_file(files.gold);
  const auto gold =
      checked(files.gold, read_gold(gold_file.text(), ReadOptions{.check_places = false}));
  std::vector<Scoring> scorings;
  for (const std::string& name : files.predictions) {
    scorings.push_back(score(gold, checked(name, read_predictions(PaddedFile(name).text()))));
  }
  return scorings;
}

std::optional<docred::TrainFacts> train_facts(const std::string& name) {
  if (name.empty()) return std::nullopt;
  return checked(name, docred::read_train_facts(PaddedFile(name).text()));
}

std::vector<Scoring> score_docred(const ScoreFiles& files) {
  const std::optional<docred::TrainFacts> annotated = train_facts(files.train_facts);
  const std::optional<docred::TrainFacts> distant = train_facts(files.distant_facts);
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
