#include "spandrop/text/wordpiece.h"

#include <algorithm>
#include <array>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/convert.h"
#include "python/src/without_gil.h"
#include "spandrop/io/files/vocabulary_file.h"

namespace spandrop::python {
namespace {

// In the order of the enumeration.
constexpr std::array<std::string_view, 3> kStrategies = {"longest_first", "only_first",
                                                         "only_second"};

// Texts, and the objects that keep them alive while the GIL is released.
struct Texts {
  Texts(nb::handle texts, const char* what) {
    if (texts.is_none()) return;
    if (PyUnicode_Check(texts.ptr())) {
      throw nb::type_error((std::string(what) + ": expected a list of str, got a str").c_str());
    }
    objects = nb::list(texts);
    for (const nb::handle text : objects) views.push_back(text_of(text, what));
  }
  nb::list objects;
  std::vector<std::string_view> views;
};

// Reads a tokenizer.json or a vocab.txt.
Vocabulary vocabulary_of(std::string_view content, bool is_json) {
  if (!is_json) return vocabulary_of_lines(content);
  try {
    return vocabulary_of_json(content);
  } catch (const std::exception& error) {  // including simdjson's
    throw nb::value_error(error.what());
  }
}

EncodeOptions options_of(bool add_special, bool match_special, nb::handle max_length,
                         std::string_view strategy) {
  EncodeOptions options;
  options.add_special = add_special;
  options.match_special = match_special;
  const auto found = std::find(kStrategies.begin(), kStrategies.end(), strategy);
  if (found == kStrategies.end()) {
    throw nb::value_error(("[WordPiece] expected the truncation longest_first, only_first or "
                           "only_second, got " +
                           std::string(strategy))
                              .c_str());
  }
  if (!max_length.is_none()) {
    options.truncation = {whole_number(max_length, "max_length"),
                          static_cast<TruncationStrategy>(found - kStrategies.begin())};
  }
  return options;
}

nb::tuple encode(const WordPiece& model, nb::handle texts, nb::handle pairs, bool add_special,
                 bool match_special, nb::handle max_length, nb::handle strategy) {
  const EncodeOptions options =
      options_of(add_special, match_special, max_length, text_of(strategy, "truncation"));
  const Texts first_texts(texts, "texts"), second_texts(pairs, "pairs");
  const std::vector<std::string_view>&firsts = first_texts.views, &seconds = second_texts.views;
  if (!pairs.is_none() && seconds.size() != firsts.size()) {
    throw nb::value_error(("[WordPiece] expected a second text for each of the " +
                           std::to_string(firsts.size()) + ", got " +
                           std::to_string(seconds.size()))
                              .c_str());
  }
  Tokens tokens;
  {
    const WithoutGil released;
    for (std::size_t i = 0; i < firsts.size(); ++i) {
      if (seconds.empty()) {
        model.encode(firsts[i], options, tokens);
      } else {
        model.encode_pair(firsts[i], seconds[i], options, tokens);
      }
    }
  }
  std::vector<std::int32_t> places;
  places.reserve(2 * tokens.size());
  for (const TokenRange& range : tokens.offsets) {
    places.insert(places.end(), {range.begin, range.end});
  }
  return nb::make_tuple(
      to_array(std::vector<std::int32_t>(tokens.ids.begin(), tokens.ids.end())),
      to_array(std::move(tokens.rows)), to_array(std::move(places), {tokens.size(), 2}),
      to_array(std::vector<std::uint8_t>(tokens.type_ids.begin(), tokens.type_ids.end())));
}

}  // namespace

void bind_wordpiece(nb::module_& module) {
  nb::class_<WordPiece>(module, "WordPiece", "Uncased WordPiece, as used by BERT and ELECTRA.")
      .def(
          "__init__",
          [](WordPiece* self, nb::handle content, bool is_json) {
            new (self) WordPiece(vocabulary_of(text_of(content, "vocabulary"), is_json));
          },
          nb::arg("vocabulary"), nb::arg("is_json"))
      .def("encode", &encode, nb::arg("texts"), nb::arg("pairs").none(), nb::arg("add_special"),
           nb::arg("match_special"), nb::arg("max_length").none(), nb::arg("truncation").none(),
           "Token ids, row offsets, positions in the texts, and type ids.");
}

}  // namespace spandrop::python
