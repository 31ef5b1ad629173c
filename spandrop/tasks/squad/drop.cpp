#include "spandrop/tasks/squad/drop.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "spandrop/drop/lost_labels.h"
#include "spandrop/drop/sequence_dropper.h"
#include "spandrop/io/records/label_edits.h"
#include "spandrop/io/records/sequence_edits.h"
#include "spandrop/text/question_overlap.h"

namespace spandrop::squad {
namespace {

using Questions = std::vector<const Question*>;

// A paragraph in the file.
struct ParagraphPlace {
  const Article* article;
  const Paragraph* paragraph;

  Place at() const { return article->paragraphs_at.elements[paragraph->number]; }
  std::string name() const {
    return "data[" + std::to_string(article->number) + "].paragraphs[" +
           std::to_string(paragraph->number) + "]";
  }
};

// The questions that share a draw, and the paragraph that is shortened for them.
class Group {
 public:
  Group(std::string_view json, const ParagraphPlace& place, Questions questions,
        const DatasetDropOptions& options)
      : place_(place),
        questions_(std::move(questions)),
        options_(options),
        text_(Unit::code_point),
        dropper_(options.drop) {
    record_.line = json;
    record_.text_at = place.paragraph->context_at;
    // Cannot fail: the reader has already parsed this text.
    (void)record_.text.read(record_.raw(record_.text_at));
    text_.read(record_.text.text());
  }

  // Prepares the draws. Returns an error if the span rule does not work for this text.
  tl::expected<void, ReadError> prepare() {
    const bool has_own_id = options_.split_questions && !questions_.empty();
    Sequence sequence;
    sequence.text = &text_;
    sequence.id = has_own_id ? id_of(questions_.front()->id) : content_id(record_.text.text());
    if (!questions_.empty()) sequence.question = questions_.front()->text;
    for (const Question* question : questions_) {
      for (const Answer& answer : question->answers) sequence.labels.push_back(answer.bytes);
    }
    sequence.never_drop = shared_with_questions();
    if (auto done = dropper_.prepare(sequence); !done) {
      return tl::make_unexpected(ReadError{place_.name() + ".context", done.error().reason});
    }
    return {};
  }

  tl::expected<void, ReadError> append_view(std::uint64_t number, std::string& out,
                                            Summary& summary) {
    const View& view = dropper_.draw(number, summary);
    std::vector<Edit> edits;
    std::vector<bool> stays(place_.paragraph->questions_at.elements.size());
    if (!view.is_whole()) edit_sequence(record_, view.elements(), options_.drop, edits);
    for (const Question* question : questions_) {
      auto kept = edit_question(*question, view, number, edits, summary);
      if (!kept) return tl::make_unexpected(std::move(kept.error()));
      stays[question->number] = *kept;
    }
    const bool is_left = std::find(stays.begin(), stays.end(), true) != stays.end();
    if (options_.split_questions && !questions_.empty() && !is_left) return {};
    remove_elements(place_.paragraph->questions_at, [&](std::size_t i) { return stays[i]; }, edits);
    if (!out.empty()) out += ", ";
    append_part(out, record_.line, place_.at(), edits);
    count_view(view.keep(), view.is_empty(), summary);
    return {};
  }

 private:
  // The paper keeps spans that share a bigram with the question; we keep answers too.
  std::vector<Range> shared_with_questions() const {
    if (options_.drop.protect == Protect::none) return {};
    std::vector<std::string_view> texts;
    for (const Question* question : questions_) texts.push_back(question->text);
    return shared_words(record_.text.text(), texts);
  }

