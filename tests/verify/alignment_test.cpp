#include "spandrop/verify/alignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "spandrop/verify/label_place.h"
#include "spandrop/verify/sequence_pairs.h"

namespace spandrop {
namespace {

std::vector<OldPart> parts_with(std::size_t length, std::vector<Range> spans,
                                std::vector<std::uint32_t> owners = {}) {
  return parts_of(owners.empty() ? Spans(length, std::move(spans))
                                 : Spans(length, std::move(spans), std::move(owners)));
}

AlignmentSearch aligned(const std::string& before, const std::string& after,
                        const std::vector<OldPart>& parts, std::vector<Pin> pins = {}) {
  return align(parts, TextPair(before, after, Leaves::nothing, ""), pins);
}

std::string kept(const AlignmentSearch& search) {
  std::string text;
  for (const NewPart& part : search.parts) text += part.kept ? '1' : '0';
  return text;
}

TEST(Parts, CoverTheSequence) {
  const std::vector<OldPart> parts = parts_with(10, {{1, 3}, {3, 4}, {6, 10}});
  ASSERT_EQ(parts.size(), 5u);
  std::string can_go;
  std::size_t end = 0;
  for (const OldPart& part : parts) {
    EXPECT_EQ(part.old.begin, end);
    end = part.old.end;
    can_go += part.can_go ? '1' : '0';
  }
  EXPECT_EQ(end, 10u);
  EXPECT_EQ(can_go, "01101");
}

TEST(Align, FindsWhatWasDropped) {
  const std::vector<OldPart> parts = parts_with(9, {{0, 3}, {3, 6}, {6, 9}});
  EXPECT_EQ(kept(aligned("aa.bb.cc.", "aa.cc.", parts)), "101");
  EXPECT_EQ(kept(aligned("aa.bb.cc.", "", parts)), "000");
  EXPECT_EQ(kept(aligned("aa.bb.cc.", "aa.bb.cc.", parts)), "111");
  for (const char* wrong : {"aa.c.", "cc.aa.", "aa.bb.cc.x", "aa.aa.", "x"}) {
    EXPECT_FALSE(aligned("aa.bb.cc.", wrong, parts).found) << wrong;
  }
}

TEST(Align, NeverDropsGapsAndProtectedParts) {
  std::vector<OldPart> parts = parts_with(6, {{0, 2}, {4, 6}});
  EXPECT_TRUE(aligned("aabbcc", "bb", parts).found);
  EXPECT_FALSE(aligned("aabbcc", "aacc", parts).found);
  parts[0].is_protected = true;
  EXPECT_FALSE(aligned("aabbcc", "bb", parts).found);
}

TEST(Align, GoesBackIfASpanBeginsLikeAnother) {
  const std::vector<OldPart> parts = parts_with(5, {{0, 1}, {1, 3}, {3, 5}});
  // a ab bc: the first a is dropped, though it would fit.
  EXPECT_EQ(kept(aligned("aabbc", "ab", parts)), "010");
  EXPECT_EQ(kept(aligned("aabbc", "abc", parts)), "101");
}

TEST(Align, PinsDecideBetweenEqualSpans) {
  const std::vector<OldPart> parts = parts_with(6, {{0, 3}, {3, 6}});
  EXPECT_EQ(kept(aligned("aa.aa.", "aa.", parts)), "10");
  EXPECT_EQ(kept(aligned("aa.aa.", "aa.", parts, {{3, 0}, {5, 2}})), "01");
  EXPECT_EQ(kept(aligned("aa.aa.", "aa.", parts, {{0, 0}, {2, 2}})), "10");
  EXPECT_FALSE(aligned("aa.aa.", "aa.", parts, {{0, 0}, {2, 2}, {3, 0}}).found);
  EXPECT_FALSE(aligned("aa.aa.", "aa.", parts, {{6, 2}}).found);
}

TEST(Align, RangesOfASpanGoTogether) {
  const std::vector<OldPart> parts = parts_with(4, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, {0, 1, 0, 2});
  EXPECT_EQ(kept(aligned("abcd", "bd", parts)), "0101");
  EXPECT_EQ(kept(aligned("abcd", "ac", parts)), "1010");
  EXPECT_FALSE(aligned("abcd", "abd", parts).found);
}

TEST(Align, FindsMasks) {
  const std::vector<OldPart> parts = parts_with(7, {{0, 4}, {4, 7}});
  const std::string before = "aé.bb.";  // 7 bytes
  const auto masked = [&](const std::string& after, Leaves leaves, const std::string& mask) {
    return kept(align(parts, TextPair(before, after, leaves, mask)));
  };
  EXPECT_EQ(masked("___bb.", Leaves::mask_per_element, "_"), "01");
  EXPECT_EQ(masked("aé.___", Leaves::mask_per_element, "_"), "10");
  EXPECT_EQ(masked("__bb.", Leaves::mask_per_element, "_"), "");
  EXPECT_EQ(masked("<m>bb.", Leaves::mask_per_span, "<m>"), "01");
  EXPECT_EQ(masked("<m><m>", Leaves::mask_per_span, "<m>"), "00");
  EXPECT_EQ(masked("<m>", Leaves::mask_per_span, "<m>"), "");
}

// All ways to drop parts, one after another.
bool can_be_made(const std::string& before, const std::string& after,
                 const std::vector<OldPart>& parts, const std::vector<Pin>& pins) {
  for (unsigned mask = 0; mask < (1u << parts.size()); ++mask) {
    std::string text;
    std::vector<std::size_t> now;  // of each old position
    bool allowed = true;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool is_kept = mask >> i & 1;
      allowed = allowed && (is_kept || parts[i].can_go);
      for (std::size_t k = parts[i].old.begin; k < parts[i].old.end; ++k) {
        now.push_back(text.size());
        if (is_kept) text += before[k];
      }
    }
    now.push_back(text.size());
    const bool fits = std::all_of(pins.begin(), pins.end(),
                                  [&](const Pin& pin) { return now[pin.old] == pin.now; });
    if (allowed && text == after && fits) return true;
  }
  return false;
}

TEST(Align, AgreesWithTryingEverything) {
  std::mt19937_64 random(5);
  const auto below = [&](std::size_t n) { return random() % n; };
  std::size_t found = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string before(1 + below(9), 'a'), after(below(9), 'a');
    for (char& c : before) c = "ab"[below(2)];
    for (char& c : after) c = "ab"[below(2)];
    std::vector<Range> spans;
    for (std::size_t at = 0; at < before.size();) {
      const std::size_t begin = at + below(4) / 3, end = begin + 1 + below(3);
      if (end <= before.size()) spans.push_back({begin, end});
      at = end;
    }
    const std::vector<OldPart> parts = parts_with(before.size(), spans);
    std::vector<Pin> pins;
    for (std::size_t i = below(3); i > 0; --i) {
      pins.push_back({below(before.size() + 1), below(after.size() + 1)});
    }
    std::sort(pins.begin(), pins.end(), [](const Pin& a, const Pin& b) {
      return std::pair(a.old, a.now) < std::pair(b.old, b.now);
    });
    const bool expected = can_be_made(before, after, parts, pins);
    ASSERT_EQ(aligned(before, after, parts, pins).found, expected) << before << " " << after;
    found += expected;
  }
  EXPECT_GT(found, 500u);
}

