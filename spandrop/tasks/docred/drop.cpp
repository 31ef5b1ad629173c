#include "spandrop/tasks/docred/drop.h"

#include <algorithm>
#include <utility>

#include "spandrop/tasks/docred/support.h"
#include "spandrop/tasks/sentences/sentence_draw.h"
#include "spandrop/tasks/sentences/sentence_views.h"

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

  void edit_number(Place at, std::size_t before, std::size_t now) {
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

class Views : public SentenceViews {
 public:
  Views(std::string_view json, Dataset dataset, const DatasetDropOptions& options)
      : SentenceViews(json, "", dataset.documents, std::move(dataset.documents_at),
                      std::move(dataset.skipped), options),
        documents_(std::move(dataset.documents)) {}

  tl::expected<void, ReadError> append_views(std::size_t record, std::string& out,
                                             Summary& summary) const override {
    const Document& document = documents_[record];
    Support support = support_of(document);
    const auto edit = [&](const KeepMask& mask, std::vector<Edit>& edits) {
      DocumentEdit(document, mask, edits, summary).run();
    };
    return append({.number = document.number,
                   .id = document.title,
                   .id_end = document.title_at.end,
                   .sentences = document.sentences.size(),
                   .facts = std::move(support.evidence),
                   .answers = std::move(support.mentions),
                   .facts_field = "labels"},
                  edit, out, summary);
  }

  std::vector<std::string> ids() const override {
    std::vector<std::string> ids;
    for (const Document& document : documents_) ids.push_back(document.title);
    return ids;
  }

 private:
  std::vector<Document> documents_;
};

}  // namespace

std::unique_ptr<ViewMaker> make_views(std::string_view json, Dataset dataset,
                                      const DatasetDropOptions& options) {
  return std::make_unique<Views>(json, std::move(dataset), options);
}

}  // namespace spandrop::docred
