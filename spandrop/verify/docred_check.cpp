#include <utility>

#include "spandrop/verify/dataset_checks.h"
#include "spandrop/verify/sentence_check.h"

namespace spandrop {
namespace {

using namespace docred;

std::vector<std::string> sentences_of(const Document& document) {
  std::vector<std::string> sentences;
  for (const std::vector<std::string>& tokens : document.sentences) {
    std::string& sentence = sentences.emplace_back();
    for (const std::string& token : tokens) sentence += std::to_string(token.size()) + ":" + token;
  }
  return sentences;
}

class DocumentCheck {
 public:
  DocumentCheck(DatasetCheck& check, std::string_view old_file, std::string_view new_file,
                const Document& before, const Document& after, std::string path)
      : check_(check),
        old_file_(old_file),
        new_file_(new_file),
        before_(before),
        after_(after),
        path_(std::move(path)) {}

  void run() {
    SentenceSearch search{sentences_of(before_), sentences_of(after_), {}, {}, path_ + ".sents"};
    for (const Fact& fact : before_.facts) {
      search.needed.insert(search.needed.end(), fact.evidence.begin(), fact.evidence.end());
    }
    add_pins(search);
    const auto found =
        find_sentences(check_, after_.title, search, [&](const SentenceNumbers& numbers) {
          number_entities(numbers);
          return !wrong_mention(numbers) && !wrong_fact(numbers);
        });
    if (!found) return;
    number_entities(*found);
    count(*found);
    if (const auto where = wrong_mention(*found)) {
      check_.add(after_.title, path_ + "." + *where,
                 "expected the mentions of the original whose sentences are left, with their new "
                 "numbers");
      return;  // facts refer to entities
    }
    if (const auto where = wrong_fact(*found)) {
      check_.add(after_.title, path_ + "." + *where,
                 "expected the facts of the original whose entities are left, with the new numbers "
                 "of entities and evidence");
    }
  }

 private:
  // If no mention is missing, each shows where its sentence is.
  void add_pins(SentenceSearch& search) const {
    if (before_.entities.size() != after_.entities.size()) return;
    for (std::size_t i = 0; i < before_.entities.size(); ++i) {
      const std::vector<Mention>& was = before_.entities[i].mentions;
      const std::vector<Mention>& is = after_.entities[i].mentions;
      if (was.size() != is.size()) continue;
      for (std::size_t k = 0; k < was.size(); ++k) {
        search.pins.push_back({was[k].sentence, is[k].sentence});
      }
    }
  }

  // An entity is left if one of its mentions is.
  void number_entities(const SentenceNumbers& numbers) {
    entities_.clear();
    tokens_lost_.clear();
    std::size_t next = 0, lost = 0;
    for (const Entity& entity : before_.entities) {
      bool is_left = false;
      for (const Mention& mention : entity.mentions) {
        is_left = is_left || numbers[mention.sentence] != kDropped;
      }
      entities_.push_back(is_left ? next++ : kDropped);
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      tokens_lost_.push_back(lost);
      if (numbers[i] == kDropped) lost += before_.sentences[i].size();
    }
  }

  bool is_same(const Mention& was, const Mention& is, const std::string& index,
               const SentenceNumbers& numbers) const {
    if (is.sentence != numbers[was.sentence] || is.tokens != was.tokens) return false;
    if (was.index.has_value() != is.index.has_value() || (is.index && *is.index != index)) {
      return false;
    }
    if (was.global_tokens.size() != is.global_tokens.size()) return false;
    for (std::size_t i = 0; i < was.global_tokens.size(); ++i) {
      const std::size_t lost = tokens_lost_[was.sentence], old = was.global_tokens[i];
      if (is.global_tokens[i] != (old > lost ? old - lost : 0)) return false;
    }
    return true;
  }

