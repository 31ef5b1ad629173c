#include "spandrop/tasks/docred/score.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "spandrop/tasks/scores/ratio.h"

namespace spandrop::docred {
namespace {

// After these, one column per training file: the correct facts that it also contains.
enum Column {
  correct,
  submitted,
  gold_facts,
  right_evidence,
  submitted_evidence,
  gold_evidence,
  columns
};

std::vector<double> scores_of(const std::vector<double>& sums, std::size_t) {
  const double recall = ratio(sums[correct], sums[gold_facts]);
  std::vector<double> scores = {harmonic_mean(ratio(sums[correct], sums[submitted]), recall),
                                harmonic_mean(ratio(sums[right_evidence], sums[submitted_evidence]),
                                              ratio(sums[right_evidence], sums[gold_evidence]))};
  for (std::size_t i = columns; i < sums.size(); ++i) {
    const double unseen = ratio(sums[correct] - sums[i], sums[submitted] - sums[i]);
    scores.push_back(harmonic_mean(unseen, recall));  // recall over all facts, including seen ones
  }
  return scores;
}

using Triple = std::tuple<std::int64_t, std::int64_t, std::string_view>;

// A document with its gold evidence and its row.
struct Gold {
  const Document* document;
  std::map<Triple, std::set<std::int64_t>> evidence;  // of each fact
  std::vector<double> row;
};

Gold gold_of(const Document& document, std::size_t width) {
  Gold gold{&document, {}, std::vector<double>(width)};
  for (const Fact& fact : document.facts) {
    // For a duplicate fact, the last evidence counts, but the lengths of both are added.
    const Triple triple{static_cast<std::int64_t>(fact.head), static_cast<std::int64_t>(fact.tail),
                        fact.relation};
    gold.evidence[triple] = {fact.evidence.begin(), fact.evidence.end()};
    gold.row[gold_evidence] += static_cast<double>(fact.evidence.size());
  }
  gold.row[gold_facts] = static_cast<double>(gold.evidence.size());
  return gold;
}

// Whether the training facts contain this relation for any name of the head and any name of the
// tail.
bool is_seen(const Document& document, const Prediction& fact, const TrainFacts& train) {
  for (const Mention& head : document.entities[static_cast<std::size_t>(fact.head)].mentions) {
    for (const Mention& tail : document.entities[static_cast<std::size_t>(fact.tail)].mentions) {
      if (train.contains(head.name, tail.name, fact.relation)) return true;
    }
  }
  return false;
}

void count(const Prediction& fact, Gold& gold, const std::vector<const TrainFacts*>& trains) {
  gold.row[submitted] += 1;
  gold.row[submitted_evidence] += static_cast<double>(fact.evidence.size());
  const auto found = gold.evidence.find({fact.head, fact.tail, fact.relation});
  if (found == gold.evidence.end()) return;
  gold.row[correct] += 1;
  gold.row[right_evidence] += static_cast<double>(
      std::count_if(fact.evidence.begin(), fact.evidence.end(),
                    [&](std::int64_t sentence) { return found->second.contains(sentence); }));
  for (std::size_t i = 0; i < trains.size(); ++i) {
    gold.row[columns + i] += is_seen(*gold.document, fact, *trains[i]);
  }
}

ScoreScheme scheme(const SeenFacts& seen) {
  ScoreScheme scheme{.columns = {"correct", "submitted", "gold", "correct_evidence",
                                 "submitted_evidence", "gold_evidence"},
                     .scores = {{"RE_F1", "F1 of the facts"}, {"Evi_F1", "F1 of their evidence"}},
                     .scores_of = scores_of};
  if (seen.annotated) {
    scheme.columns.push_back("correct_in_train_annotated");
    scheme.scores.push_back(
        {"RE_ignore_annotated_F1", "Ign F1: ignores facts that occur in the training data"});
  }
  if (seen.distant) {
    scheme.columns.push_back("correct_in_train_distant");
    scheme.scores.push_back(
        {"RE_ignore_distant_F1", "Ign F1: ignores facts of the distant training data"});
  }
  return scheme;
}

}  // namespace

Scoring score(const Dataset& gold, const Predictions& predictions, const SeenFacts& seen) {
  Scoring scoring{.scheme = scheme(seen)};
  std::vector<const TrainFacts*> trains;
  for (const TrainFacts* train : {seen.annotated, seen.distant}) {
    if (train) trains.push_back(train);
  }
  std::vector<Gold> documents;
  std::unordered_map<std::string_view, std::size_t> by_title;
  for (const Document& document : gold.documents) {
    by_title.emplace(document.title, documents.size());
    documents.push_back(gold_of(document, columns + trains.size()));
  }

  Unmatched missing{"missing", "documents without a prediction"};
  Unmatched extra{"extra", "predictions without a matching document, counted as wrong"};
  scoring.outside.resize(columns + trains.size());
  std::set<std::tuple<std::string_view, Triple>> facts;
  for (const Prediction& fact : predictions) {
    if (!facts.insert({fact.title, {fact.head, fact.tail, fact.relation}}).second) continue;
    const auto found = by_title.find(fact.title);
    if (found != by_title.end()) {
      count(fact, documents[found->second], trains);
    } else {
      scoring.outside[submitted] += 1;  // its evidence is not counted
      extra.add(fact.title);
    }
  }
  for (const Gold& document : documents) {
    if (document.row[submitted] == 0) missing.add(document.document->title);
    scoring.add(document.document->title, document.row);
  }
  scoring.unmatched = {missing, extra};
  return scoring;
}

}  // namespace spandrop::docred
