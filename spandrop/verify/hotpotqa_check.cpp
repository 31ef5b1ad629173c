#include <utility>

#include "spandrop/tasks/hotpotqa/reader.h"
#include "spandrop/verify/dataset_checks.h"
#include "spandrop/verify/sentence_check.h"

namespace spandrop {
namespace {

using namespace hotpotqa;

// The sentences of all paragraphs in one list: where each paragraph begins.
std::vector<std::size_t> begins_of(const Question& question) {
  std::vector<std::size_t> begins{0};
  for (const Paragraph& paragraph : question.paragraphs) {
    begins.push_back(begins.back() + paragraph.sentences.size());
  }
  return begins;
}

// A sentence is the same only in a paragraph with the same title.
std::vector<std::string> sentences_of(const Question& question) {
  std::vector<std::string> sentences;
  for (const Paragraph& paragraph : question.paragraphs) {
    for (const std::string& sentence : paragraph.sentences) {
      sentences.push_back(paragraph.title + '\0' + sentence);
    }
  }
  return sentences;
}

class QuestionCheck {
 public:
  QuestionCheck(DatasetCheck& check, const Question& before, const Question& after,
                std::string path)
      : check_(check),
        before_(before),
        after_(after),
        path_(std::move(path)),
        old_begins_(begins_of(before)),
        new_begins_(begins_of(after)) {}

  void run() {
    SentenceSearch search{sentences_of(before_), sentences_of(after_), {}, {}, path_ + ".context"};
    for (const SupportingFact& fact : before_.facts) search.needed.push_back(old_number(fact));
    if (before_.facts.size() == after_.facts.size()) {
      for (std::size_t i = 0; i < before_.facts.size(); ++i) {
        search.pins.push_back({old_number(before_.facts[i]), new_number(after_.facts[i])});
      }
    }
    const auto found =
        find_sentences(check_, after_.id, search, [&](const SentenceNumbers& numbers) {
          return has_paragraphs(numbers) && has_facts(numbers);
        });
    if (!found) return;
    if (!has_paragraphs(*found)) {
      check_.add(after_.id, path_ + ".context",
                 "expected the paragraphs of the original, without those that lost all sentences");
    }
    for (std::size_t i = 0; i < before_.facts.size(); ++i) {
      const std::size_t now = (*found)[old_number(before_.facts[i])];
      count_label(check_, after_.id, path_ + ".supporting_facts", old_number(before_.facts[i]),
                  now);
    }
    if (!has_facts(*found)) {
      check_.add(after_.id, path_ + ".supporting_facts",
                 "expected the facts of the original whose sentences are left, with their new "
                 "numbers");
    }
  }

 private:
  std::size_t old_number(const SupportingFact& fact) const {
    return old_begins_[fact.paragraph] + fact.sentence;
  }
  std::size_t new_number(const SupportingFact& fact) const {
    return new_begins_[fact.paragraph] + fact.sentence;
  }

  bool has_paragraphs(const SentenceNumbers& numbers) const {
    std::size_t next = 0;
    for (std::size_t i = 0; i < before_.paragraphs.size(); ++i) {
      std::size_t left = 0;
      for (std::size_t k = old_begins_[i]; k < old_begins_[i + 1]; ++k) {
        left += numbers[k] != kDropped;
      }
      if (left == 0 && !before_.paragraphs[i].sentences.empty()) continue;
      if (next == after_.paragraphs.size()) return false;
      const Paragraph& now = after_.paragraphs[next++];
      if (now.title != before_.paragraphs[i].title || now.sentences.size() != left) return false;
    }
    return next == after_.paragraphs.size();
  }

  bool has_facts(const SentenceNumbers& numbers) const {
    std::size_t next = 0;
    for (const SupportingFact& fact : before_.facts) {
      const std::size_t now = numbers[old_number(fact)];
      if (now == kDropped) continue;
      if (next == after_.facts.size()) return false;
      const SupportingFact& found = after_.facts[next++];
      if (found.title != fact.title || new_number(found) != now) return false;
    }
    return next == after_.facts.size();
  }

  DatasetCheck& check_;
  const Question& before_;
  const Question& after_;
  std::string path_;
  std::vector<std::size_t> old_begins_, new_begins_;
};

}  // namespace

void check_hotpotqa(std::string_view before, std::string_view after, const Dataset& old_data,
                    const Dataset& new_data, DatasetCheck& check) {
  ViewIndex index;
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < old_data.questions.size(); ++i) {
    ids.push_back(old_data.questions[i].id);
    index.add(ids.back(), i);
  }
  for (const Question& question : new_data.questions) {
    const std::string path = "[" + std::to_string(question.number) + "]";
    const auto view = index.find(question.id);
    if (!view) {
      check.add(question.id, path + "._id", "expected an id of the original, got another");
      continue;
    }
    check.count_view(question.id, path, *view);
    const Question& old = old_data.questions[view->record];
    check.compare_members(raw_element(before, old_data.questions_at, old.number),
                          raw_element(after, new_data.questions_at, question.number),
                          {"_id", "context", "supporting_facts"}, question.id, path);
    QuestionCheck(check, old, question, path).run();
  }
  check.finish(ids);
}

}  // namespace spandrop
