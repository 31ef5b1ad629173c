#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "spandrop/verify/dataset_checks.h"
#include "spandrop/verify/label_guide.h"
#include "spandrop/verify/sequence_check.h"
#include "spandrop/verify/sequence_pairs.h"

namespace spandrop {
namespace {

using namespace squad;

// What shares a draw: a paragraph with its questions, or with one of them.
struct Group {
  const Article* article = nullptr;
  const Paragraph* paragraph = nullptr;
  std::vector<const Question*> questions;

  std::string name() const {
    return questions.empty() ? std::string() : std::string(questions.front()->id);
  }
};

std::vector<Group> groups_of(const Dataset& data, bool split) {
  std::vector<Group> groups;
  for (const Article& article : data.articles) {
    for (const Paragraph& paragraph : article.paragraphs) {
      const bool is_split = split && !paragraph.questions.empty();
      if (!is_split) groups.push_back({&article, &paragraph, {}});
      for (const Question& question : paragraph.questions) {
        if (is_split) groups.push_back({&article, &paragraph, {}});
        groups.back().questions.push_back(&question);
      }
    }
  }
  return groups;
}

class ParagraphCheck {
 public:
  ParagraphCheck(DatasetCheck& check, std::string_view old_file, std::string_view new_file,
                 const Group& before, const Paragraph& after, std::string path)
      : check_(check),
        old_file_(old_file),
        new_file_(new_file),
        before_(before),
        after_(after),
        path_(std::move(path)),
        pair_(before.paragraph->context, after.context, Leaves::nothing, ""),
        parts_(parts()) {
    if (!after.questions.empty()) id_ = after.questions.front().id;
  }

  // Whether the context can be explained at all.
  bool has_context() const { return find_alignment(parts_, pair_).search.found; }

  // Compares; old_ids are the ids of the new questions without the suffix of the view.
  void run(const std::vector<std::string>& old_ids) {
    old_ids_ = old_ids;
    const Alignment alignment = find_best(parts_, pair_, Leaves::nothing, hints());
    if (!alignment.search.found) {
      check_.add(id_, path_ + ".context",
                 text_problem(parts_, pair_, before_.paragraph->context, after_.context, alignment,
                              check_.options));
      return;
    }
    const PlaceFinder found = places(alignment.search.parts);
    count_drops(parts_, alignment, after_.context.size(), check_.problems.report.counts);
    count_answers(found);
    if (auto wrong = problem(found)) check_.add(id_, wrong->field, wrong->reason);
    compare_members();
  }

 private:
  OldParts parts() const {
    CachedText text(Unit::code_point);
    text.read(before_.paragraph->context);
    const std::string_view question =
        before_.questions.empty() ? std::string_view() : before_.questions.front()->text;
    OldParts parts = parts_of_text(text, question, check_.options);
    if (check_.options.protect == Protect::annotations) {
      for (const Question* asked : before_.questions) {
        for (const Answer& answer : asked->answers) parts.protect(answer.bytes);
      }
    }
    return parts;
  }

  PlaceFinder places(std::span<const NewPart> placed) const {
    return {parts_.list, placed, Leaves::nothing, nullptr};
  }

  LabelHints hints() const {
    LabelHints hints;
    hints.pins = [this](std::size_t attempt) -> std::optional<std::vector<Pin>> {
      if (attempt > 1) return std::nullopt;
      return pins(attempt > 0);
    };
    hints.is_right = [this](const Alignment& found) {
      return !problem(places(found.search.parts));
    };
    hints.guide = [this] {
      auto guide = std::make_unique<LabelGuide>(
          parts_, [this](std::span<const NewPart> placed) { return places(placed); },
          [this](std::span<const NewPart> placed) { return !problem(places(placed)); });
      for (const Question* question : before_.questions) {
        Range all = question->answers.front().bytes;
        for (const Answer& answer : question->answers) {
          all = {std::min(all.begin, answer.bytes.begin), std::max(all.end, answer.bytes.end)};
        }
        guide->add(all, [this, question](const PlaceFinder& found, auto) {
          return !question_problem(*question, found);
        });
      }
      return guide;
    };
    return hints;
  }

  // The new question of an old one; null if it was removed.
  const Question* now(const Question& old) const {
    const auto found = std::find(old_ids_.begin(), old_ids_.end(), old.id);
    if (found == old_ids_.end()) return nullptr;
    return &after_.questions[static_cast<std::size_t>(found - old_ids_.begin())];
  }

