#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "spandrop/io/records/drop_record.h"
#include "tests/io/records/random_record.h"

namespace spandrop {
namespace {

// One view of a line.
std::string dropped(const RecordOptions& options, const std::string& line) {
  RecordDropper dropper(options);
  std::string out;
  Summary summary;
  const auto result = dropper.drop(PaddedLine(line), "", out, summary);
  return result ? out : result.error().field + ": " + result.error().reason;
}

RecordOptions options_for(const std::string& schema, double rate) {
  RecordOptions options;
  options.fields = fields_of_schema(schema);
  options.draw.law = {rate, std::numeric_limits<double>::infinity()};
  return options;
}

std::vector<std::string> strings_in(simdjson::dom::element list) {
  std::vector<std::string> all;
  for (const auto value : list.get_array()) all.emplace_back(value.get_string().value());
  return all;
}

std::string quoted(const std::vector<std::string>& values) {
  std::string all;
  for (const std::string& value : values) all += (all.empty() ? "\"" : ", \"") + value + "\"";
  return "[" + all + "]";
}

TEST(SquadSchema, AnswersMatchTheNewContext) {
  Random random(1);
  for (int round = 0; round < 5000; ++round) {
    RecordOptions options = random_options(random);
    options.fields = fields_of_schema("squad-hf");
    options.views = 1;
    if (options.on_lost == OnLost::error) options.on_lost = OnLost::keep;
    std::vector<Spelled> cells = random_text(1 + below(50, random), random);
    std::erase_if(cells, [](const Spelled& cell) { return cell.meaning == "\uFFFD"; });
    const std::vector<std::size_t> places = borders(meanings(cells), true, options.unit);
    std::vector<std::string> texts, starts;
    for (std::size_t i = below(4, random); i > 0; --i) {
      const std::size_t begin = below(cells.size() + 1, random);
      const std::size_t end = begin + below(cells.size() - begin + 1, random);
      texts.push_back(
          raw({cells.begin() + static_cast<long>(begin), cells.begin() + static_cast<long>(end)}));
      starts.push_back(std::to_string(places[begin]));
    }
    std::string joined_starts;
    for (const std::string& start : starts)
      joined_starts += (joined_starts.empty() ? "" : ", ") + start;
    const std::string line = R"({"answers": {"text": )" + quoted(texts) + R"(, "answer_start": [)" +
                             joined_starts + R"(]}, "context": ")" + raw(cells) + "\"}";
    Model model;
    model.cells = cells;
    choose_for(model, options, random);
    if (options.spans.kind() == SpanRule::Kind::field) options.spans = SpanRule("word");

    const std::string out = dropped(options, line);
    const Dom dom(out);
    const std::string context(dom["context"].get_string().value());
    const UnitIndex index(context, options.unit);
    const std::vector<std::string> now = strings_in(dom["answers"]["text"]);
    std::size_t i = 0;
    for (const auto start : dom["answers"]["answer_start"].get_array()) {
      ASSERT_LT(i, now.size());
      const auto at = index.to_bytes(start.get_uint64().value());
      ASSERT_TRUE(at) << line << "\n" << out;
      ASSERT_EQ(context.substr(*at, now[i].size()), now[i]) << line << "\n" << out;
      ++i;
    }
    ASSERT_EQ(i, now.size());
    if (options.on_lost != OnLost::drop) {
      ASSERT_EQ(now.size(), texts.size());
    }
    if (options.draw.law.rate == 0) {
      ASSERT_EQ(out, line);
    }
  }
}

struct Entity {
  std::string type;
  std::vector<std::size_t> tokens;
  friend bool operator==(const Entity&, const Entity&) = default;
};

// The entities in a list of IOB1 or IOB2 tags.
std::vector<Entity> decode(const std::vector<std::string>& tags,
                           const std::vector<std::size_t>& names) {
  std::vector<Entity> entities;
  std::string last = "O";
  for (std::size_t i = 0; i < tags.size(); ++i) {
    const std::string& tag = tags[i];
    if (tag != "O") {
      const bool goes_on = tag[0] == 'I' && last != "O" && last.substr(2) == tag.substr(2);
      if (!goes_on) entities.push_back({tag.substr(2), {}});
      entities.back().tokens.push_back(names[i]);
    }
    last = tag;
  }
  return entities;
}

bool is_iob2(const std::vector<std::string>& tags) {
  for (std::size_t i = 0; i < tags.size(); ++i) {
    if (tags[i][0] == 'I' &&
        (i == 0 || tags[i - 1] == "O" || tags[i - 1].substr(2) != tags[i].substr(2)))
      return false;
  }
  return true;
}

TEST(ConllSchema, EntitiesAreNotChanged) {
  Random random(2);
  for (int round = 0; round < 10'000; ++round) {
    RecordOptions options = random_options(random);
    options.fields = fields_of_schema("conll");
    options.fields.parallel = {{"names", true}};
    options.spans = SpanRule(one_of<std::string>({"auto", "every:2"}, random));
    options.views = 1;
    if (options.on_lost == OnLost::error) options.on_lost = OnLost::drop;
    if (below(3, random) == 0) options.mask = "[MASK]";
    options.mask_spans = true;

    const bool iob1 = below(2, random);
    std::vector<std::string> tags(below(12, random)), tokens;
    std::vector<std::size_t> names;
    std::string name_list;
    for (std::size_t i = 0; i < tags.size(); ++i) {
      tags[i] = one_of<std::string>({"O", "B-A", "I-A", "I-A", "B-B", "I-B"}, random);
      if (!iob1 && !is_iob2({tags.begin(), tags.begin() + static_cast<long>(i) + 1}))
        tags[i][0] = 'B';
      tokens.push_back("t" + std::to_string(i));
      names.push_back(i);
      name_list += (i ? "," : "") + std::to_string(i);
    }
    const std::string line = R"({"tokens": )" + quoted(tokens) + R"(, "tags": )" + quoted(tags) +
                             R"(, "names": [)" + name_list + "]}";
    const std::string out = dropped(options, line);
    const Dom dom(out);
    const std::vector<std::string> new_tokens = strings_in(dom["tokens"]),
                                   new_tags = strings_in(dom["tags"]);
    std::vector<std::size_t> stay, whole;  // tokens in the output; those not masked
    for (const auto name : dom["names"].get_array()) {
      stay.push_back(name.get_uint64().value());
      if (new_tokens.at(stay.size() - 1) != "[MASK]") whole.push_back(stay.back());
    }
    ASSERT_EQ(new_tags.size(), stay.size());
    std::vector<Entity> expected;
    for (const Entity& entity : decode(tags, names)) {
      const auto in = [&](const std::vector<std::size_t>& set) {
        return [&](std::size_t token) { return std::count(set.begin(), set.end(), token) > 0; };
      };
      const bool lost = !std::all_of(entity.tokens.begin(), entity.tokens.end(), in(whole));
      Entity left{entity.type, {}};
      std::copy_if(entity.tokens.begin(), entity.tokens.end(), std::back_inserter(left.tokens),
                   in(stay));
      ASSERT_FALSE(lost && options.on_lost == OnLost::reject);
      if (left.tokens.empty() || (lost && options.on_lost == OnLost::drop)) continue;
      expected.push_back(left);
    }
    ASSERT_EQ(decode(new_tags, stay), expected) << line << "\n" << out;
    if (!iob1) {
      ASSERT_TRUE(is_iob2(new_tags)) << line << "\n" << out;
    }
  }
}

TEST(ConllSchema, TagsThatAreNotChangedStayAsTheyAre) {
  for (const char* tags : {R"("I-","S-PER")", R"("B-\u0058","I-\u0058")", R"("I-X","B-X")"}) {
    const std::string line = R"({"tokens":["a","b"],"tags":[)" + std::string(tags) + "]}";
    EXPECT_EQ(dropped(options_for("conll", 0), line), line);
  }
}

TEST(TokenizedSchema, SpecialTokensAreKeptAndArraysStayAligned) {
  const std::string line = R"({"input_ids": [101, 7, 8, 102], "attention_mask": [1,1, 1,0],)"
                           R"( "special_tokens_mask":[1,0,0,1], "labels": [1, 2]})";
  EXPECT_EQ(
      dropped(options_for("tokenized", 1), line),
      R"({"input_ids": [101, 102], "attention_mask": [1,0], "special_tokens_mask":[1,1], "labels": [1, 2]})");
  RecordOptions masked = options_for("tokenized", 1);
  masked.mask = "103";
  EXPECT_EQ(dropped(masked, line),
            R"({"input_ids": [101, 103, 103, 102], "attention_mask": [1,1, 1,0],)"
            R"( "special_tokens_mask":[1,0,0,1], "labels": [1, 2]})");
}

TEST(ChatSchema, SystemAndLastAnswerAreKept) {
  const std::string system = R"({"role": "system", "content": "a"})",
                    last = R"({"content":"d","role":"assistant" })";
  const std::string line = R"({"messages": [)" + system +
                           R"(, {"role":"user"}, {"role":"assistant"},{"role":"user"} , )" + last +
                           "]}";
  EXPECT_EQ(dropped(options_for("chat", 1), line),
            R"({"messages": [)" + system + " , " + last + "]}");
  EXPECT_EQ(dropped(options_for("chat", 0), line), line);
}

// Annotations that repeat their text keep it equal to the text at their position.
TEST(DropRecord, UpdatesTheOwnTextOfACutAnnotation) {
  RecordOptions options;
  options.spans = SpanRule("regex:[^.]*\\. ?");
  options.draw.law.rate = 1;
  options.fields.never_drop = "keep";
  const std::string line =
      R"({"text": "A. B. C.", "keep": [[0, 2]], "annotations": [{"start": 0, "end": 5, )"
      R"("text": "A. B.", "word": "other"}, {"end": 2, "word": "A.", "begin": 0}]})";
  EXPECT_EQ(dropped(options, line),
            R"({"text": "A. ", "keep": [[0, 2]], "annotations": [{"start": 0, "end": 3, )"
            R"("text": "A. ", "word": "other"}, {"end": 2, "word": "A.", "begin": 0}]})");
}

}  // namespace
}  // namespace spandrop
