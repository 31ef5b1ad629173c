#include "spandrop/drop/drop_batch.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <optional>
#include <stdexcept>
#include <tuple>

#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/convert.h"
#include "python/src/without_gil.h"
#include "spandrop/text/units.h"

namespace spandrop::python {
namespace {

using Numbers = In<std::int64_t>;
using Ids = nb::ndarray<const std::uint64_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using Texts = std::tuple<In<std::uint8_t>, Numbers>;   // bytes, offsets
using Ranges = std::tuple<Numbers, Numbers, Numbers>;  // offsets, begins, ends

std::span<const std::int64_t> numbers(const Numbers& array) { return {array.data(), array.size()}; }

TextColumn column(const Texts& texts) {
  const auto& [bytes, offsets] = texts;
  return {{reinterpret_cast<const char*>(bytes.data()), bytes.size()}, numbers(offsets)};
}

std::optional<RangeColumn> column(const std::optional<Ranges>& ranges) {
  if (!ranges) return std::nullopt;
  const auto& [offsets, begins, ends] = *ranges;
  return RangeColumn{numbers(offsets), numbers(begins), numbers(ends)};
}

nb::tuple to_tuple(MovedRanges moved) {
  return nb::make_tuple(to_array(std::move(moved.begins)), to_array(std::move(moved.ends)),
                        to_array(std::move(moved.fates)));
}

nb::dict drop(const DropOptions& options, Ids ids, nb::handle view, nb::handle threads,
              std::optional<Texts> texts, std::optional<Numbers> offsets,
              std::optional<Texts> questions, std::optional<Ranges> annotations,
              std::optional<Ranges> never_drop, std::optional<Ranges> spans) {
  ExampleBatch batch;
  if (texts) batch.texts = column(*texts);
  if (offsets) batch.offsets = numbers(*offsets);
  batch.ids = {reinterpret_cast<const ExampleId*>(ids.data()), ids.shape(0)};
  if (questions) batch.questions = column(*questions);
  batch.annotations = column(annotations);
  batch.never_drop = column(never_drop);
  batch.spans = column(spans);
  const std::uint64_t number = whole_number(view, "view");
  const std::size_t workers = whole_number(threads, "threads");
  DroppedBatch dropped;
  {
    const WithoutGil released;
    dropped = drop_batch(batch, options, number, workers);
  }
  nb::dict result;
  result["texts"] = to_array(std::move(dropped.texts));
  result["sources"] = to_array(std::move(dropped.sources));
  result["masked"] = to_array(std::move(dropped.masked));
  result["offsets"] = to_array(std::move(dropped.offsets));
  result["annotations"] = to_tuple(std::move(dropped.annotations));
  result["protected"] = to_tuple(std::move(dropped.never_drop));
  result["spans"] = to_tuple(std::move(dropped.spans));
  return result;
}

// The id of each text, which is either an example's name or its content.
Array<std::uint64_t> ids_of_texts(Texts texts, bool are_names) {
  const TextColumn names = column(texts);
  const std::size_t rows = names.offsets.empty() ? 0 : names.offsets.size() - 1;
  std::vector<std::uint64_t> words;
  words.reserve(2 * rows);
  {
    const WithoutGil released;
    for (std::size_t i = 0; i < rows; ++i) {
      const std::int64_t begin = names.offsets[i], end = names.offsets[i + 1];
      if (begin < 0 || end < begin || static_cast<std::size_t>(end) > names.bytes.size()) {
        throw std::invalid_argument("[ids] expected non-decreasing offsets, got " +
                                    std::to_string(begin) + " and " + std::to_string(end));
      }
      const std::string_view text = names.bytes.substr(static_cast<std::size_t>(begin),
                                                       static_cast<std::size_t>(end - begin));
      const ExampleId id = are_names ? id_of(text) : content_id(text);
      words.insert(words.end(), {id.low, id.high});
    }
  }
  return to_array(std::move(words), {rows, 2});
}

// The index of the first word that is not at its position in the text of its row, or -1. Row i has
// the words rows[i] to rows[i + 1] - 1; begins are in code points.
std::int64_t first_misplaced(Texts texts, Numbers rows, Numbers begins, Texts words) {
  const TextColumn text_column = column(texts), word_column = column(words);
  if (text_column.offsets.empty() || word_column.offsets.size() != begins.size() + 1)
    throw std::invalid_argument("[first_misplaced] expected offsets of texts and of all words");
  check_cuts(rows, text_column.offsets.size() - 1, begins.size());
  const WithoutGil released;
  const auto at = [](const TextColumn& from, std::size_t i) {
    const auto begin = static_cast<std::size_t>(from.offsets[i]);
    return from.bytes.substr(begin, static_cast<std::size_t>(from.offsets[i + 1]) - begin);
  };
  for (std::size_t row = 0; row + 1 < rows.size(); ++row) {
    const auto first = static_cast<std::size_t>(rows.data()[row]);
    const auto last = static_cast<std::size_t>(rows.data()[row + 1]);
    if (first == last) continue;
    const UnitIndex index(at(text_column, row), Unit::code_point);
    for (std::size_t i = first; i < last; ++i) {
      const std::int64_t begin = begins.data()[i];
      const auto place = begin < 0 ? std::nullopt : index.to_bytes(static_cast<std::size_t>(begin));
      if (!place || !index.text().substr(*place).starts_with(at(word_column, i)))
        return static_cast<std::int64_t>(i);
    }
  }
  return -1;
}

}  // namespace

void bind_drop_batch(nb::module_& module) {
  module.def("drop_batch", &drop, nb::arg("options"), nb::arg("ids"), nb::arg("view").none(),
             nb::arg("threads").none(), nb::kw_only(), nb::arg("texts").none() = nb::none(),
             nb::arg("offsets").none() = nb::none(), nb::arg("questions").none() = nb::none(),
             nb::arg("annotations").none() = nb::none(), nb::arg("protected").none() = nb::none(),
             nb::arg("spans").none() = nb::none(),
             "Drop spans from each row of a batch of texts or sequences of elements.");
  module.def("first_misplaced", &first_misplaced, nb::arg("texts"), nb::arg("rows"),
             nb::arg("begins"), nb::arg("words"),
             "The index of the first word that is not at its position in its text, or -1.");
  module.def("ids_of_texts", &ids_of_texts, nb::arg("texts"), nb::arg("are_names"),
             "The id of each text as a name, or as the content of an example without a name.");
}

}  // namespace spandrop::python