  std::vector<Pin> pins(bool guess) const {
    std::vector<Pin> pins;
    for (const Question* question : before_.questions) {
      const Question* other = now(*question);
      if (!other) continue;
      const bool is_complete = question->answers.size() == other->answers.size();
      if (!is_complete && !guess) continue;
      std::size_t old = 0;
      for (const Answer& answer : other->answers) {
        while (!is_complete && old < question->answers.size() &&
               question->answers[old].text != answer.text) {
          ++old;
        }
        if (old == question->answers.size()) break;
        const Range was = question->answers[old++].bytes;
        pins.push_back({was.begin, answer.bytes.begin});
        pins.push_back({was.end, answer.bytes.end});
      }
    }
    std::sort(pins.begin(), pins.end(), [](const Pin& a, const Pin& b) {
      return std::pair(a.old, a.now) < std::pair(b.old, b.now);
    });
    return pins;
  }

  bool is_left(LabelFate fate) const {
    if (fate == LabelFate::gone) return false;
    return fate != LabelFate::cut || check_.options.on_lost != OnLost::drop;
  }

  // What is wrong with the questions and answers, if anything.
  std::optional<FieldProblem> problem(const PlaceFinder& places) const {
    std::size_t next = 0;  // the next question that must be there
    for (const Question* question : before_.questions) {
      if (auto wrong = question_problem(*question, places)) return wrong;
      const Question* other = now(*question);
      if (other && other != &after_.questions[next++]) {
        return FieldProblem{path_of(*other), "expected the order of the original, got another"};
      }
    }
    return std::nullopt;
  }

  std::optional<FieldProblem> question_problem(const Question& question,
                                               const PlaceFinder& places) const {
    std::vector<Range> expected;
    for (const Answer& answer : question.answers) {
      const LabelPlace place = places.of(answer.bytes);
      const bool is_whole = place.fate == LabelFate::kept || place.fate == LabelFate::shifted;
      if (!is_whole && check_.keeps_labels()) {
        return FieldProblem{path_ + ".qas", "expected every answer to survive, got none of " +
                                                std::string(question.id)};
      }
      if (is_left(place.fate)) expected.push_back(place.now);
    }
    const Question* other = now(question);
    if (expected.empty() != !other) {
      return FieldProblem{path_ + ".qas",
                          (other ? "expected no question without an answer, got "
                                 : "expected a question whose answer is left, got none: ") +
                              std::string(question.id)};
    }
    if (!other) return std::nullopt;
    if (expected.size() != other->answers.size()) {
      return FieldProblem{path_of(*other) + ".answers",
                          "expected " + std::to_string(expected.size()) + " answers, got " +
                              std::to_string(other->answers.size())};
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (expected[i] == other->answers[i].bytes) continue;
      return FieldProblem{path_of(*other) + ".answers[" + std::to_string(i) + "]",
                          "expected the answer at byte " + std::to_string(expected[i].begin) +
                              " of the context, got it at byte " +
                              std::to_string(other->answers[i].bytes.begin)};
    }
    return std::nullopt;
  }

  std::string path_of(const Question& question) const {
    return path_ + ".qas[" + std::to_string(question.number) + "]";
  }

  void count_answers(const PlaceFinder& places) const {
    for (const Question* question : before_.questions) {
      for (const Answer& answer : question->answers) {
        const LabelFate fate = places.of(answer.bytes).fate;
        check_.problems.report.counts.add_label(fate, !is_left(fate));
      }
    }
  }

  void compare_members() const {
    for (const Question* question : before_.questions) {
      const Question* other = now(*question);
      if (!other) continue;
      const std::string path = path_of(*other);
      check_.compare_members(
          raw_element(old_file_, before_.paragraph->questions_at, question->number),
          raw_element(new_file_, after_.questions_at, other->number), {"id", "answers"},
          std::string(other->id), path);
      if (question->answers.size() != other->answers.size()) continue;
      for (std::size_t i = 0; i < other->answers.size(); ++i) {
        check_.compare_members(raw_element(old_file_, question->answers_at, i),
                               raw_element(new_file_, other->answers_at, i),
                               {"text", "answer_start"}, std::string(other->id),
                               path + ".answers[" + std::to_string(i) + "]");
      }
    }
  }

  DatasetCheck& check_;
  std::string_view old_file_, new_file_;
  const Group& before_;
  const Paragraph& after_;
  std::string path_;
  std::string id_;
  TextPair pair_;
  OldParts parts_;
  std::vector<std::string> old_ids_;
};

class FileCheck {
 public:
  FileCheck(std::string_view before, std::string_view after, const Dataset& old_data,
            const Dataset& new_data, DatasetCheck& check)
      : before_(before),
        after_(after),
        old_data_(old_data),
        new_data_(new_data),
        check_(check),
        groups_(groups_of(old_data, check.options.split_questions)) {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      for (const Question* question : groups_[i].questions) {
        index_.add(std::string(question->id), i);
      }
    }
  }

