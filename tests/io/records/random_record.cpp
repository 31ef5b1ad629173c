#include "tests/io/records/random_record.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "spandrop/text/utf8.h"

namespace spandrop {
namespace {

std::string space(Random& random) {
  return std::string(below(3, random), "  \t"[below(3, random)]);
}

std::string joined(std::vector<std::string> values, Random& random) {
  std::string all = space(random);
  for (std::size_t i = 0; i < values.size(); ++i) {
    all += (i ? "," + space(random) : "") + values[i] + space(random);
  }
  return all;
}

std::size_t units_of(const std::string& code_point, Unit unit) {
  return unit == Unit::byte                              ? code_point.size()
         : unit == Unit::utf16 && code_point.size() == 4 ? 2
                                                         : 1;
}

Range random_range(std::size_t length, Random& random) {
  const std::size_t a = below(length + 1, random), b = below(length + 1, random);
  return {std::min(a, b), std::max(a, b)};
}

std::vector<Spelled> random_tokens(Model& model, Random& random) {
  const std::size_t kind = below(3, random);
  model.whole_numbers = kind == 0;
  std::vector<Spelled> tokens(below(12, random));
  for (Spelled& token : tokens) {
    if (kind == 0) {
      token.raw = token.meaning = std::to_string(static_cast<int>(below(50, random)) - 9);
    } else if (kind == 1) {
      const std::vector<Spelled> text = random_text(below(5, random), random);
      token = {meaning(text), "\"" + raw(text) + "\""};
    } else {
      token.raw = token.meaning =
          one_of<std::string>({R"({"a" : [1 , "]"]})", "1.50", "[ ]"}, random);
    }
  }
  if (tokens.empty()) model.whole_numbers = true;
  return tokens;
}

std::string pair_of(Range range, const std::vector<std::size_t>& places, Random& random) {
  return "[" +
         joined({std::to_string(places[range.begin]), std::to_string(places[range.end])}, random) +
         "]";
}

void render(Model& model, Unit unit, Random& random) {
  const std::vector<std::size_t> places = borders(meanings(model.cells), model.is_text, unit);
  std::vector<std::string> labels, protect, spans, tokens;
  for (std::size_t i = 0; i < model.annotations.size(); ++i) {
    const Range range = model.annotations[i];
    std::vector<std::string> members = {"\"begin\": " + std::to_string(places[range.begin]),
                                        "\"end\" :" + std::to_string(places[range.end]),
                                        "\"name\": " + std::to_string(i), R"("x":[{"end": 1}])"};
    std::shuffle(members.begin(), members.end(), random);
    labels.push_back("{" + joined(members, random) + "}");
  }
  for (const Range& range : model.protect) protect.push_back(pair_of(range, places, random));
  for (const Range& range : model.spans) spans.push_back(pair_of(range, places, random));
  for (const Spelled& cell : model.cells) tokens.push_back(cell.raw);
  std::vector<std::string> fields = {
      "\"annotations\":" + space(random) + "[" + joined(labels, random) + "]",
      "\"protected\":[" + joined(protect, random) + "]",
      "\"spans\" : [" + joined(spans, random) + "]", "\"question\":\"" + model.question + "\"",
      R"("meta" :{"text" : [1.50, "\u00e9\/", null]})"};
  if (model.is_text) {
    fields.push_back("\"text\"" + space(random) + ":" + space(random) + "\"" + raw(model.cells) +
                     "\"");
  } else {
    fields.push_back("\"tokens\": [" + joined(tokens, random) + "]");
    fields.push_back("\"beside\":[" + joined(model.beside, random) + "]");
  }
  if (model.id) fields.push_back("\"id\" :" + model.id_raw);
  std::shuffle(fields.begin(), fields.end(), random);
  model.line = space(random) + "{" + joined(fields, random) + "}" + space(random);
}

}  // namespace

std::vector<std::size_t> borders(const std::vector<std::string>& cells, bool is_text, Unit unit) {
  std::vector<std::size_t> places = {0};
  for (const std::string& cell : cells) {
    std::size_t units = is_text ? 0 : 1;
    for (std::size_t i = 0; is_text && i < cell.size();) {
      const std::size_t size = utf8_size(cell[i]);
      units += units_of(cell.substr(i, size), unit);
      i += size;
    }
    places.push_back(places.back() + units);
  }
  return places;
}

std::vector<std::string> meanings(const std::vector<Spelled>& cells) {
  std::vector<std::string> all;
  for (const Spelled& cell : cells) all.push_back(cell.meaning);
  return all;
}

Model random_record(Unit unit, Random& random) {
  Model model;
  model.is_text = below(3, random) > 0;
  model.cells =
      model.is_text ? random_text(below(60, random), random) : random_tokens(model, random);
  const std::size_t length = model.cells.size();
  for (std::size_t i = below(4, random); i > 0; --i)
    model.annotations.push_back(random_range(length, random));
  for (std::size_t i = below(3, random); i > 0; --i)
    model.protect.push_back(random_range(length, random));
  for (std::size_t at = 0; at < length;) {
    const std::size_t begin = at + below(3, random) * below(2, random),
                      end = begin + 1 + below(6, random);
    if (end <= length) model.spans.push_back({begin, end});
    at = end;
  }
  model.question = one_of<std::string>({"", "ab ba", "a b. B a"}, random);
  for (std::size_t i = 0; !model.is_text && i < length; ++i)
    model.beside.push_back("\"p" + std::to_string(i) + "\"");
  const std::vector<std::pair<std::string, std::string>> ids = {
      {"x\n1", R"("x\u000a1")"}, {"1e2", "1e2"}, {"7", "7"}};
  if (below(2, random)) std::tie(model.id, model.id_raw) = one_of(ids, random);
  render(model, unit, random);
  return model;
}

RecordOptions random_options(Random& random) {
  RecordOptions options;
  options.unit = one_of<Unit>({Unit::byte, Unit::code_point, Unit::utf16}, random);
  options.draw.law.rate = one_of<double>({0, 0.1, 0.5, 0.9, 1}, random);
  options.draw.law.gamma =
      one_of<double>({0.3, 1, std::numeric_limits<double>::infinity()}, random);
  options.draw.min_keep = one_of<std::size_t>({0, 0, 2}, random);
  options.draw.max_tries = 5;
  options.seed = below(3, random);
  options.view = below(3, random);
  options.views = 1 + below(3, random);
  options.protect = one_of<Protect>({Protect::none, Protect::field, Protect::annotations}, random);
  options.on_lost =
      one_of<OnLost>({OnLost::keep, OnLost::drop, OnLost::reject, OnLost::error}, random);
  return options;
}

void choose_for(const Model& model, RecordOptions& options, Random& random) {
  const std::vector<std::string> rules = {"auto", "every:3",   "field",       "word",
                                          "char", "paragraph", "regex:[ab]+", "adaptive"};
  options.spans = SpanRule(rules[below(model.is_text ? rules.size() : 3, random)]);
  if (!model.is_text) options.fields.parallel = {{"beside", true}};
  options.mask_spans = below(2, random);
  if (below(2, random)) return;
  const bool strings = !model.cells.empty() && model.cells[0].raw[0] == '"';
  options.mask = !model.is_text && !strings ? "-1"
                 : options.mask_spans || !model.is_text
                     ? one_of<std::string>({"[MASK]", "\"", "\U0001F600\u00e9"}, random)
                     : one_of<std::string>({"_", "\"", "\u00e9", "\u65e5", "\U0001F600"}, random);
}

}  // namespace spandrop
