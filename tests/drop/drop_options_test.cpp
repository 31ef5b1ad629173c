#include "spandrop/drop/drop_options.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "tests/core/refusal.h"

namespace spandrop {
namespace {

TEST(DropOptions, AreOneJsonObject) {
  DropOptions options;
  options.spans = SpanRule("regex:\"\\w\"");
  options.draw.law = {.rate = 0.25, .gamma = std::numeric_limits<double>::infinity()};
  options.seed = std::numeric_limits<std::uint64_t>::max();
  options.mask = "_";
  options.unit = Unit::utf16;
  EXPECT_EQ(
      to_json(options),
      R"({"spans": "regex:\"\\w\"", "rate": 0.25, "gamma": "inf", "min_keep": 0, "tries": 100, )"
      R"("seed": 18446744073709551615, "view": 0, "views": 1, "mask": "_", "mask_spans": false, )"
      R"("protect": "field", "on_lost": "keep", "offsets": "utf16"})");
}

TEST(DropOptions, EachFieldHasANameAndADescription) {
  DropOptions options;
  std::set<std::string_view> names;
  visit_fields(options, [&](std::string_view name, auto&, std::string_view about) {
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_FALSE(about.empty()) << name;
  });
  EXPECT_EQ(names.size(), 13u);
}

TEST(DropOptions, ThoseThatDoNotFitTogetherAreRefused) {
  const auto why = [](auto change) {
    DropOptions options;
    change(options);
    return refusal([&] { check(options); });
  };
  EXPECT_EQ(why([](DropOptions& o) { o.views = 0; }), "[drop] expected at least 1 view, got 0");
  EXPECT_NE(why([](DropOptions& o) { o.draw.law.rate = 2; }), "nothing was refused");
  EXPECT_EQ(why([](DropOptions& o) { o.mask = "\xff"; }), "[drop] expected a mask in UTF-8");
  EXPECT_EQ(why([](DropOptions&) {}), "nothing was refused");
}

TEST(DropOptions, MasksThatTextsCanUse) {
  const auto is_usable = [](const char* mask, bool per_span) {
    DropOptions options;
    options.mask = mask;
    options.mask_spans = per_span;
    return !mask_problem_of_texts(options);
  };
  EXPECT_TRUE(is_usable("\u00e9", false));
  EXPECT_FALSE(is_usable("ab", false));
  EXPECT_FALSE(is_usable("", false));
  EXPECT_TRUE(is_usable("[MASK]", true));
  EXPECT_FALSE(is_usable("", true));
  EXPECT_FALSE(mask_problem_of_texts(DropOptions{}));
}

}  // namespace
}  // namespace spandrop
