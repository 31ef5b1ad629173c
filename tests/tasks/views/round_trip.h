// Shared by the round-trip tests of all data sets: parses the views of each record separately.
#pragma once

#include <gtest/gtest.h>
#include <simdjson.h>

#include <cmath>

#include <string>
#include <string_view>
#include <vector>

#include "spandrop/tasks/views/view_maker.h"
#include "tests/sanitizers.h"

namespace spandrop::test {

using simdjson::dom::element;

inline constexpr std::uint64_t kViews = kSanitized ? 2 : 20;

// The options of a round trip: many views, each drawn at random.
inline DatasetDropOptions round_trip_options(Protect protect, const char* spans = "auto") {
  DatasetDropOptions options;
  options.drop.draw.law.rate = 0.3;
  options.drop.views = kViews;
  options.drop.view = 1;
  options.drop.protect = protect;
  options.drop.on_lost = OnLost::drop;
  options.drop.spans = SpanRule(spans);
  return options;
}

// Whether `now` is a subsequence of `before`.
inline bool is_subsequence(const std::vector<std::string>& now,
                           const std::vector<std::string>& before) {
  std::size_t i = 0;
  for (const std::string& text : before) i += i < now.size() && now[i] == text;
  return i == now.size();
}

inline std::string text_of(element value) { return std::string(std::string_view(value)); }
inline std::size_t number_of(element value) {
  return static_cast<std::size_t>(std::uint64_t(value));
}

// Makes the views of each record, reads them with simdjson's other parser, which shares no code
// with the readers, and calls check(record, view) for each.
template <class Check>
Summary for_each_view(const ViewMaker& maker, Check check) {
  simdjson::dom::parser parser;
  Summary summary;
  std::size_t records = 0;
  for (const RecordArray& array : maker.records()) records += array.read.size();
  for (std::size_t record = 0; record < records; ++record) {
    std::string views = "[";
    std::string made;
    const auto appended = maker.append_views(record, made, summary);
    EXPECT_TRUE(appended) << appended.error().message();
    views += made + "]";
    for (const element view : parser.parse(views).get_array()) check(record, view);
  }
  return summary;
}

inline std::size_t lost(const Summary& summary) {
  return summary.fates[static_cast<std::size_t>(Fate::cut)] +
         summary.fates[static_cast<std::size_t>(Fate::gone)];
}

}  // namespace spandrop::test
