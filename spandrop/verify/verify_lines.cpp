#include "spandrop/verify/verify_lines.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spandrop/io/records/record.h"
#include "spandrop/verify/problem_list.h"
#include "spandrop/verify/record_checker.h"

namespace spandrop {
namespace {

// A record of the original that was read ahead.
struct AheadLine {
  AheadLine() = default;
  explicit AheadLine(const SourceLine& line)
      : padded(line.text), size(line.text.size()), number(line.number) {
    padded.resize(size + LineBlock::padding);
  }
  SourceLine line() const { return {std::string_view(padded).substr(0, size), number}; }

  std::string padded;
  std::size_t size = 0;
  std::uint64_t number = 0;
  std::optional<std::string> id;
};

// How many records of the original are searched for the id of a view that does not follow.
constexpr std::size_t kMostAhead = 1000;

// The records of the original in order, with a look ahead.
class Originals {
 public:
  Originals(LineSource& source, const VerifyOptions& options, ProblemList& problems)
      : source_(source), options_(options), problems_(problems), ahead_checker_(options) {}

  // Reads the next record into the checker; returns false at the end.
  bool next(RecordChecker& checker) {
    for (;;) {
      std::optional<SourceLine> line = next_line();
      if (!line) return false;
      line_ = line->number;
      text_ = line->text;
      is_blank_ = is_blank(line->text);
      if (is_blank_) {
        if (!options_.plain_text) continue;
        (void)checker.read_original(line->text);
        return true;
      }
      const std::optional<RecordError> error = checker.read_original(line->text);
      if (!error) {
        ++problems_.report.counts.records;
        return true;
      }
      if (options_.skip_bad) {
        ++problems_.report.counts.bad;
      } else {
        problems_.add(
            {source_.name(), line_, error->id, error->field, "in the original: " + error->reason});
      }
    }
  }

  // Whether one of the next records has this id.
  bool is_ahead(const std::string& id, RecordChecker& checker) {
    own_current(checker);
    const auto found = [&] {
      return std::any_of(ahead_.begin(), ahead_.end(),
                         [&](const AheadLine& line) { return line.id == id; });
    };
    if (found()) return true;
    while (ahead_.size() < kMostAhead) {
      const std::optional<SourceLine> line = source_.next();
      if (!line) return false;
      AheadLine& copy = ahead_.emplace_back(*line);
      if (is_blank(line->text) || ahead_checker_.read_original(line->text)) continue;
      if (auto own = ahead_checker_.original_id()) copy.id = std::string(*own);
      if (copy.id == id) return true;
    }
    return false;
  }

  std::uint64_t line() const { return line_; }
  // The record is a blank line of plain text, which has exactly one copy.
  bool is_blank_line() const { return is_blank_; }

 private:
  std::optional<SourceLine> next_line() {
    if (ahead_.empty()) return source_.next();
    current_ = std::move(ahead_.front());
    ahead_.pop_front();
    return current_.line();
  }

  // Reading ahead overwrites the present line, so it is copied first.
  void own_current(RecordChecker& checker) {
    if (text_.data() == current_.padded.data()) return;
    current_ = AheadLine(SourceLine{text_, line_});
    text_ = current_.line().text;
    (void)checker.read_original(text_);  // it was read before
  }

  LineSource& source_;
  const VerifyOptions& options_;
  ProblemList& problems_;
  RecordChecker ahead_checker_;
  std::deque<AheadLine> ahead_;
  AheadLine current_;
  std::string_view text_;  // the present line
  std::uint64_t line_ = 0;
  bool is_blank_ = false;
};

class LinesVerifier {
 public:
  LinesVerifier(LineSource& before, LineSource& after, const VerifyOptions& options)
      : before_(before),
        after_(after),
        options_(options),
        problems_(options.most_problems),
        checker_(options),
        originals_(before, options, problems_),
        views_(options.expected_views) {}

