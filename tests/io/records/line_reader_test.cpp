#include "spandrop/io/records/line_reader.h"

#include <gtest/gtest.h>

#include <string>

namespace spandrop {
namespace {

TEST(LineReader, PlacesExcludeWhiteSpace) {
  JsonText scratch;
  const std::string line = "[1 , ";
  const LineReader reader(line, scratch);
  const std::string_view view = line;
  EXPECT_EQ(reader.place(view.substr(1, 2)), (Place{1, 2}));
  // As in an unfinished [1, : a fuzzer of the scores found this.
  EXPECT_EQ(reader.place(view.substr(4)), (Place{4, 4}));
  EXPECT_EQ(reader.place(view.substr(5)), (Place{5, 5}));
}

// Arrays that end too early, with white space instead of a number.
TEST(LineReader, RejectsAMissingNumber) {
  for (const std::string line : {"[1, ", "[ ", "[1,\n\n", "[1,"}) {
    const simdjson::padded_string padded(line);
    JsonText scratch;
    const LineReader reader({padded.data(), padded.size()}, scratch);
    json::parser parser;
    std::string message;
    try {
      json::document document = parser.iterate(padded);
      std::size_t i = 0;
      for (json::value value : document.get_array()) {
        (void)reader.number(value, {.field = "list", .item = i++});
      }
    } catch (const BadValue& bad) {
      message = bad.field + ": " + bad.reason;
    } catch (const simdjson::simdjson_error& error) {
      message = error.what();
    }
    EXPECT_NE(message, "") << line;
  }
}

}  // namespace
}  // namespace spandrop
