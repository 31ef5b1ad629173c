#include "spandrop/core/apply.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/core/random_spans.h"
#include "tests/core/refusal.h"

namespace spandrop {
namespace {

using testing::HasSubstr;

// The expected result of each function: indices of old elements, or -1 for the mask value.
struct Expected {
  std::vector<int> dropped, masked, masked_spans;
};

Expected expect(const Spans& spans, const KeepMask& keep) {
  Expected expected;
  std::vector<bool> seen(spans.size());
  const std::vector<int> ranges = ranges_of_elements(spans);
  for (std::size_t e = 0; e < spans.length(); ++e) {
    const int old = static_cast<int>(e);
    const bool gap = ranges[e] < 0;
    const std::size_t owner = gap ? 0 : spans.owner(static_cast<std::size_t>(ranges[e]));
    if (gap || keep[owner]) {
      expected.dropped.push_back(old);
      expected.masked.push_back(old);
      expected.masked_spans.push_back(old);
      continue;
    }
    expected.masked.push_back(-1);
    if (!seen[owner]) expected.masked_spans.push_back(-1);
    seen[owner] = true;
  }
  return expected;
}

// A row of `row_bytes` bytes for an old element or for the mask value (-1).
std::vector<std::byte> row(int element, std::size_t row_bytes) {
  std::vector<std::byte> bytes(row_bytes);
  for (std::size_t i = 0; i < row_bytes; ++i) {
    bytes[i] = static_cast<std::byte>((element + 1) * 31 + static_cast<int>(i) * 7);
  }
  return bytes;
}

std::vector<std::byte> rows(const std::vector<int>& elements, std::size_t row_bytes) {
  std::vector<std::byte> bytes;
  for (const int element : elements) {
    const std::vector<std::byte> one = row(element, row_bytes);
    bytes.insert(bytes.end(), one.begin(), one.end());
  }
  return bytes;
}

std::vector<int> all(std::size_t length) {
  std::vector<int> elements(length);
  for (std::size_t i = 0; i < length; ++i) elements[i] = static_cast<int>(i);
  return elements;
}

// Calls check(spans, keep) with spans of every kind.
template <class Check>
void with_random_spans(Check check) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 1000; ++round) {
    const std::size_t length = random() % 200;
    const Spans spans =
        round % 5 == 0 ? Spans::every(length, 1 + random() % 3) : random_spans(length, random);
    check(spans, random_mask(spans.size(), random));
  }
}

template <class T>
class Apply : public testing::Test {};
using Types = testing::Types<std::uint8_t, std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(Apply, Types);

TYPED_TEST(Apply, ElementsMatchTheElementwiseReference) {
  using T = TypeParam;
  with_random_spans([](const Spans& spans, const KeepMask& keep) {
    const Expected expected = expect(spans, keep);
    const auto values = [](const std::vector<int>& elements) {
      return std::vector<T>(elements.begin(), elements.end());
    };
    const std::vector<T> in = values(all(spans.length()));
    std::vector<T> out(in.size()), place = in;
    out.resize(drop<T>(in, spans, keep, out.data()));
    EXPECT_EQ(out, values(expected.dropped));
    place.resize(drop<T>(place, spans, keep, place.data()));
    EXPECT_EQ(place, values(expected.dropped));

    out.assign(in.size(), 0), place = in;
    mask<T>(in, spans, keep, static_cast<T>(-1), out.data());
    EXPECT_EQ(out, values(expected.masked));
    mask<T>(place, spans, keep, static_cast<T>(-1), place.data());
    EXPECT_EQ(place, values(expected.masked));

    place = in;
    out.resize(mask_spans<T>(in, spans, keep, static_cast<T>(-1), out.data()));
    EXPECT_EQ(out, values(expected.masked_spans));
    place.resize(mask_spans<T>(place, spans, keep, static_cast<T>(-1), place.data()));
    EXPECT_EQ(place, values(expected.masked_spans));
  });
}