  VerifyReport run() {
    bool has_view = next_view();
    while (originals_.next(checker_)) {
      seen_views_.clear();
      std::uint64_t count = 0;
      while (has_view) {
        if (belongs(count)) {
          compare();
          ++count;
        } else if (!is_unexpected()) {
          break;  // of a later record
        }
        has_view = next_view();
      }
      finish_record(count);
    }
    for (; has_view; has_view = next_view()) {
      add_problem("", "expected the end of the file, got a record that the original does not have");
    }
    VerifyReport report = std::move(problems_.report);
    report.counts.bytes_read = before_.bytes_read() + after_.bytes_read();
    return report;
  }

 private:
  bool next_view() {
    std::optional<SourceLine> line;
    do {
      line = after_.next();
      if (!line) return false;
    } while (!options_.plain_text && is_blank(line->text));
    line_ = *line;
    head_ = checker_.read_view(line->text);
    return true;
  }

  // Whether the view is of the present record, which has `count` views so far.
  bool belongs(std::uint64_t count) const {
    if (options_.plain_text && originals_.is_blank_line()) return count == 0;
    const std::optional<std::string_view> id = checker_.original_id();
    if (id && head_.id) return id == head_.id && count < views_.value_or(~std::uint64_t{0});
    return count < views_.value_or(1);  // by order
  }

  // Whether the view is of no record, or of an earlier one; reports it.
  bool is_unexpected() {
    if (!head_.id || originals_.is_ahead(*head_.id, checker_)) return false;
    if (head_.id == checker_.original_id()) {
      add_problem("", "expected " + std::to_string(*views_) + " views of this record, got another");
    } else {
      add_problem("", "expected a view of the record in line " + std::to_string(originals_.line()) +
                          " of the original, or of a later one, got another id");
    }
    return true;
  }

  void compare() {
    if (!options_.fields.view.empty() && head_.is_readable) check_view_number();
    std::vector<FieldProblem> found;
    VerifyCounts counts;
    checker_.compare(counts, found);
    // A blank line of plain text is no record.
    if (!originals_.is_blank_line()) problems_.report.counts += counts;
    for (FieldProblem& problem : found) {
      add_problem(std::move(problem.field), std::move(problem.reason));
    }
  }

  void check_view_number() {
    if (!head_.view) {
      add_problem(options_.fields.view, "missing number of the view");
    } else if (std::find(seen_views_.begin(), seen_views_.end(), *head_.view) !=
               seen_views_.end()) {
      add_problem(options_.fields.view,
                  "expected views with different numbers, got " + *head_.view + " twice");
    } else {
      seen_views_.push_back(*head_.view);
    }
  }

  // Checks the number of views of the present record.
  void finish_record(std::uint64_t count) {
    if (options_.plain_text && originals_.is_blank_line()) {
      if (count == 0) add_missing("expected a copy of this blank line, got none");
      return;
    }
    problems_.report.counts.add_views(count);
    if (!views_ && count > 0) views_ = count;
    if (options_.allow_missing || (views_ && count == *views_)) return;
    const std::string expected = std::to_string(views_.value_or(1));
    add_missing("expected " + expected + (expected == "1" ? " view" : " views") +
                " of this record of the original, got " + std::to_string(count));
  }

  void add_missing(std::string reason) {
    const auto id = checker_.original_id();
    problems_.add(
        {before_.name(), originals_.line(), std::string(id.value_or("")), "", std::move(reason)});
  }
  void add_problem(std::string field, std::string reason) {
    problems_.add(
        {after_.name(), line_.number, head_.id.value_or(""), std::move(field), std::move(reason)});
  }

  LineSource& before_;
  LineSource& after_;
  const VerifyOptions& options_;
  ProblemList problems_;
  RecordChecker checker_;
  Originals originals_;
  std::optional<std::uint64_t> views_;  // of each record
  SourceLine line_;                     // of the view
  RecordChecker::ViewHead head_;
  std::vector<std::string> seen_views_;  // numbers of the views of the present record
};

}  // namespace

VerifyReport verify_lines(LineSource& before, LineSource& after, const VerifyOptions& options) {
  check(options);
  return LinesVerifier(before, after, options).run();
}

}  // namespace spandrop
