#include "spandrop/drop/label.h"

#include <gtest/gtest.h>

#include <string>

namespace spandrop {
namespace {

std::string problem_of(std::vector<Label> labels, const UnitIndex* units, std::size_t length) {
  const auto problem = locate(labels, units, length);
  return problem ? std::to_string(problem->label) + ": " + problem->reason : "";
}

TEST(Label, TokensAreElements) {
  std::vector<Label> labels{{{1, 3}, {}}, {{3, 3}, {}}};
  EXPECT_FALSE(locate(labels, nullptr, 3));
  EXPECT_EQ(elements_of(labels), (std::vector<Range>{{1, 3}, {3, 3}}));
}

TEST(Label, UnitsOfATextBecomeBytes) {
  const std::string text = "a\u00e9\u65e5\U0001F600b";  // 1, 2, 3, 4 and 1 bytes
  const auto bytes = [&](Unit unit, UnitRange range) {
    const UnitIndex units(text, unit);
    std::vector<Label> labels{{range, {}}};
    EXPECT_FALSE(locate(labels, &units, 0));
    return labels[0].elements;
  };
  EXPECT_EQ(bytes(Unit::code_point, {1, 4}), (Range{1, 10}));
  EXPECT_EQ(bytes(Unit::utf16, {1, 5}), (Range{1, 10}));
  EXPECT_EQ(bytes(Unit::byte, {1, 10}), (Range{1, 10}));
}

TEST(Label, TheFirstThatDoesNotFitIsNamed) {
  const std::string text = "a\u00e9\U0001F600";
  const UnitIndex code_points(text, Unit::code_point), utf16(text, Unit::utf16);
  EXPECT_EQ(problem_of({{{0, 1}, {}}, {{2, 1}, {}}, {{9, 9}, {}}}, &code_points, 0),
            "1: expected begin <= end, got 2 to 1");
  EXPECT_EQ(problem_of({{{0, 4}, {}}}, &code_points, 0),
            "0: expected a range within the 3 code points of the text, got 0 to 4");
  EXPECT_EQ(problem_of({{{0, 3}, {}}}, &utf16, 0),
            "0: expected positions at character boundaries, got 0 to 3");
  EXPECT_EQ(problem_of({{{0, 4}, {}}}, nullptr, 3),
            "0: expected a range within the 3 tokens, got 0 to 4");
}

}  // namespace
}  // namespace spandrop
