// What a drop does to each sequence, wherever the sequence comes from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "spandrop/core/draw.h"
#include "spandrop/core/remap.h"
#include "spandrop/text/span_rule.h"
#include "spandrop/text/units.h"

namespace spandrop {

// Which spans are never dropped.
enum class Protect {
  none,         // every span can be dropped, even those that the example protects
  field,        // those that the example protects
  annotations,  // those, and all spans that touch an annotation
};

// What to do with an annotation that is cut or gone.
enum class OnLost {
  keep,    // it stays, with the rest of its range
  drop,    // it is removed
  reject,  // the draw is rejected and drawn again
  error,   // the example is an error
};

// The names that users write, in the order of the enumerations.
inline std::span<const std::string_view> names_of(Protect) {
  static constexpr std::array<std::string_view, 3> kNames{"none", "field", "annotations"};
  return kNames;
}
inline std::span<const std::string_view> names_of(OnLost) {
  static constexpr std::array<std::string_view, 4> kNames{"keep", "drop", "reject", "error"};
  return kNames;
}
inline std::span<const std::string_view> names_of(Unit) {
  static constexpr std::array<std::string_view, 3> kNames{"byte", "code-point", "utf16"};
  return kNames;
}

struct DropOptions {
  SpanRule spans;
  DrawOptions draw;
  std::uint64_t seed = 0;
  // Number of the first view, and how many views to write of each example.
  std::uint64_t view = 0;
  std::uint64_t views = 1;
  // SpanMask: what replaces a dropped cell. Without it, spans are removed.
  std::optional<std::string> mask;
  // One mask per dropped span instead of one per cell.
  bool mask_spans = false;
  Protect protect = Protect::field;
  OnLost on_lost = OnLost::keep;
  // The unit of positions in texts.
  Unit unit = Unit::code_point;

  Ablation ablation() const {
    return !mask ? Ablation::drop : mask_spans ? Ablation::mask_spans : Ablation::mask;
  }
};

// Lists the fields with the names that users write and a description. The command line, the JSON of
// a summary and Python all use this list.
void visit_fields(auto& options, auto&& visit)
  requires std::is_same_v<std::remove_cvref_t<decltype(options)>, DropOptions>
{
  visit("spans", options.spans,
        "What is kept or dropped as a unit: sentence, word, char, paragraph, every:K, regex:R, "
        "adaptive (all words in bigrams shared with the question form one span; adaptive:N for "
        "N-grams) or field (the record's "
        "\"spans\")");
  visit_fields(options.draw.law, visit);
  visit("min_keep", options.draw.min_keep, "Minimum number of spans to keep");
  visit("tries", options.draw.max_tries,
        "Number of draws before a record is left unchanged, if draws are rejected");
  visit("seed", options.seed, "Random seed; the same seed gives the same result");
  visit("view", options.view,
        "Number of the first view; set it to the epoch to get new draws in each epoch");
  visit("views", options.views, "Number of views (augmented copies) of each record");
  visit("mask", options.mask,
        "Replace dropped spans instead of removing them (SpanMask): one character for texts, one "
        "token for tokens");
  visit("mask_spans", options.mask_spans,
        "Write one mask per span instead of one per token or character");
  visit("protect", options.protect,
        "Spans that are never dropped: none, field (those that the record protects) or "
        "annotations (also those that touch an annotation)");
  visit("on_lost", options.on_lost,
        "What to do if an annotation is cut or gone: keep (it covers its remaining text), drop (it "
        "is removed), reject (the draw is repeated) or error (the record is invalid)");
  visit("offsets", options.unit, "Unit of positions in texts: byte, code-point or utf16");
}

// What is wrong with the mask for texts, if anything: it must be one character if it replaces each
// cell, and at least one if it replaces each span.
std::optional<std::string> mask_problem_of_texts(const DropOptions& options);

// Everything that the result depends on, as one JSON object.
std::string to_json(const DropOptions& options);

// Throws std::invalid_argument if the options contradict each other.
void check(const DropOptions& options);

}  // namespace spandrop
