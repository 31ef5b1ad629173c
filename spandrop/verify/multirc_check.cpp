#include <utility>

#include "spandrop/verify/dataset_checks.h"
#include "spandrop/verify/sentence_check.h"

namespace spandrop {
namespace {

using namespace multirc;

// The sentences with their marks, but without their numbers, which change.
std::vector<std::string> sentences_of(const Paragraph& paragraph) {
  std::vector<std::string> sentences;
  const auto part = [&](std::size_t begin, std::size_t end) {
    return paragraph.text.substr(begin, end - begin);
  };
  for (const Sentence& sentence : paragraph.sentences) {
    sentences.push_back(part(sentence.all.begin, sentence.number.begin) +
                        part(sentence.number.end, sentence.all.end));
  }
  return sentences;
}

// The text before the first sentence.
std::string lead_of(const Paragraph& paragraph) {
  return paragraph.sentences.empty() ? paragraph.text
                                     : paragraph.text.substr(0, paragraph.sentences[0].all.begin);
}

using Questions = std::vector<const Question*>;

// The paragraphs of the original, or their questions if those are split.
struct Group {
  const Paragraph* paragraph = nullptr;
  Questions questions;
};

std::vector<Group> groups_of(const Dataset& data, bool split, std::vector<std::string>& ids) {
  std::vector<Group> groups;
  for (const Paragraph& paragraph : data.paragraphs) {
    const bool is_split = split && !paragraph.questions.empty();
    if (!is_split) {
      groups.push_back({&paragraph, {}});
      ids.push_back(paragraph.id);
    }
    for (const Question& question : paragraph.questions) {
      if (is_split) {
        groups.push_back({&paragraph, {}});
        ids.push_back(paragraph.id + "#q" + question.index);
      }
      groups.back().questions.push_back(&question);
    }
  }
  return groups;
}

class ParagraphCheck {
 public:
  ParagraphCheck(DatasetCheck& check, const Group& before, const Paragraph& after, std::string path)
      : check_(check), before_(before), after_(after), path_(std::move(path)) {}

  // Whether it has the questions of the original.
  bool has_questions() const {
    bool same = before_.questions.size() == after_.questions.size();
    for (std::size_t i = 0; same && i < after_.questions.size(); ++i) {
      same = before_.questions[i]->index == after_.questions[i].index;
    }
    if (!same) {
      check_.add(after_.id, path_ + ".paragraph.questions",
                 "expected the questions of the original, got others");
    }
    return same;
  }

  void run() {
    if (lead_of(*before_.paragraph) != lead_of(after_)) {
      check_.add(after_.id, path_ + ".paragraph.text",
                 "expected the text before the first sentence that the original has");
    }
    SentenceSearch search{
        sentences_of(*before_.paragraph), sentences_of(after_), {}, {}, path_ + ".paragraph.text"};
    for (std::size_t i = 0; i < before_.questions.size(); ++i) {
      const std::vector<std::size_t>& was = before_.questions[i]->sentences;
      const std::vector<std::size_t>& is = after_.questions[i].sentences;
      search.needed.insert(search.needed.end(), was.begin(), was.end());
      if (was.size() != is.size()) continue;
      for (std::size_t k = 0; k < was.size(); ++k) search.pins.push_back({was[k], is[k]});
    }
    const auto first_wrong = [&](const SentenceNumbers& numbers) {
      std::size_t i = 0;
      while (i < before_.questions.size() && renumbered(before_.questions[i]->sentences, numbers) ==
                                                 after_.questions[i].sentences) {
        ++i;
      }
      return i;
    };
    const auto found =
        find_sentences(check_, after_.id, search, [&](const SentenceNumbers& numbers) {
          return first_wrong(numbers) == before_.questions.size();
        });
    if (!found) return;
    for (std::size_t i = 0; i < before_.questions.size(); ++i) {
      const std::string path = question_path(i) + ".sentences_used";
      for (const std::size_t sentence : before_.questions[i]->sentences) {
        count_label(check_, after_.id, path, sentence, (*found)[sentence]);
      }
    }
    if (const std::size_t i = first_wrong(*found); i < before_.questions.size()) {
      check_.add(after_.id, question_path(i) + ".sentences_used",
                 "expected the new numbers of the sentences that are left, got others");
    }
  }

  std::string question_path(std::size_t i) const {
    return path_ + ".paragraph.questions[" + std::to_string(after_.questions[i].number) + "]";
  }

 private:
  DatasetCheck& check_;
  const Group& before_;
  const Paragraph& after_;
  std::string path_;
};

}  // namespace

void check_multirc(std::string_view before, std::string_view after, const Dataset& old_data,
                   const Dataset& new_data, DatasetCheck& check) {
  std::vector<std::string> ids;
  const std::vector<Group> groups = groups_of(old_data, check.options.split_questions, ids);
  ViewIndex index;
  for (std::size_t i = 0; i < ids.size(); ++i) index.add(ids[i], i);
  for (const Paragraph& paragraph : new_data.paragraphs) {
    const std::string path = "data[" + std::to_string(paragraph.number) + "]";
    const auto view = index.find(paragraph.id);
    if (!view) {
      check.add(paragraph.id, path + ".id", "expected an id of the original, got another");
      continue;
    }
    check.count_view(paragraph.id, path, *view);
    const Group& group = groups[view->record];
    const Paragraph& old = *group.paragraph;
    const std::string_view was = raw_element(before, old_data.paragraphs_at, old.number);
    const std::string_view is = raw_element(after, new_data.paragraphs_at, paragraph.number);
    check.compare_members(was, is, {"id", "paragraph"}, paragraph.id, path);
    check.compare_members(was, is, {"text", "questions"}, paragraph.id, path, "paragraph");
    ParagraphCheck paragraph_check(check, group, paragraph, path);
    if (!paragraph_check.has_questions()) continue;
    for (std::size_t i = 0; i < group.questions.size(); ++i) {
      check.compare_members(
          raw_element(before, old.questions_at, group.questions[i]->number),
          raw_element(after, paragraph.questions_at, paragraph.questions[i].number),
          {"sentences_used"}, paragraph.id, paragraph_check.question_path(i));
    }
    paragraph_check.run();
  }
  check.finish(ids);
}

}  // namespace spandrop