  // The path of the first entity that is not as it should be.
  std::optional<std::string> wrong_mention(const SentenceNumbers& numbers) const {
    for (std::size_t i = 0; i < before_.entities.size(); ++i) {
      const std::size_t now = entities_[i];
      if (now == kDropped) continue;
      std::string path = "vertexSet[" + std::to_string(now) + "]";
      if (now >= after_.entities.size()) return path;
      const Entity &was = before_.entities[i], &is = after_.entities[now];
      std::size_t next = 0;
      for (const Mention& mention : was.mentions) {
        if (numbers[mention.sentence] == kDropped) continue;
        if (next == is.mentions.size()) return path;
        const std::string index = std::to_string(now) + "_" + std::to_string(next);
        std::string inside = path + "[" + std::to_string(next) + "]";
        if (!is_same(mention, is.mentions[next], index, numbers)) return inside;
        const auto old_number = static_cast<std::size_t>(&mention - was.mentions.data());
        if (check_.comparer.difference(
                raw_element(old_file_, was.mentions_at, old_number),
                raw_element(new_file_, is.mentions_at, next),
                std::vector<std::string_view>{"sent_id", "global_pos", "index"})) {
          return inside;
        }
        ++next;
      }
      if (next != is.mentions.size()) return path;
    }
    std::size_t left = 0;
    for (const std::size_t entity : entities_) left += entity != kDropped;
    if (left != after_.entities.size()) return "vertexSet";
    return std::nullopt;
  }

  std::optional<std::string> wrong_fact(const SentenceNumbers& numbers) const {
    std::size_t next = 0;
    for (std::size_t i = 0; i < before_.facts.size(); ++i) {
      const Fact& was = before_.facts[i];
      if (entities_[was.head] == kDropped || entities_[was.tail] == kDropped) continue;
      std::string path = "labels[" + std::to_string(next) + "]";
      if (next == after_.facts.size()) return path;
      const Fact& is = after_.facts[next];
      if (is.head != entities_[was.head] || is.tail != entities_[was.tail] ||
          is.evidence != renumbered(was.evidence, numbers) ||
          check_.comparer.difference(raw_element(old_file_, before_.facts_at, i),
                                     raw_element(new_file_, after_.facts_at, next),
                                     std::vector<std::string_view>{"h", "t", "evidence"})) {
        return path;
      }
      ++next;
    }
    if (next != after_.facts.size()) return "labels";
    return std::nullopt;
  }

  void count(const SentenceNumbers& numbers) {
    for (const Entity& entity : before_.entities) {
      for (const Mention& mention : entity.mentions) {
        const std::size_t now = numbers[mention.sentence];
        check_.problems.report.counts.add_label(now == kDropped           ? LabelFate::gone
                                                : now == mention.sentence ? LabelFate::kept
                                                                          : LabelFate::shifted,
                                                now == kDropped);
      }
    }
    for (const Fact& fact : before_.facts) {
      for (const std::size_t sentence : fact.evidence) {
        count_label(check_, after_.title, path_ + ".labels", sentence, numbers[sentence]);
      }
    }
  }

  DatasetCheck& check_;
  std::string_view old_file_, new_file_;
  const Document& before_;
  const Document& after_;
  std::string path_;
  std::vector<std::size_t> entities_;     // the new number of each entity
  std::vector<std::size_t> tokens_lost_;  // before each sentence
};

}  // namespace

void check_docred(std::string_view before, std::string_view after, const Dataset& old_data,
                  const Dataset& new_data, DatasetCheck& check) {
  ViewIndex index;
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < old_data.documents.size(); ++i) {
    ids.push_back(old_data.documents[i].title);
    index.add(ids.back(), i);
  }
  for (const Document& document : new_data.documents) {
    const std::string path = "[" + std::to_string(document.number) + "]";
    const auto view = index.find(document.title);
    if (!view) {
      check.add(document.title, path + ".title", "expected a title of the original, got another");
      continue;
    }
    check.count_view(document.title, path, *view);
    const Document& old = old_data.documents[view->record];
    check.compare_members(raw_element(before, old_data.documents_at, old.number),
                          raw_element(after, new_data.documents_at, document.number),
                          {"title", "sents", "vertexSet", "labels"}, document.title, path);
    DocumentCheck(check, before, after, old, document, path).run();
  }
  check.finish(ids);
}

}  // namespace spandrop
