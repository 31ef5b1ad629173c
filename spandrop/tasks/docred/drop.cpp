#include "spandrop/tasks/docred/drop.h"

#include <algorithm>
#include <utility>

#include "spandrop/io/draw_view.h"
#include "spandrop/tasks/docred/support.h"
#include "spandrop/tasks/sentence_draw.h"

namespace spandrop::docred {
namespace {

// One view of a document.
class DocumentEdit {
 public:
  DocumentEdit(const Document& document, const KeepMask& mask, std::vector<Edit>& edits,
               Summary& summary)
      : document_(document),
        mask_(mask),
        edits_(edits),
        summary_(summary),
        sentences_(new_numbers(mask, 0, mask.size())) {}

  void run() {
    remove_elements(document_.sentences_at, [&](std::size_t i) { return mask_[i]; }, edits_);
    for (std::size_t i = 0, tokens = 0; i < document_.sentences.size(); ++i) {
      tokens_lost_.push_back(tokens);
      if (!mask_[i]) tokens += document_.sentences[i].size();
    }
    std::size_t next = 0;
    for (const Entity& entity : document_.entities) {
      entities_.push_back(is_left(entity) ? next++ : kGone);
      edit_entity(entity, entities_.back());
    }
    remove_elements(
        document_.entities_at, [&](std::size_t i) { return entities_[i] != kGone; }, edits_);
    for (const Fact& fact : document_.facts) edit_fact(fact);
    remove_elements(
        document_.facts_at, [&](std::size_t i) { return is_left(document_.facts[i]); }, edits_);
  }

 private:
  bool is_left(const Entity& entity) const {
    return std::any_of(entity.mentions.begin(), entity.mentions.end(),
                       [&](const Mention& mention) { return mask_[mention.sentence]; });
  }
  bool is_left(const Fact& fact) const {
    return entities_[fact.head] != kGone && entities_[fact.tail] != kGone;
  }

  void edit_entity(const Entity& entity, std::size_t number) {
    std::size_t next = 0;
    for (const Mention& mention : entity.mentions) {
      const std::size_t now = sentences_[mention.sentence];
      count_fate(mention.sentence, now, summary_);
      if (now != kGone) edit_mention(mention, number, next++);
    }
    if (number == kGone) return;
    remove_elements(
        entity.mentions_at, [&](std::size_t i) { return mask_[entity.mentions[i].sentence]; },
        edits_);
  }

  void edit_mention(const Mention& mention, std::size_t entity, std::size_t number) {
    edit_number(mention.sentence_at, mention.sentence, sentences_[mention.sentence]);
    for (std::size_t i = 0; i < mention.global_tokens.size(); ++i) {
      const std::size_t before = mention.global_tokens[i];
      edit_number(mention.global_tokens_at.elements[i], before,
                  before - std::min(before, tokens_lost_[mention.sentence]));
    }
    const std::string index = std::to_string(entity) + "_" + std::to_string(number);
    if (mention.index && *mention.index != index) edits_.push_back({mention.index_at, index});
  }

  void edit_fact(const Fact& fact) {
    if (!is_left(fact)) {
      ++summary_.annotations_removed;
      return;
    }
    edit_number(fact.head_at, fact.head, entities_[fact.head]);
    edit_number(fact.tail_at, fact.tail, entities_[fact.tail]);
    edit_numbers(fact.evidence_at, fact.evidence, sentences_, edits_, summary_);
  }

  void edit_number(Range at, std::size_t before, std::size_t now) {
    if (before != now) edits_.push_back({at, std::to_string(now)});
  }

  const Document& document_;
  const KeepMask& mask_;
  std::vector<Edit>& edits_;
  Summary& summary_;
  std::vector<std::size_t> sentences_;    // their new numbers
  std::vector<std::size_t> entities_;     // their new numbers
  std::vector<std::size_t> tokens_lost_;  // before each sentence
};

class Views : public ViewMaker {
 public:
  Views(std::string_view json, Dataset dataset, const DatasetDropOptions& options)
      : json_(json), dataset_(std::move(dataset)), options_(options) {}

  std::vector<RecordArray> records() const override {
    RecordArray array{&dataset_.documents_at, {}};
    for (const Document& document : dataset_.documents) array.read.push_back(document.number);
    return {array};
  }

  tl::expected<void, ReadError> append_views(std::size_t record, std::string& out,
                                             Summary& summary) const override {
    const Document& document = dataset_.documents[record];
    const Support support = support_of(document);
    const SentenceDraw sentences(document.sentences.size(), support.evidence, support.mentions,
                                 options_.drop);
    const ExampleId id = id_of(document.title);
    for (std::uint64_t i = 0; i < options_.drop.views; ++i) {
      const std::uint64_t view = options_.drop.view + i;
      const KeepMask mask = sentences.draw(id, view, summary);
      if (sentences.lost_fact(mask)) {
        return tl::make_unexpected(
            lost_fact_error("[" + std::to_string(document.number) + "].labels"));
      }
      std::vector<Edit> edits;
      DocumentEdit(document, mask, edits, summary).run();
      if (view > 0) {
        edits.push_back({{document.title_at.end, document.title_at.end}, view_mark(view)});
      }
      if (!out.empty()) out += ", ";
      append_part(out, json_, dataset_.documents_at.elements[document.number], edits);
      count_view(mask, summary);
      summary.became_empty += mask.count() == 0;
    }
    return {};
  }

  std::vector<std::string> ids() const override {
    std::vector<std::string> ids;
    for (const Document& document : dataset_.documents) ids.push_back(document.title);
    return ids;
  }

  const std::vector<ReadError>& skipped() const override { return dataset_.skipped; }

 private:
  std::string_view json_;
  Dataset dataset_;
  const DatasetDropOptions& options_;
};

}  // namespace

std::unique_ptr<ViewMaker> make_views(std::string_view json, Dataset dataset,
                                      const DatasetDropOptions& options) {
  return std::make_unique<Views>(json, std::move(dataset), options);
}

}  // namespace spandrop::docred