  // Returns whether the question stays. Answers that are gone are removed, and a question needs at
  // least one.
  tl::expected<bool, ReadError> edit_question(const Question& question, const View& view,
                                              std::uint64_t number, std::vector<Edit>& edits,
                                              Summary& summary) {
    const OnLost policy = options_.drop.on_lost;
    std::vector<Edit> own;
    std::vector<bool> stays(question.answers.size());
    for (std::size_t i = 0; i < question.answers.size(); ++i) {
      const Answer& answer = question.answers[i];
      const Label label{{answer.start, text_.units().to_units(answer.bytes.end)}, answer.bytes};
      const MovedLabel moved = view.move(label);
      if (policy == OnLost::error && is_lost(moved.fate)) {
        return tl::make_unexpected(ReadError{place_.name() + ".qas[" +
                                                 std::to_string(question.number) + "].answers[" +
                                                 std::to_string(i) + "]",
                                             lost_label_problem("answer", moved.fate)});
      }
      count_label(OnLost::keep, moved.fate, summary);
      stays[i] = moved.fate != Fate::gone && !removes(policy, moved.fate);
      summary.annotations_removed += !stays[i];
      if (!stays[i]) continue;
      if (moved.now.begin != answer.start) {
        own.push_back({answer.start_at, std::to_string(moved.now.begin)});
      }
      if (moved.fate == Fate::cut) {
        own.push_back({answer.text_at, raw_text(record_, label, view, options_.drop)});
      }
    }
    if (std::find(stays.begin(), stays.end(), true) == stays.end()) return false;
    remove_elements(question.answers_at, [&](std::size_t i) { return stays[i]; }, own);
    if (number > 0) own.push_back({{question.id_at.end, question.id_at.end}, view_suffix(number)});
    edits.insert(edits.end(), std::make_move_iterator(own.begin()),
                 std::make_move_iterator(own.end()));
    return true;
  }

  ParagraphPlace place_;
  Questions questions_;
  const DatasetDropOptions& options_;
  Record record_;  // the context
  CachedText text_;
  SequenceDropper dropper_;
};

class Views : public ViewMaker {
 public:
  Views(std::string_view json, Dataset dataset, const DatasetDropOptions& options)
      : json_(json), dataset_(std::move(dataset)), options_(options) {
    for (const Article& article : dataset_.articles) {
      for (const Paragraph& paragraph : article.paragraphs) {
        places_.push_back({&article, &paragraph});
      }
    }
  }

  std::vector<RecordArray> records() const override {
    std::vector<RecordArray> arrays;
    for (const Article& article : dataset_.articles) {
      arrays.push_back({&article.paragraphs_at, {}});
      for (const Paragraph& paragraph : article.paragraphs) {
        arrays.back().read.push_back(paragraph.number);
      }
    }
    return arrays;
  }

  tl::expected<void, ReadError> append_views(std::size_t record, std::string& out,
                                             Summary& summary) const override {
    const ParagraphPlace& place = places_[record];
    for (Questions& questions :
         question_groups(place.paragraph->questions, options_.split_questions)) {
      Group group(json_, place, std::move(questions), options_);
      if (auto done = group.prepare(); !done) return done;
      for (std::uint64_t i = 0; i < options_.drop.views; ++i) {
        if (auto done = group.append_view(options_.drop.view + i, out, summary); !done) return done;
      }
    }
    return {};
  }

  std::vector<std::string> ids() const override {
    std::vector<std::string> ids;
    for (const ParagraphPlace& place : places_) {
      for (const Question& question : place.paragraph->questions) ids.emplace_back(question.id);
    }
    return ids;
  }

  const std::vector<ReadError>& skipped() const override { return dataset_.skipped; }

  void remove_skipped(std::vector<Edit>& edits) const override {
    std::vector<bool> is_read(dataset_.articles_at.elements.size());
    for (const Article& article : dataset_.articles) is_read[article.number] = true;
    remove_elements(dataset_.articles_at, [&](std::size_t i) { return is_read[i]; }, edits);
  }

 private:
  std::string_view json_;
  Dataset dataset_;
  const DatasetDropOptions options_;
  std::vector<ParagraphPlace> places_;
};

}  // namespace

std::unique_ptr<ViewMaker> make_views(std::string_view json, Dataset dataset,
                                      const DatasetDropOptions& options) {
  return std::make_unique<Views>(json, std::move(dataset), options);
}

}  // namespace spandrop::squad