TEST(PlaceFinder, FindsEachFate) {
  const std::string before = "aa.bb.cc.";
  const std::vector<OldPart> parts = parts_with(9, {{0, 3}, {3, 6}, {6, 9}});
  const AlignmentSearch search = aligned(before, "aa.cc.", parts);
  const PlaceFinder places(parts, search.parts, Leaves::nothing, nullptr);
  const auto is = [&](Range label, Range now, LabelFate fate) {
    const LabelPlace place = places.of(label);
    EXPECT_EQ(place.now, now) << label.begin;
    EXPECT_EQ(place.fate, fate) << label.begin;
  };
  is({0, 2}, {0, 2}, LabelFate::kept);
  is({6, 8}, {3, 5}, LabelFate::shifted);
  is({2, 5}, {2, 3}, LabelFate::cut);
  is({4, 8}, {3, 5}, LabelFate::cut);
  is({1, 7}, {1, 4}, LabelFate::cut);
  is({3, 6}, {3, 3}, LabelFate::gone);
  is({3, 3}, {3, 3}, LabelFate::kept);  // after a kept element
  is({4, 4}, {3, 3}, LabelFate::gone);  // inside what was dropped
  is({9, 9}, {6, 6}, LabelFate::shifted);
}

}  // namespace
}  // namespace spandrop
