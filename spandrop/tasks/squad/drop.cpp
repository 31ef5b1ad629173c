#include "spandrop/tasks/squad/drop.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "spandrop/io/draw_view.h"
#include "spandrop/io/label_map.h"
#include "spandrop/io/sequence_edits.h"
#include "spandrop/text/question_overlap.h"

namespace spandrop::squad {
namespace {

using Questions = std::vector<const Question*>;

struct Place {
  const Article* article;
  const Paragraph* paragraph;

  Range at() const { return article->paragraphs_at.elements[paragraph->number]; }
  std::string name() const {
    return "data[" + std::to_string(article->number) + "].paragraphs[" +
           std::to_string(paragraph->number) + "]";
  }
};

Mark mark_of(const Answer& answer, const UnitIndex& index) {
  return {.range = {answer.start, index.to_units(answer.bytes.end)},
          .elements = answer.bytes,
          .begin_at = answer.start_at,
          .end_at = {},
          .text_at = answer.text_at};
}

// The questions that share a draw, and the paragraph that is shortened for them.
class Group {
 public:
  Group(std::string_view json, const Place& place, Questions questions,
        const DatasetDropOptions& options)
      : place_(place), questions_(std::move(questions)), options_(options) {
    const Paragraph& paragraph = *place.paragraph;
    record_.line = json;
    record_.text_at = paragraph.context_at;
    // The reader has read it: it has no wrong escape.
    (void)record_.text.read(record_.raw(record_.text_at));
    record_.index.emplace(record_.text.text(), Unit::code_point);
    const std::string_view context = record_.text.text();
    std::string_view question;
    if (!questions_.empty()) question = questions_.front()->text;
    spans_ = options.drop.spans.of_text(context, question);
    for (const Question* asked : questions_) {
      for (const Answer& answer : asked->answers) labels_.push_back(answer.bytes);
    }
    protect();
    if (options.drop.on_lost == OnLost::reject) {
      keeps_labels_.emplace(spans_, labels_, Ablation::drop);
    }
  }

  tl::expected<void, ReadError> append_view(std::uint64_t view, std::string& out,
                                            Summary& summary) {
    const ExampleId id = options_.split_questions && !questions_.empty()
                             ? id_of(questions_.front()->id)
                             : content_id(record_.text.text());
    const KeepMask mask =
        draw_view(options_.drop, id, view, spans_.size(), never_drop_, keeps_labels_, summary);
    const Remap remap(spans_, mask);
    std::vector<Edit> edits;
    std::vector<bool> stays(place_.paragraph->questions_at.elements.size());
    if (!mask.all()) edit_sequence(record_, remap, options_.drop, edits);
    const LabelMap map(&*record_.index, remap, options_.drop);
    for (const Question* question : questions_) {
      auto kept = edit_question(*question, map, view, edits, summary);
      if (!kept) return tl::make_unexpected(std::move(kept.error()));
      stays[question->number] = *kept;
    }
    const bool is_left = std::find(stays.begin(), stays.end(), true) != stays.end();
    if (options_.split_questions && !questions_.empty() && !is_left) return {};
    remove_elements(place_.paragraph->questions_at, [&](std::size_t i) { return stays[i]; }, edits);
    if (!out.empty()) out += ", ";
    append_part(out, record_.line, place_.at(), edits);
    count_view(mask, summary);
    summary.became_empty += remap.new_length() == 0;
    return {};
  }

 private:
  // The paper keeps what has a bigram of the question; we keep what touches an answer too.
  void protect() {
    std::vector<Range> shared;
    if (options_.drop.protect != Protect::none) {
      std::vector<std::string_view> texts;
      for (const Question* question : questions_) texts.push_back(question->text);
      shared = shared_words(record_.text.text(), texts);
    }
    never_drop_ = protected_spans(spans_, shared, labels_, options_.drop.protect);
  }

  // Whether the question stays; an answer that is gone is no answer, and a question needs one.
  tl::expected<bool, ReadError> edit_question(const Question& question, const LabelMap& map,
                                              std::uint64_t view, std::vector<Edit>& edits,
                                              Summary& summary) {
    std::vector<Edit> own;
    std::vector<bool> stays(question.answers.size());
    for (std::size_t i = 0; i < question.answers.size(); ++i) {
      const Mark mark = mark_of(question.answers[i], *record_.index);
      const Moved moved = map.move(mark);
      ++summary.fates[static_cast<std::size_t>(moved.fate)];
      const bool is_lost = moved.fate == Fate::cut || moved.fate == Fate::gone;
      if (is_lost && options_.drop.on_lost == OnLost::error) {
        return tl::make_unexpected(
            ReadError{place_.name() + ".qas[" + std::to_string(question.number) + "].answers[" +
                          std::to_string(i) + "]",
                      std::string("expected every answer to survive, got one that was ") +
                          name_of(moved.fate)});
      }
      stays[i] = !is_lost || (moved.fate == Fate::cut && options_.drop.on_lost != OnLost::drop);
      summary.annotations_removed += !stays[i];
      if (!stays[i] || moved.fate == Fate::kept) continue;
      if (moved.now.begin != mark.range.begin) {
        own.push_back({mark.begin_at, std::to_string(moved.now.begin)});
      }
      if (moved.fate == Fate::cut) own.push_back({mark.text_at, map.raw_text(record_, mark)});
    }
    if (std::find(stays.begin(), stays.end(), true) == stays.end()) return false;
    remove_elements(question.answers_at, [&](std::size_t i) { return stays[i]; }, own);
    if (view > 0) own.push_back({{question.id_at.end, question.id_at.end}, view_mark(view)});
    edits.insert(edits.end(), std::make_move_iterator(own.begin()),
                 std::make_move_iterator(own.end()));
    return true;
  }

  Place place_;
  Questions questions_;
  const DatasetDropOptions& options_;
  Record record_;  // the context, with what is protected in it
  Spans spans_;
  std::vector<Range> labels_;  // bytes of answers
  KeepMask never_drop_;
  std::optional<LabelKeeper> keeps_labels_;
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
    const Place& place = places_[record];
    std::vector<Questions> groups;
    for (const Question& question : place.paragraph->questions) {
      if (groups.empty() || options_.split_questions) groups.emplace_back();
      groups.back().push_back(&question);
    }
    if (groups.empty()) groups.emplace_back();
    try {
      for (Questions& questions : groups) {
        Group group(json_, place, std::move(questions), options_);
        for (std::uint64_t i = 0; i < options_.drop.views; ++i) {
          auto appended = group.append_view(options_.drop.view + i, out, summary);
          if (!appended) return appended;
        }
      }
    } catch (const std::exception& error) {  // of a span rule that gives up on this text
      return tl::make_unexpected(ReadError{place.name() + ".context", error.what()});
    }
    return {};
  }

  std::vector<std::string> ids() const override {
    std::vector<std::string> ids;
    for (const Place& place : places_) {
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
  const DatasetDropOptions& options_;
  std::vector<Place> places_;
};

}  // namespace

std::unique_ptr<ViewMaker> make_views(std::string_view json, Dataset dataset,
                                      const DatasetDropOptions& options) {
  return std::make_unique<Views>(json, std::move(dataset), options);
}

}  // namespace spandrop::squad
