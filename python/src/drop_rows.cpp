// The main job for rows of Python values, as datasets.map passes them: texts, ids, and answers in
// SQuAD's format (mappings with the lists text and answer_start). No value is converted to an array
// and back, and values that a drop does not change are reused.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "python/src/bindings.h"
#include "python/src/convert.h"
#include "python/src/list_items.h"
#include "python/src/utf8_buffer.h"
#include "spandrop/drop/drop_example.h"
#include "spandrop/drop/lost_labels.h"

namespace spandrop::python {
namespace {

using Rows = std::optional<nb::list>;

nb::object checked(PyObject* made) {
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

class RowDropper {
 public:
  RowDropper(const DropOptions& options, std::uint64_t view)
      : options_(options), view_(view), dropper_(options) {}

  // Reads the parts of a row; all except the text may be missing.
  void read(std::size_t row, nb::handle text, nb::handle id, nb::handle question) {
    row_ = row;
    read_text(text);
    example_.id = id_of_row(id);
    read_question(question);
    words_.clear();
    example_.annotations.clear();
  }

  // None instead of answers or of one of their lists means no answers.
  void read_answers(nb::handle mapping) {
    if (mapping.is_none()) return;
    const nb::object given_begins = value_in(mapping, begin_name_);
    const nb::object given_words = value_in(mapping, text_name_);
    if (given_begins.is_none() && given_words.is_none()) return;
    const nb::object begins = as_list(given_begins), words = as_list(given_words);
    const std::size_t count = nb::len(words);
    if (nb::len(begins) != count) refuse("expected text and answer_start of the same length");
    for (std::size_t i = 0; i < count; ++i) {
      const auto place = static_cast<Py_ssize_t>(i);
      // Holds references, because the __index__ of a number may empty both lists.
      const nb::object begin = nb::borrow(item(begins.ptr(), place));
      const std::int64_t number = number_of(begin);
      words_.push_back(nb::borrow(item(words.ptr(), place)));
      example_.annotations.push_back(place_of(words_.back(), number));
    }
  }

  void drop() {
    const auto done = dropper_.drop(example_, view_, dropped_, summary_);
    if (!done) {
      throw std::invalid_argument("[drop] row " + std::to_string(row_) + ": " +
                                  done.error().message());
    }
    new_text_ = dropped_.keep.all() && PyUnicode_CheckExact(text_.ptr())
                    ? text_
                    : checked(PyUnicode_FromStringAndSize(
                          dropped_.text.data(), static_cast<Py_ssize_t>(dropped_.text.size())));
  }

  const nb::object& new_text() const { return new_text_; }

  // The answers at their new positions.
  nb::object new_answers(nb::handle mapping) const {
    if (mapping.is_none() || all_are(is_kept)) return nb::borrow(mapping);
    nb::dict copy;
    if (PyDict_Update(copy.ptr(), mapping.ptr()) < 0) throw nb::python_error();
    nb::list begins;
    for (const MovedLabel& answer : dropped_.annotations) {
      if (!removes(options_.on_lost, answer.fate)) begins.append(answer.now.begin);
    }
    copy[begin_name_] = begins;
    if (!all_are(is_whole)) copy[text_name_] = new_words();
    return copy;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw std::invalid_argument("[Augment] row " + std::to_string(row_) + ": " + why);
  }

  void expect_text(nb::handle object, const char* what) const {
    if (!PyUnicode_Check(object.ptr()))
      refuse(std::string("expected a str as ") + what + ", got " + name_of_type(object));
  }

  ExampleId id_of_row(nb::handle id) const {
    if (id.is_none()) return content_id(*example_.text);
    if (PyUnicode_Check(id.ptr())) return id_of(text_of(id, "id"));
    if (!PyIndex_Check(id.ptr()) || PyBool_Check(id.ptr()))
      refuse("expected a str or an int as id, got " + name_of_type(id));
    return id_from(id);
  }

  void read_question(nb::handle question) {
    example_.question = {};
    if (question.is_none()) return;
    expect_text(question, "question");
    example_.question = text_of(question, "question");
  }

  // None is read as an empty text. Consecutive rows with the same text share its UTF-8.
  void read_text(nb::handle text) {
    const nb::handle read = text.is_none() ? nb::handle(empty_) : text;
    if (PyUnicode_Check(read.ptr()) && is_last(read)) return;
    expect_text(read, "text");
    text_ = nb::borrow(read);
    example_.text = utf8_.of(read);
  }

  bool is_last(nb::handle text) const {
    return text_.is_valid() &&
           checked(PyUnicode_RichCompare(text_.ptr(), text.ptr(), Py_EQ)).ptr() == Py_True;
  }

  nb::object value_in(nb::handle mapping, nb::handle name) const {
    nb::object found = nb::steal(PyObject_GetItem(mapping.ptr(), name.ptr()));
    if (found.is_valid()) return found;
    clear_only({PyExc_LookupError, PyExc_TypeError});
    refuse("expected answers with text and answer_start, got " + written(mapping));
  }

  nb::object as_list(const nb::object& given) const {
    if (PyList_Check(given.ptr())) return given;
    if (!PyUnicode_Check(given.ptr())) {  // the characters of a str are not answers
      nb::object made = nb::steal(PySequence_List(given.ptr()));
      if (made.is_valid()) return made;
      clear_only({PyExc_TypeError});
    }
    refuse("expected lists of text and answer_start, got " + name_of_type(given));
  }

  std::int64_t number_of(nb::handle begin) const {
    const std::int64_t number = PyLong_AsLongLong(begin.ptr());
    if (number != -1 || !PyErr_Occurred()) return number;
    clear_only({PyExc_TypeError, PyExc_OverflowError});
    refuse("expected integers as answer_start, got " + written(begin));
  }

  // The range of an answer in code points; throws if it is not there.
  UnitRange place_of(nb::handle word, std::int64_t begin) const {
    expect_text(word, "an answer's text");
    const Py_ssize_t size = PyUnicode_GetLength(word.ptr());
    const Py_ssize_t room = PyUnicode_GetLength(text_.ptr()) - size;
    const bool is_there =
        begin >= 0 && begin <= room &&
        PyUnicode_Tailmatch(text_.ptr(), word.ptr(), begin, begin + size, -1) == 1;
    if (!is_there) {
      refuse("expected the answer " + written(word) + " at " + std::to_string(begin) +
             " in the text");
    }
    return {static_cast<std::size_t>(begin), static_cast<std::size_t>(begin + size)};
  }

  static bool is_kept(Fate fate) { return fate == Fate::kept; }
  static bool is_whole(Fate fate) { return fate == Fate::kept || fate == Fate::shifted; }
  bool all_are(bool (*what)(Fate)) const {
    return std::ranges::all_of(dropped_.annotations, what, &MovedLabel::fate);
  }

  // The texts of the answers that stay; for cut or masked ones, the new text.
  nb::list new_words() const {
    nb::list words;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const auto& [now, fate] = dropped_.annotations[i];
      if (removes(options_.on_lost, fate)) continue;
      words.append(is_whole(fate) ? words_[i]
                                  : checked(PyUnicode_Substring(new_text_.ptr(),
                                                                static_cast<Py_ssize_t>(now.begin),
                                                                static_cast<Py_ssize_t>(now.end))));
    }
    return words;
  }

  const DropOptions& options_;
  std::uint64_t view_;
  ExampleDropper dropper_;
  Summary summary_;
  // Interned, like the keys of most mappings, which makes lookups fast.
  const nb::object text_name_ = checked(PyUnicode_InternFromString("text"));
  const nb::object begin_name_ = checked(PyUnicode_InternFromString("answer_start"));
  const nb::str empty_{""};

  std::size_t row_ = 0;
  nb::object text_;  // of the example
  Utf8Buffer utf8_;
  Example example_;
  std::vector<nb::object> words_;  // of the answers
  DroppedExample dropped_;
  nb::object new_text_;
};

nb::object at(const Rows& rows, std::size_t row) {
  return rows ? nb::borrow(item(rows->ptr(), static_cast<Py_ssize_t>(row))) : nb::none();
}

nb::tuple drop_rows(const DropOptions& options, nb::handle view, nb::list texts, Rows ids,
                    Rows questions, Rows answers) {
  RowDropper dropper(options, whole_number(view, "view"));
  nb::list new_texts, new_answers;
  for (std::size_t row = 0; row < nb::len(texts); ++row) {
    const nb::object text = at(texts, row), id = at(ids, row), question = at(questions, row);
    const nb::object mapping = at(answers, row);
    dropper.read(row, text, id, question);
    dropper.read_answers(mapping);
    dropper.drop();
    new_texts.append(text.is_none() ? text : dropper.new_text());
    new_answers.append(dropper.new_answers(mapping));
  }
  return nb::make_tuple(new_texts, new_answers);
}

}  // namespace

void bind_drop_rows(nb::module_& module) {
  module.def("drop_rows", &drop_rows, nb::arg("options"), nb::arg("view").none(), nb::arg("texts"),
             nb::kw_only(), nb::arg("ids").none() = nb::none(),
             nb::arg("questions").none() = nb::none(), nb::arg("answers").none() = nb::none(),
             "Drop spans from each text of a list; returns the new texts and the moved answers.");
}

}  // namespace spandrop::python
