#include "spandrop/tasks/score_files.h"

#include <optional>
#include <stdexcept>
#include <utility>

#include "spandrop/tasks/docred/score.h"
#include "spandrop/tasks/hotpotqa/score.h"
#include "spandrop/tasks/multirc/score.h"
#include "spandrop/tasks/squad/score.h"

namespace spandrop {
namespace {

// The content of a file.
template <class Content>
Content checked(const FileSource& file, tl::expected<Content, ReadError> content) {
  if (!content) throw BadDatasetError(file.name, content.error());
  return std::move(*content);
}

template <class ReadGold, class ReadPredictions, class Score>
std::vector<Scoring> score_all(const ScoreFiles& files, ReadGold read_gold,
                               ReadPredictions read_predictions, Score score) {
  const PaddedFile gold_file = files.gold.open();
  const auto gold =
      checked(files.gold, read_gold(gold_file.text(), ReadOptions{.check_places = false}));
  std::vector<Scoring> scorings;
  for (const FileSource& file : files.predictions) {
    scorings.push_back(score(gold, checked(file, read_predictions(file.open().text()))));
  }
  return scorings;
}

std::optional<docred::TrainFacts> train_facts(const FileSource& file) {
  if (file.name.empty()) return std::nullopt;
  return checked(file, docred::read_train_facts(file.open().text()));
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
  const bool has_facts = !files.train_facts.name.empty() || !files.distant_facts.name.empty();
  if (has_facts && format != DatasetFormat::docred) {
    throw std::invalid_argument("[score] expected training facts only for docred, got them for " +
                                dataset_format_names()[static_cast<std::size_t>(format)]);
  }
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
