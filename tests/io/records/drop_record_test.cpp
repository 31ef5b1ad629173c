#include "spandrop/io/records/drop_record.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <tuple>

#include "spandrop/base/json_writer.h"
#include "spandrop/core/remap.h"
#include "spandrop/io/records/record_reader.h"
#include "tests/io/records/random_record.h"

namespace spandrop {
namespace {

// The spans in cells.
Spans spans_of(const Model& model, const RecordOptions& options) {
  if (options.spans.kind() == SpanRule::Kind::field) return Spans(model.cells.size(), model.spans);
  if (!model.is_text) return options.spans.of_tokens(model.cells.size());
  const std::string text = model.text();
  const Spans bytes = options.spans.of_text(text, model.question);
  const std::vector<std::size_t> places = borders(meanings(model.cells), true, Unit::byte);
  const auto cell = [&](std::size_t place) {
    return static_cast<std::size_t>(std::find(places.begin(), places.end(), place) -
                                    places.begin());
  };
  std::vector<Range> ranges;
  std::vector<std::uint32_t> owners;
  for (std::size_t i = 0; i < bytes.ranges().size(); ++i) {
    ranges.push_back({cell(bytes.ranges()[i].begin), cell(bytes.ranges()[i].end)});
    owners.push_back(static_cast<std::uint32_t>(bytes.owner(i)));
  }
  return Spans(model.cells.size(), ranges, owners);
}

// The span of each cell; none in gaps.
std::vector<std::optional<std::size_t>> owners_of(const Spans& spans) {
  std::vector<std::optional<std::size_t>> owners(spans.length());
  for (std::size_t i = 0; i < spans.ranges().size(); ++i) {
    for (std::size_t at = spans.ranges()[i].begin; at < spans.ranges()[i].end; ++at)
      owners[at] = spans.owner(i);
  }
  return owners;
}

ExampleId id_of_model(const Model& model) {
  if (model.id) return id_of(*model.id);
  if (model.is_text) return content_id(model.text());
  const std::vector<std::string> texts = meanings(model.cells);
  if (!model.whole_numbers) {
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    return content_id(std::span<const std::string_view>(views));
  }
  std::vector<std::int64_t> numbers;
  for (const std::string& text : texts) numbers.push_back(std::stoll(text));
  return content_id(std::span<const std::int64_t>(numbers));
}

bool is_lost(const Moved& moved) { return moved.fate == Fate::cut || moved.fate == Fate::gone; }

// The mask of a view as docs/draw.md defines it.
KeepMask mask_of(const Model& model, const RecordOptions& options, const Spans& spans,
                 std::uint64_t view) {
  const auto owners = owners_of(spans);
  KeepMask never_drop(spans.size());
  const auto protect = [&](Range range) {
    for (std::size_t at = range.begin; at < range.end; ++at) {
      if (owners[at]) never_drop.keep(*owners[at]);
    }
  };
  if (options.protect != Protect::none)
    std::for_each(model.protect.begin(), model.protect.end(), protect);
  if (options.protect == Protect::annotations) {
    for (const Range& label : model.annotations) {
      protect(label);
      const std::size_t at = label.begin;  // an empty label is lost only with both its neighbours
      const bool inside =
          label.empty() && at > 0 && at < owners.size() && owners[at - 1] && owners[at];
      if (inside) never_drop.keep(*owners[at]);
    }
  }
  const Key key{options.seed, view, id_of_model(model)};
  if (options.on_lost != OnLost::reject) return draw(key, spans.size(), options.draw, &never_drop);
  return draw_until(key, spans.size(), options.draw, &never_drop,
                    [&](const KeepMask& mask) {
                      const Remap remap(spans, mask, options.ablation());
                      return std::none_of(model.annotations.begin(), model.annotations.end(),
                                          [&](Range label) { return is_lost(remap.move(label)); });
                    })
      .mask;
}

// The expected content of a view, cell by cell.
struct Expected {
  std::vector<std::string> cells;  // their raw bytes
  std::vector<std::string> beside;
  std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> annotations;  // begin, end, name
  std::vector<Range> protect, spans;
  std::array<std::uint64_t, 4> fates{};
  std::size_t dropped = 0;
  bool lost = false;
};

// Two lone surrogates that become neighbours must not turn into one character.
void part_surrogates(std::vector<std::string>& cells) {
  for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
    if (cells[i] == "\\uD83d" && cells[i + 1] == "\\udE00") cells[i] = "\\ufffd";
  }
}

Expected expected_view(const Model& model, const RecordOptions& options, std::uint64_t view) {
  Expected expected;
  const Spans spans = spans_of(model, options);
  const KeepMask mask = mask_of(model, options, spans, view);
  const Remap remap(spans, mask, options.ablation());
  expected.dropped = spans.size() - mask.count();
  const bool quoted = !model.cells.empty() && model.cells[0].raw[0] == '"' && !model.is_text;
  std::string raw_mask = quoted ? "\"" : "";
  if (options.mask) append_escaped(raw_mask, *options.mask);
  if (quoted) raw_mask += '"';

  std::vector<std::string> now;  // the meaning of the new cells
  for (const Piece& piece : remap.pieces()) {
    for (std::size_t i = 0; i < piece.size; ++i) {
      const std::size_t at = piece.old.begin + i;
      expected.cells.push_back(piece.kept ? model.cells[at].raw : raw_mask);
      now.push_back(piece.kept ? model.cells[at].meaning : *options.mask);
      if (!model.is_text) expected.beside.push_back(model.beside[at]);
    }
  }
  part_surrogates(expected.cells);
  const std::vector<std::size_t> places = borders(now, model.is_text, options.unit);
  const std::vector<std::size_t> old_places =
      borders(meanings(model.cells), model.is_text, options.unit);
  const auto moved = [&](Range range) {
    Moved to = remap.move(range);
    to.now = {places[to.now.begin], places[to.now.end]};
    if (!is_lost(to))
      to.fate = to.now.begin == old_places[range.begin] ? Fate::kept : Fate::shifted;
    return to;
  };
  for (std::size_t i = 0; i < model.annotations.size(); ++i) {
    const Moved to = moved(model.annotations[i]);
    ++expected.fates[static_cast<std::size_t>(to.fate)];
    expected.lost |= is_lost(to);
    if (is_lost(to) && options.on_lost == OnLost::drop) continue;
    expected.annotations.emplace_back(to.now.begin, to.now.end, i);
  }
  for (const Range& range : model.protect) {
    if (moved(range).fate != Fate::gone) expected.protect.push_back(moved(range).now);
  }
  for (const Range& range : model.spans) {
    if (moved(range).fate != Fate::gone) expected.spans.push_back(moved(range).now);
  }
  return expected;
}

std::vector<Range> pairs_in(simdjson::dom::element list) {
  std::vector<Range> ranges;
  for (const auto pair : list.get_array()) {
    ranges.push_back({pair.at(0).get_uint64().value(), pair.at(1).get_uint64().value()});
  }
  return ranges;
}

std::string concatenated(const std::vector<std::string>& cells) {
  std::string all;
  for (const std::string& cell : cells) all += cell;
  return all;
}

std::vector<std::string> raws(const Record& record, const RawArray& array) {
  std::vector<std::string> all;
  for (const Place& at : array.elements) all.emplace_back(record.raw(at));
  return all;
}

// Compares a line of output with its expected content.
void check_view(const std::string& line, const Model& model, const RecordOptions& options,
                const Expected& expected) {
  const PaddedLine padded(line);
  RecordReader reader(options.fields, options.unit);
  const auto read = reader.read(padded);
  ASSERT_TRUE(read) << read.error().field << ": " << read.error().reason;
  const Record& record = **read;
  std::string without_text = line;  // simdjson refuses lone surrogates
  if (model.is_text) {
    ASSERT_EQ(record.raw(record.text_at), concatenated(expected.cells));
    without_text.erase(record.text_at.begin, record.text_at.size());
  } else {
    ASSERT_EQ(raws(record, record.tokens), expected.cells);
    ASSERT_EQ(raws(record, record.parallel[0].second), expected.beside);
    const Place tokens{record.tokens.elements.empty() ? 0 : record.tokens.elements.front().begin,
                       record.tokens.elements.empty() ? 0 : record.tokens.elements.back().end};
    without_text.erase(tokens.begin, tokens.size());
  }
  const Dom dom(without_text);
  std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> annotations;
  for (const auto label : dom["annotations"].get_array()) {
    annotations.emplace_back(label["begin"].get_uint64().value(), label["end"].get_uint64().value(),
                             label["name"].get_uint64().value());
    ASSERT_EQ(simdjson::minify(label["x"].value()), R"([{"end":1}])");
  }
  ASSERT_EQ(annotations, expected.annotations);
  ASSERT_EQ(pairs_in(dom["protected"]), expected.protect);
  ASSERT_EQ(pairs_in(dom["spans"]), expected.spans);
  ASSERT_NE(line.find(R"("meta" :{"text" : [1.50, "\u00e9\/", null]})"), line.npos);
  ASSERT_NE(line.find("\"question\":\"" + model.question + "\""), line.npos);
  if (model.id) {
    ASSERT_NE(line.find("\"id\" :" + model.id_raw), line.npos);
  }
}

void check_record(const Model& model, const RecordOptions& options) {
  RecordDropper dropper(options);
  std::string out = "earlier";
  Summary summary;
  summary.records = 5;
  const auto dropped = dropper.drop(PaddedLine(model.line), "\n", out, summary);
  std::vector<Expected> views;
  bool lost = false;
  for (std::uint64_t i = 0; i < options.views; ++i) {
    views.push_back(expected_view(model, options, options.view + i));
    lost |= views.back().lost;
  }
  if (options.on_lost == OnLost::error && lost) {
    ASSERT_FALSE(dropped);
    ASSERT_EQ(dropped.error().field.substr(0, 12), "annotations[");
    ASSERT_EQ(out, "earlier");
    ASSERT_EQ(to_json(summary, 1), to_json(Summary{.records = 5}, 1));
    return;
  }
  ASSERT_TRUE(dropped) << dropped.error().field << ": " << dropped.error().reason;
  std::size_t at = 7;
  Summary sum{.records = 6, .written = options.views};
  for (const Expected& view : views) {
    const std::size_t end = out.find('\n', at);
    ASSERT_NE(end, out.npos);
    const std::string line = out.substr(at, end - at);
    at = end + 1;
    check_view(line, model, options, view);
    if (view.dropped == 0) {
      ASSERT_EQ(line, model.line);
    }
    sum.spans += spans_of(model, options).size();
    sum.spans_dropped += view.dropped;
    sum.became_empty += view.cells.empty() && !model.cells.empty();
    sum.annotations_removed += model.annotations.size() - view.annotations.size();
    for (std::size_t i = 0; i < 4; ++i) sum.fates[i] += view.fates[i];
    ASSERT_FALSE(options.on_lost == OnLost::reject && view.lost);
    ASSERT_FALSE(options.protect == Protect::annotations && view.lost);
  }
  ASSERT_EQ(at, out.size());
  sum.draws_rejected = summary.draws_rejected;
  sum.left_whole = summary.left_whole;
  ASSERT_EQ(to_json(summary, 1), to_json(sum, 1));
  ASSERT_LE(summary.left_whole * options.draw.max_tries, summary.draws_rejected);
}

TEST(DropRecord, EveryViewMatchesTheReference) {
  Random random(1);
  for (int round = 0; round < 20'000; ++round) {
    RecordOptions options = random_options(random);
    const Model model = random_record(options.unit, random);
    choose_for(model, options, random);
    ASSERT_NO_FATAL_FAILURE(check_record(model, options))
        << "round " << round << ": " << model.line << "\nspans " << options.spans.written()
        << ", mask " << options.mask.value_or("none") << (options.mask_spans ? " per span" : "")
        << ", unit " << static_cast<int>(options.unit);
  }
}

// The views of one record, written in parts and at once.
TEST(DropRecord, ManyViewsAreWrittenInParts) {
  RecordOptions options;
  options.views = 200'000;
  options.draw.law.rate = 0.5;
  const std::string line =
      R"({"id": 1, "text": "One. Two. Three. Four.", "annotations": [{"begin": 0, "end": 3}]})";
  std::string whole, parts, out = "before\n";
  Summary summary, summary_of_parts;
  ASSERT_TRUE(RecordDropper(options).drop(PaddedLine(line), "\n", whole, summary));
  std::size_t count = 0;
  const WritePart write_part = [&](std::string& part) {
    EXPECT_LT(part.size(), kPartSize + 1000);
    parts += part;
    part.clear();
    ++count;
  };
  ASSERT_TRUE(
      RecordDropper(options).drop(PaddedLine(line), "\n", out, summary_of_parts, write_part));
  EXPECT_TRUE(parts + out == "before\n" + whole);
  EXPECT_EQ(count, whole.size() / kPartSize);
  EXPECT_GT(count, 2u);
  EXPECT_EQ(to_json(summary, 0), to_json(summary_of_parts, 0));
}

// A record is skipped as a whole, even if only one of many views is invalid.
TEST(DropRecord, NoPartOfABadRecordIsWritten) {
  RecordOptions options;
  options.views = 200'000;
  options.draw.law = {.rate = 0.00002, .gamma = std::numeric_limits<double>::infinity()};
  options.on_lost = OnLost::error;
  const std::string line =
      R"({"id": 1, "text": "One. Two.", "annotations": [{"begin": 0, "end": 3}]})";
  std::string out = "before\n";
  Summary summary;
  const WritePart write_part = [](std::string&) { FAIL(); };
  EXPECT_FALSE(RecordDropper(options).drop(PaddedLine(line), "\n", out, summary, write_part));
  EXPECT_EQ(out, "before\n");
  EXPECT_EQ(summary.written, 0u);
  // The first views are fine: without later ones, they are written.
  options.views = 100;
  EXPECT_TRUE(RecordDropper(options).drop(PaddedLine(line), "\n", out, summary, write_part));
}

TEST(DropRecord, RateZeroIsTheIdentity) {
  Random random(2);
  for (int round = 0; round < 5'000; ++round) {
    RecordOptions options = random_options(random);
    const Model model = random_record(options.unit, random);
    choose_for(model, options, random);
    options.draw.law.rate = 0;
    options.views = 1;
    RecordDropper dropper(options);
    std::string out;
    Summary summary;
    ASSERT_TRUE(dropper.drop(PaddedLine(model.line), "\r\n", out, summary));
    ASSERT_EQ(out, model.line + "\r\n");
  }
}

}  // namespace
}  // namespace spandrop