  void run() {
    check_.compare_members(before_, after_, {"data"}, "", "");
    if (old_data_.articles.size() != new_data_.articles.size()) {
      check_.add("", "data",
                 "expected " + std::to_string(old_data_.articles.size()) + " articles, got " +
                     std::to_string(new_data_.articles.size()));
    }
    const std::size_t both = std::min(old_data_.articles.size(), new_data_.articles.size());
    for (std::size_t i = 0; i < both; ++i) {
      compare_articles(old_data_.articles[i], new_data_.articles[i]);
    }
    std::vector<std::string> ids;
    for (const Group& group : groups_) ids.push_back(group.name());
    // A question whose answers were all dropped is removed, and a split one with its paragraph.
    check_.finish(ids,
                  check_.options.split_questions && check_.options.protect != Protect::annotations);
  }

 private:
  void compare_articles(const Article& old, const Article& now) {
    const std::string path = "data[" + std::to_string(now.number) + "]";
    check_.compare_members(raw_element(before_, old_data_.articles_at, old.number),
                           raw_element(after_, new_data_.articles_at, now.number), {"paragraphs"},
                           "", path);
    std::size_t first = 0;
    while (first < groups_.size() && groups_[first].article != &old) ++first;
    // Unless questions are split, each paragraph has the same number of views, with or without
    // questions that are left.
    const std::size_t views = old.paragraphs.empty() || check_.options.split_questions
                                  ? 0
                                  : now.paragraphs.size() / old.paragraphs.size();
    const bool is_in_order = views > 0 && now.paragraphs.size() == views * old.paragraphs.size();
    for (std::size_t i = 0; i < now.paragraphs.size(); ++i) {
      const Paragraph& paragraph = now.paragraphs[i];
      if (is_in_order) last_ = first + i / views;
      is_sure_ = is_in_order;
      compare_paragraph(old, paragraph,
                        path + ".paragraphs[" + std::to_string(paragraph.number) + "]",
                        raw_element(after_, now.paragraphs_at, paragraph.number));
    }
  }

  void compare_paragraph(const Article& article, const Paragraph& paragraph,
                         const std::string& path, std::string_view raw) {
    std::optional<ViewOf> view;
    std::vector<std::string> old_ids;
    for (const Question& question : paragraph.questions) {
      const std::string id(question.id);
      const auto found = index_.find(id);
      const bool fits = found &&
                        (!view || (view->record == found->record && view->view == found->view)) &&
                        groups_[found->record].article == &article;
      if (!fits) {
        check_.add(id, path, "expected a question of this paragraph in the original, got another");
        return;
      }
      view = found;
      old_ids.push_back(found->view == 0 ? id : id.substr(0, id.rfind('#')));
    }
    if (!view) view = by_order(article, paragraph, path);
    if (!view) return;
    last_ = view->record;
    const Group& group = groups_[view->record];
    const std::string id =
        paragraph.questions.empty() ? "" : std::string(paragraph.questions[0].id);
    check_.count_view(id, path, *view);
    check_.compare_members(raw_element(before_, article.paragraphs_at, group.paragraph->number),
                           raw, {"context", "qas"}, id, path);
    ParagraphCheck(check_, before_, after_, group, paragraph, path).run(old_ids);
  }

  // A paragraph without questions: a view of the last paragraph, or of the first later one that
  // explains its text.
  std::optional<ViewOf> by_order(const Article& article, const Paragraph& paragraph,
                                 const std::string& path) {
    for (std::size_t i = last_; i < groups_.size(); ++i) {
      if (groups_[i].article != &article) continue;
      const std::uint64_t most = check_.options.expected_views.value_or(~std::uint64_t{0});
      const std::uint64_t seen = check_.views_of(i);
      if (is_sure_) return ViewOf{i, kUnknownView + seen};
      if (seen >= most) continue;
      if (ParagraphCheck(check_, before_, after_, groups_[i], paragraph, path).has_context()) {
        return ViewOf{i, kUnknownView + seen};
      }
    }
    check_.add("", path + ".context",
               "expected the text of a paragraph of the original, got another");
    return std::nullopt;
  }

  static constexpr std::uint64_t kUnknownView = std::uint64_t{1} << 63;

  std::string_view before_, after_;
  const Dataset& old_data_;
  const Dataset& new_data_;
  DatasetCheck& check_;
  std::vector<Group> groups_;
  ViewIndex index_;
  std::size_t last_ = 0;  // the group of the last paragraph
  bool is_sure_ = false;  // last_ is that of the present paragraph too
};

}  // namespace

void check_squad(std::string_view before, std::string_view after, const Dataset& old_data,
                 const Dataset& new_data, DatasetCheck& check) {
  FileCheck(before, after, old_data, new_data, check).run();
}

}  // namespace spandrop