TEST(ApplyRows, RowsOfAnySizeMatchTheElementwiseReference) {
  for (const std::size_t row_bytes : {1, 3, 12, 13, 100}) {
    with_random_spans([&](const Spans& spans, const KeepMask& keep) {
      const Expected expected = expect(spans, keep);
      const std::vector<std::byte> in = rows(all(spans.length()), row_bytes);
      const std::vector<std::byte> value = row(-1, row_bytes);
      std::vector<std::byte> out(in.size()), place = in;
      out.resize(drop_rows(in, row_bytes, spans, keep, out.data()) * row_bytes);
      EXPECT_EQ(out, rows(expected.dropped, row_bytes));
      place.resize(drop_rows(place, row_bytes, spans, keep, place.data()) * row_bytes);
      EXPECT_EQ(place, rows(expected.dropped, row_bytes));

      out.resize(in.size());
      mask_rows(in, value, spans, keep, out.data());
      EXPECT_EQ(out, rows(expected.masked, row_bytes));

      place = in;
      out.resize(mask_spans_rows(in, value, spans, keep, out.data()) * row_bytes);
      EXPECT_EQ(out, rows(expected.masked_spans, row_bytes));
      place.resize(mask_spans_rows(place, value, spans, keep, place.data()) * row_bytes);
      EXPECT_EQ(place, rows(expected.masked_spans, row_bytes));
    });
  }
}

TEST(ApplyText, TextMatchesTheElementwiseReference) {
  with_random_spans([](const Spans& spans, const KeepMask& keep) {
    const Expected expected = expect(spans, keep);
    const auto text = [](const std::vector<int>& elements) {
      std::string result;
      for (const int e : elements)
        result += e < 0 ? "[MASK]" : std::string(1, static_cast<char>(e));
      return result;
    };
    const std::string in = text(all(spans.length()));
    EXPECT_EQ(drop(in, spans, keep), text(expected.dropped));
    EXPECT_EQ(mask_spans(in, spans, keep, "[MASK]"), text(expected.masked_spans));
    EXPECT_EQ(drop(in, spans, KeepMask(spans.size(), true)), in);
  });
}

TEST(ApplyAll, AnEmptySequenceMayBeNull) {
  std::int32_t out = 7;
  const std::span<const std::int32_t> none;
  EXPECT_EQ(drop(none, Spans(), KeepMask(), &out), 0u);
  EXPECT_EQ(mask_spans(none, Spans(), KeepMask(), 1, &out), 0u);
  mask(none, Spans(), KeepMask(), 1, &out);
  EXPECT_EQ(out, 7);
}

TEST(ApplyAll, ReportsMismatchedSizes) {
  const Spans spans = Spans::every(6, 2);
  const KeepMask keep(3), short_mask(2);
  std::vector<std::int32_t> six(6), five(5);
  std::vector<std::byte> bytes(13);
  const std::vector<std::byte> value(2);
  const auto drop_them = [&](std::span<const std::int32_t> in, const Spans& of,
                             const KeepMask& by) {
    return refusal([&] { drop(in, of, by, six.data()); });
  };
  EXPECT_EQ(drop_them(five, spans, keep), "[drop] expected a sequence of 6 elements, got 5");
  EXPECT_EQ(drop_them(six, spans, short_mask), "[drop] expected a mask of 3 spans, got 2");
  EXPECT_EQ(drop_them(five, Spans::every(6, 1), KeepMask(6)),
            "[drop] expected a sequence of 6 elements, got 5");
  EXPECT_EQ(drop_them(six, Spans::every(6, 1), keep), "[drop] expected a mask of 6 spans, got 3");
  EXPECT_THAT(refusal([&] { mask<std::int32_t>(five, spans, keep, 0, six.data()); }),
              HasSubstr("[mask] expected a sequence of 6 elements, got 5"));
  EXPECT_THAT(refusal([&] { mask_spans<std::int32_t>(six, spans, short_mask, 0, six.data()); }),
              HasSubstr("[mask_spans] expected a mask of 3 spans, got 2"));
  EXPECT_EQ(refusal([&] { drop_rows(bytes, 2, spans, keep, bytes.data()); }),
            "[drop] expected whole rows of 2 bytes, got 13 bytes");
  EXPECT_THAT(refusal([&] { drop_rows(bytes, 0, spans, keep, bytes.data()); }),
              HasSubstr("whole rows of 0 bytes"));
  EXPECT_THAT(refusal([&] { mask_rows(bytes, value, spans, keep, bytes.data()); }),
              HasSubstr("[mask] expected whole rows"));
  EXPECT_THAT(refusal([&] { drop("five!", spans, keep); }),
              HasSubstr("a sequence of 6 elements, got 5"));
  EXPECT_THAT(refusal([&] { mask_spans("sixsix", spans, short_mask, "_"); }),
              HasSubstr("a mask of 3 spans, got 2"));
}

}  // namespace
}  // namespace spandrop
