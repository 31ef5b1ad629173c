#include "spandrop/text/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/text/oracle.h"

namespace spandrop {
namespace {

// The byte of each position in units, or none inside a code point, in one obvious pass.
std::vector<std::optional<std::size_t>> bytes_by_unit(const std::string& text, Unit unit) {
  std::vector<std::optional<std::size_t>> bytes;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t size = 1;
    while (i + size < text.size() && (text[i + size] & 0xC0) == 0x80) ++size;
    bytes.push_back(i);
    if (unit == Unit::byte) bytes.resize(bytes.size() + size - 1);
    if (unit == Unit::utf16 && size == 4) bytes.push_back(std::nullopt);
    i += size;
  }
  bytes.push_back(text.size());
  return bytes;
}

void expect_right(const std::string& text, Unit unit) {
  const auto expected = bytes_by_unit(text, unit);
  const UnitIndex index(text, unit);
  ASSERT_EQ(index.length(), expected.size() - 1) << test::shown(text);
  std::vector<bool> starts(text.size() + 1);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(index.to_bytes(i), expected[i]) << i << " of " << test::shown(text);
    if (!expected[i]) continue;
    ASSERT_EQ(index.to_units(*expected[i]), i) << test::shown(text);
    starts[*expected[i]] = true;
  }
  EXPECT_EQ(index.to_bytes(expected.size()), std::nullopt);
  EXPECT_EQ(index.to_bytes(~std::size_t{0}), std::nullopt);
  EXPECT_THROW(index.to_units(text.size() + 1), std::invalid_argument);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (starts[i]) continue;
    ASSERT_THROW(index.to_units(i), std::invalid_argument);
  }
}

TEST(UnitIndex, AgreesWithOnePassOverTheText) {
  std::mt19937 generator(7);
  std::vector<std::string> texts = test::hostile_texts();
  for (int i = 0; i < 300; ++i) {
    std::string text;
    for (int parts = 1 << (i % 8); parts > 0; --parts) text += test::random_text(generator);
    texts.push_back(text);
  }
  // Code points that straddle every block boundary.
  for (const char* one : {"\u00E9", "\u6F22", "\U0001F600"}) {
    for (std::size_t shift = 0; shift < 4; ++shift) {
      texts.push_back(std::string(shift, 'a'));
      for (int i = 0; i < 300; ++i) texts.back() += one;
    }
  }
  for (const std::string& text : texts) {
    for (const Unit unit : {Unit::byte, Unit::code_point, Unit::utf16}) expect_right(text, unit);
  }
}

TEST(UnitIndex, CountsInEachUnit) {
  const std::string text = "a\u00E9\u6F22\U0001F600z";
  EXPECT_EQ(UnitIndex(text, Unit::byte).length(), 11u);
  EXPECT_EQ(UnitIndex(text, Unit::code_point).to_bytes(4), 10u);
  EXPECT_EQ(UnitIndex(text, Unit::utf16).to_bytes(4), std::nullopt);
  EXPECT_EQ(UnitIndex(text, Unit::utf16).to_units(10), 5u);
}

}  // namespace
}  // namespace spandrop
