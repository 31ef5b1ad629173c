#include "tests/fuzz/score_fuzz.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "spandrop/tasks/docred/score.h"
#include "spandrop/tasks/files/padded_file.h"
#include "spandrop/tasks/hotpotqa/score.h"
#include "spandrop/tasks/multirc/score.h"
#include "spandrop/tasks/scores/bootstrap.h"
#include "spandrop/tasks/squad/score.h"
#include "tests/source_directory.h"

namespace spandrop::test {
namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "violated: %s\n", what);
  std::abort();
}

void check(const Scoring& scoring, double most) {
  const std::size_t columns = scoring.scheme.columns.size();
  require(scoring.rows.size() == columns * scoring.ids.size(), "every item has a row");
  const std::vector<double> scores = scoring.scores();
  require(scores.size() == scoring.scheme.scores.size(), "every score has a name");
  for (const double score : scores) {
    require(score >= 0 && score <= most * (1 + 1e-12), "a score lies between 0 and the best");
  }
  for (const Difference& d : compare(scoring, scoring, {.resamples = 3})) {
    require(d.value == 0 && d.low == 0 && d.high == 0, "predictions do not differ from themselves");
  }
}

template <class Dataset, class Read, class Score>
bool check_file(const Dataset& gold, std::string_view json, Read read, Score score,
                double most = 1) {
  const PaddedFile file = PaddedFile::of(json);
  const auto predictions = read(file.text());
  if (!predictions) {
    require(!predictions.error().reason.empty(), "an error has a reason");
    return false;
  }
  check(score(gold, *predictions), most);
  return true;
}

PaddedFile example(const char* name) {
  return PaddedFile(source_directory() + "/examples/" + name);
}

bool check_docred(std::string_view json) {
  static const PaddedFile gold_file = example("docred.json");
  static const auto gold = *docred::read(gold_file.text());
  // The same bytes are also read as training facts.
  const PaddedFile file = PaddedFile::of(json);
  const auto facts = docred::read_train_facts(file.text());
  static const auto train = *docred::read_train_facts(example("docred_train.json").text());
  const docred::SeenFacts seen{&train, facts ? &*facts : nullptr};
  const auto score = [&](const docred::Dataset& dataset, const docred::Predictions& predictions) {
    return docred::score(dataset, predictions, seen);
  };
  return check_file(gold, json, docred::read_predictions, score);
}

}  // namespace

bool check_predictions(DatasetFormat format, std::string_view json) {
  switch (format) {
    case DatasetFormat::squad: {
      static const PaddedFile file = example("squad.json");
      static const auto gold = *squad::read(file.text());
      return check_file(gold, json, squad::read_predictions, squad::score, 100);
    }
    case DatasetFormat::hotpotqa: {
      static const PaddedFile file = example("hotpotqa.json");
      static const auto gold = *hotpotqa::read(file.text());
      return check_file(gold, json, hotpotqa::read_predictions, hotpotqa::score);
    }
    case DatasetFormat::multirc: {
      static const PaddedFile file = example("multirc.json");
      static const auto gold = *multirc::read(file.text());
      return check_file(gold, json, multirc::read_predictions, multirc::score);
    }
    case DatasetFormat::docred:
      break;
  }
  return check_docred(json);
}

}  // namespace spandrop::test
