#include "spandrop/io/records/record_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/io/records/records.h"

namespace spandrop {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Reads a line with a reader that has already read another one.
class Read {
 public:
  explicit Read(const std::string& line, const Fields& fields = {}, Unit unit = Unit::code_point)
      : fields_(fields), reader_(fields_, unit), line_(line) {
    static const PaddedLine earlier(
        R"({"id":"old","text":"old \n text","annotations":[{"begin":0,"end":1}],)"
        R"("protected":[[0,2]],"spans":[[0,3]],"question":"old"})");
    (void)reader_.read(earlier);
    result_ = reader_.read(line_);
  }

  // The field and the reason of the error.
  std::string error() const {
    return result_ ? "no error" : result_.error().field + ": " + result_.error().reason;
  }
  std::string error_id() const { return result_ ? "no error" : result_.error().id; }
  const Record& record() const { return *result_.value(); }
  std::string_view at(Place place) const { return record().raw(place); }

 private:
  Fields fields_;
  RecordReader reader_;
  PaddedLine line_;
  tl::expected<Record*, RecordError> result_ = nullptr;
};

// A record of the text "abc" with one more field.
std::string with(const std::string& field) { return R"({"text":"abc",)" + field + "}"; }
std::string tokens_with(const std::string& field) { return R"({"tokens":[1,2,3],)" + field + "}"; }

TEST(RecordReader, ReadsAText) {
  const Read read(
      " { \"text\" :\t\"a\\nb\\u00e9\" , \"id\": \"x\\n\", \"question\":\"q\\u0041\" } ");
  EXPECT_TRUE(read.record().is_text);
  EXPECT_EQ(read.record().text.text(), "a\nb\u00e9");
  EXPECT_EQ(read.at(read.record().text_at), "a\\nb\\u00e9");
  EXPECT_EQ(read.record().id, "x\n");
  EXPECT_EQ(read.record().question, "qA");
  EXPECT_EQ(read.record().length(), 5u);
  EXPECT_EQ(read.record().units()->length(), 4u);
  EXPECT_EQ(read.record().object_at, 2u);
  EXPECT_FALSE(read.record().spans.present);
  EXPECT_TRUE(read.record().annotations.labels.empty());
}

TEST(RecordReader, ReadsTokensOfAnyKind) {
  const Read read(R"({"tokens":[ 1 ,-2.50,"a\"]," , {"b" : [1 , 2] } ,[ ],null , true ]})");
  std::vector<std::string> raws;
  for (const Place& at : read.record().tokens.elements) raws.emplace_back(read.at(at));
  EXPECT_THAT(
      raws, ElementsAre("1", "-2.50", R"("a\"],")", R"({"b" : [1 , 2] })", "[ ]", "null", "true"));
  EXPECT_FALSE(read.record().is_text);
  EXPECT_EQ(read.record().length(), 7u);
}

TEST(RecordReader, FindsThePlacesOfLabels) {
  const Read read(with(
      R"("annotations" : [ {"x": {"begin":9}, "end" : 3 , "begin": 1 } ,{"\u0062egin":0,"end":0}],)"
      R"("protected":[[ 0 , 2 ]],"spans":[[0,1],[1 ,3]])"));
  const LabelList& list = read.record().annotations;
  ASSERT_EQ(list.labels.size(), 2u);
  EXPECT_EQ(list.labels[0].range, (UnitRange{1, 3}));
  EXPECT_EQ(read.at(list.places[0].begin), "1");
  EXPECT_EQ(read.at(list.places[0].end), "3");
  EXPECT_EQ(read.at(list.arrays[0].elements[0]), R"({"x": {"begin":9}, "end" : 3 , "begin": 1 })");
  EXPECT_EQ(list.labels[1].range, (UnitRange{0, 0}));
  EXPECT_EQ(read.at(read.record().never_drop.arrays[0].elements[0]), "[ 0 , 2 ]");
  EXPECT_EQ(read.at(read.record().never_drop.places[0].end), "2");
  EXPECT_EQ(read.at(read.record().spans.arrays[0].elements[1]), "[1 ,3]");
  EXPECT_EQ(read.record().spans.labels[1].elements, (Range{1, 3}));
  EXPECT_TRUE(read.record().spans.present);
}

TEST(RecordReader, PairsMayHaveAnyWhiteSpace) {
  for (const std::string space : {"", " ", "\t", "\r", "\n", " \t\r\n "}) {
    const std::string_view parts[] = {"[", "[", "0", ",", "1", "]", ",",
                                      "[", "1", ",", "3", "]", "]"};
    std::string pairs;
    for (const std::string_view part : parts) pairs.append(space).append(part);
    const Read read(with("\"spans\":" + pairs + space));
    ASSERT_EQ(read.error(), "no error") << space;
    const LabelList& list = read.record().spans;
    ASSERT_EQ(list.labels.size(), 2u);
    EXPECT_EQ(list.labels[0].range, (UnitRange{0, 1}));
    EXPECT_EQ(list.labels[1].range, (UnitRange{1, 3}));
    EXPECT_EQ(read.at(list.places[1].begin), "1");
    EXPECT_EQ(read.at(list.places[1].end), "3");
    std::string second;
    for (std::size_t i = 7; i < 12; ++i) second.append(i > 7 ? space : "").append(parts[i]);
    EXPECT_EQ(read.at(list.arrays[0].elements[1]), second);
  }
  EXPECT_TRUE(Read(with("\"spans\":[ ]")).record().spans.present);
}

TEST(RecordReader, NullListsAreEmpty) {
  const Read read(with(R"("annotations":null,"protected":null,"spans":null)"));
  ASSERT_EQ(read.error(), "no error");
  EXPECT_FALSE(read.record().annotations.present);
  EXPECT_FALSE(read.record().spans.present);
}

TEST(RecordReader, RejectsAFieldWithTheNameOfTheView) {
  Fields fields;
  fields.view = "copy";
  EXPECT_EQ(Read(with(R"("copy":1)"), fields).error(),
            "copy: expected no field with this name, because the view's number is written to it");
  fields.view = fields.text;
  EXPECT_EQ(Read(with(R"("copy":1)"), fields).error(),
            "text: expected no field with this name, because the view's number is written to it");
}

TEST(RecordReader, LabelsAreInUnitsOfTheText) {
  const std::string line = R"({"text":"\ud83d\ude00\u00e9a","annotations":[{"begin":B,"end":E}]})";
  const auto read = [&](const std::string& begin, const std::string& end, Unit unit) {
    std::string filled = line;
    filled.replace(filled.find('B'), 1, begin).replace(filled.find('E'), 1, end);
    return Read(filled, {}, unit);
  };
  const Range bytes{4, 6};
  EXPECT_EQ(read("4", "6", Unit::byte).record().annotations.labels[0].elements, bytes);
  EXPECT_EQ(read("1", "2", Unit::code_point).record().annotations.labels[0].elements, bytes);
  EXPECT_EQ(read("2", "3", Unit::utf16).record().annotations.labels[0].elements, bytes);
  EXPECT_EQ(read("4", "5", Unit::byte).error(),
            "annotations[0]: expected positions at character boundaries, got 4 to 5");
  EXPECT_EQ(read("1", "3", Unit::utf16).error(),
            "annotations[0]: expected positions at character boundaries, got 1 to 3");
  EXPECT_THAT(read("1", "4", Unit::code_point).error(), HasSubstr("within the 3 code points"));
  EXPECT_THAT(read("0", "8", Unit::byte).error(), HasSubstr("within the 7 bytes"));
}

TEST(RecordReader, IdsAreStringsNumbersOrMissing) {
  const auto id = [](const std::string& value) -> std::optional<std::string> {
    const Read read(with("\"id\":" + value));
    if (!read.record().id) return std::nullopt;
    return std::string(*read.record().id);
  };
  EXPECT_EQ(id(R"("a\u0062")"), "ab");
  EXPECT_EQ(id("\"\""), "");
  EXPECT_EQ(id("17"), "17");
  EXPECT_EQ(id("1e2"), "1e2");
  EXPECT_EQ(id("1.0"), "1.0");
  EXPECT_EQ(id("-0"), "-0");
  EXPECT_EQ(id("123456789012345678901234567890"), "123456789012345678901234567890");
  EXPECT_EQ(id("null"), std::nullopt);
  EXPECT_EQ(Read(R"({"text":"abc"})").record().id, std::nullopt);
  for (const char* value : {"true", "[1]", "{}", "1x", "01", "1\"2\"", "1.", "--1", "1e", "-"}) {
    EXPECT_THAT(Read(with(std::string("\"id\":") + value)).error(),
                testing::StartsWith("id: expected a string or a number"))
        << value;
  }
}

TEST(RecordReader, ReportsWhichValueIsWrong) {
  const std::pair<std::string, std::string> cases[] = {
      {R"({"text":1})", "text: expected a string"},
      {R"({"text":null})", "text: expected a string"},
      {R"({"text":"\x"})", "text: expected a string, got an invalid escape sequence"},
      {R"({"tokens":"a"})", "tokens: expected an array"},
      {R"({"tokens":{}})", "tokens: expected an array"},
      {with(R"("id":[])"), "id: expected a string or a number"},
      {with(R"("annotations":{})"), "annotations: expected an array"},
      {with(R"("annotations":[1])"), "annotations[0]: expected an object or an array"},
      {with(R"("annotations":[{"begin":1}])"), "annotations[0].end: missing required field"},
      {with(R"("annotations":[{"begin":1,"end":2},{"end":1}])"),
       "annotations[1].begin: missing required field"},
      {with(R"("annotations":[{"begin":-1,"end":2}])"),
       "annotations[0].begin: expected a whole number from 0, got -1"},
      {with(R"("annotations":[{"begin":0,"end":2.0}])"),
       "annotations[0].end: expected a whole number from 0, got 2.0"},
      {with(R"("annotations":[{"begin":0,"end":1e0}])"),
       "annotations[0].end: expected a whole number from 0, got 1e0"},
      {with(R"("annotations":[{"begin":0,"end":"2"}])"),
       "annotations[0].end: expected a whole number from 0, got \"2\""},
      {with(R"("annotations":[{"begin":0,"end":02}])"),
       "annotations[0].end: expected a whole number from 0, got 02"},
      {with(R"("annotations":[{"begin":0,"end":18446744073709551616}])"),
       "annotations[0].end: expected a whole number from 0, got 18446744073709551616"},
      {with(R"("annotations":[{"begin":0,"end":1,"\u0065nd":1}])"),
       "annotations[0].end: expected once, found twice"},
      {with(R"("annotations":[{"begin":2,"end":1}])"),
       "annotations[0]: expected begin <= end, got 2 to 1"},
      {with(R"("annotations":[{"begin":0,"end":18446744073709551615}])"),
       "annotations[0]: expected a range within the 3 code points of the text, got 0 to "
       "18446744073709551615"},
      {with(R"("protected":[[0,1],[1]])"),
       "protected[1]: expected [begin, end], got fewer than two numbers"},
      {with(R"("protected":[[]])"),
       "protected[0]: expected [begin, end], got fewer than two numbers"},
      {with(R"("spans":[[0,1,2]])"), "spans[0]: expected [begin, end], got more than two numbers"},
      {with(R"("spans":[[0,-1]])"), "spans[0][1]: expected a whole number from 0, got -1"},
      {with(R"("spans":[[0,[1]]])"), "spans[0][1]: expected a whole number from 0, got ["},
      {with(R"("spans":[{"begin":0}])"), "spans[0]: expected an array"},
      {with(R"("spans":[[0,1],2])"), "spans[1]: expected an array"},
      {with(R"("spans":[[0,01]])"), "spans[0][1]: expected a whole number from 0, got 01"},
      {with(R"("spans":[[0,1x]])"), "spans[0][1]: expected a whole number from 0, got 1x"},
      {with(R"("spans":[[0,18446744073709551616]])"),
       "spans[0][1]: expected a whole number from 0, got 18446744073709551616"},
      {with(R"("spans":[[0,18446744073709551615]])"),
       "spans[0]: expected a range within the 3 code points of the text, got 0 to "
       "18446744073709551615"},
      {with(R"("spans":[[0,4]])"),
       "spans[0]: expected a range within the 3 code points of the text, got 0 to 4"},
      {tokens_with(R"("spans":[[0,4]])"),
       "spans[0]: expected a range within the 3 tokens, got 0 to 4"},
      {with(R"("text":"b")"), "text: expected once, found twice"},
      {with(R"("\u0074ext":"b")"), "text: expected once, found twice"},
      {with(R"("id":1,"id":1)"), "id: expected once, found twice"},
      {with(R"("spans":[],"spans":[])"), "spans: expected once, found twice"},
      {with(R"("tokens":[])"), ": expected text or tokens, got both; rename one of the two"},
      {R"({"tokens":[],"text":""})", ": expected text or tokens, got both; rename one of the two"},
      {R"({})", ": missing field `text` or `tokens`"},
      {R"({"TEXT":"a"})", ": missing field `text` or `tokens`"},
  };
  for (const auto& [line, error] : cases) EXPECT_EQ(Read(line).error(), error) << line;
}

TEST(RecordReader, AnEscapedKeyIsTheSameKey) {
  const Read read(R"({"\u0074ext":"abc"})");
  EXPECT_EQ(read.record().text.text(), "abc");
}

TEST(RecordReader, RejectsLinesThatAreNotOneObject) {
  using std::string_literals::operator""s;
  for (const std::string& line : {"[]"s,
                                  "1"s,
                                  "\"text\""s,
                                  "null"s,
                                  "x"s,
                                  "{"s,
                                  "}"s,
                                  "{\"text\""s,
                                  "{\"text\":"s,
                                  "{\"text\":\"a"s,
                                  "{\"text\":\"a\\\"}"s,
                                  "{\"text\":\"a\""s,
                                  "{\"text\":\"a\"]"s,
                                  "{\"text\":\"a\"} x"s,
                                  "{\"text\":\"a\"}{\"text\":\"a\"}"s,
                                  "{\"text\":\"a\"},"s,
                                  "{\"text\":\"a\"}}"s,
                                  "{\"text\":\"a\"}\0"s,
                                  "\0{\"text\":\"a\"}"s,
                                  "{\"text\":\0\"a\"}"s,
                                  "{\"text\":\"a\0\"}"s,
                                  "{\"text\":\"a\nb\"}"s,
                                  "{\"text\" \"a\"}"s,
                                  "{\"text\":\"a\",}"s,
                                  "{\"text\":\"a\" \"x\":1}"s,
                                  "{text:\"a\"}"s,
                                  "{'text':'a'}"s,
                                  "{\"text\":\"a\"\"b\"}"s,
                                  "{\"text\":\"a\"x}"s,
                                  "{\"text\":\"\xff\"}"s,
                                  "{\"text\":\"\xc3\"}"s,
                                  "{\"text\":\"\xed\xa0\x80\"}"s,
                                  "{\"text\":\"a\",\"x\":\"\x80\"}"s,
                                  "{\"tokens\":[1 2]}"s,
                                  "{\"tokens\":[1,]}"s,
                                  "{\"tokens\":[,1]}"s,
                                  "{\"tokens\":[1"s,
                                  "{\"tokens\":[1}"s,
                                  "{\"tokens\":[x]}"s,
                                  "{\"text\":\"a\",\"spans\":[[0,1]"s,
                                  "{\"text\":\"a\",\"spans\":[[0,1]]"s,
                                  "{\"text\":\"a\",\"spans\":[[0,1]]]}"s,
                                  "{\"text\":\"a\",\"spans\":[[0,1]]x}"s,
                                  "{\"text\":\"a\",\"spans\":[[0,1][0,1]]}"s,
                                  "{\"text\":\"a\",\"spans\":[[0 1]]}"s,
                                  "{\"text\":\"a\",\"spans\":[[0,1],]}"s,
                                  "{\"text\":\"a\",\"\\ud800\":1}"s,
                                  "{\"text\":\"a\",\"\\x\":1}"s,
                                  "{\"tokens\":[{N,\"a\":3}]}"s,
                                  "{\"tokens\":[[\"a\":3]]}"s,
                                  "{\"tokens\":[{\"a\",3}]}"s}) {
    const Read read(line);
    EXPECT_THAT(read.error(), testing::StartsWith(": expected")) << line;
  }
}

TEST(RecordReader, ByteOrderMarksAreSkipped) {
  const Read read("\xEF\xBB\xBF{\"text\":\"abc\",\"spans\":[[0,1]]}");
  ASSERT_EQ(read.error(), "no error");
  EXPECT_EQ(read.at(read.record().text_at), "abc");
  EXPECT_EQ(read.at(read.record().spans.arrays[0].elements[0]), "[0,1]");
  EXPECT_EQ(read.record().object_at, 4u);
}

TEST(RecordReader, IgnoredFieldsMayHoldAnything) {
  const std::string deep = std::string(10'000, '[') + std::string(10'000, ']');
  for (const std::string& value : {deep, std::string("1.2.3"), std::string(R"("\x\ud800")"),
                                   std::string(R"({"text":1,"text":2})")}) {
    EXPECT_EQ(Read(with("\"other\":" + value)).error(), "no error") << value;
    EXPECT_EQ(Read("{\"other\":" + value + ",\"text\":\"abc\"}").record().text.text(), "abc");
  }
  EXPECT_EQ(Read(with(R"("question":null)")).record().question, "");
  EXPECT_EQ(Read(with(R"("annotations":[{"begin":0,"end":1,"x":)" + deep + "}]")).error(),
            "no error");
  EXPECT_EQ(Read("{\"tokens\":[" + deep + "]}").record().length(), 1u);
}

TEST(RecordReader, ErrorsNameTheRecordIfItsIdComesFirst) {
  EXPECT_EQ(Read(R"({"id":"a\n","text":1})").error_id(), "a\n");
  EXPECT_EQ(Read(R"({"text":1,"id":"a"})").error_id(), "");
}

TEST(RecordReader, AnswersHaveTextsAndStarts) {
  const Fields fields = fields_of_schema("squad-hf");
  const auto squad = [&](const std::string& answers) {
    return Read(R"({"context":"a\u00e9c","answers":)" + answers + "}", fields);
  };
  const Read read = squad(R"({"answer_start":[ 1 ,2], "text":["\u00e9c" , "" ]})");
  const LabelList& list = read.record().answers;
  ASSERT_EQ(list.labels.size(), 2u);
  EXPECT_EQ(list.labels[0].range, (UnitRange{1, 3}));
  EXPECT_EQ(list.labels[0].elements, (Range{1, 4}));
  EXPECT_EQ(read.at(list.places[0].text), "\\u00e9c");
  EXPECT_EQ(read.at(list.places[0].begin), "1");
  EXPECT_TRUE(list.places[0].end.empty());
  EXPECT_EQ(read.at(list.arrays[0].elements[1]), "\"\"");
  EXPECT_EQ(read.at(list.arrays[1].elements[1]), "2");
  EXPECT_EQ(squad(R"({"text":[],"answer_start":[]})").error(), "no error");
  EXPECT_EQ(Read(R"({"context":"abc"})", fields).error(), "no error");

  EXPECT_EQ(squad("[]").error(), "answers: expected an object");
  EXPECT_THAT(squad(R"({"text":[]})").error(), HasSubstr("answer_start"));
  EXPECT_THAT(squad(R"({"answer_start":[]})").error(), HasSubstr("text"));
  EXPECT_THAT(squad(R"({"text":["a"],"answer_start":[]})").error(), HasSubstr("got 1 and 0"));
  EXPECT_THAT(squad(R"({"text":[],"answer_start":[0]})").error(), HasSubstr("got 0 and 1"));
  EXPECT_THAT(squad(R"({"text":["c"],"answer_start":[1]})").error(),
              HasSubstr("answers.answer_start[0]: expected the answer at this position"));
  EXPECT_EQ(squad(R"({"text":[1],"answer_start":[1]})").error(),
            "answers.text[0]: expected a string");
  EXPECT_EQ(squad(R"({"text":"a","answer_start":[1]})").error(), "answers.text: expected an array");
  for (const char* start : {"4", "18446744073709551615", "-1", "1.0", "\"1\""}) {
    EXPECT_THAT(
        squad(std::string(R"({"text":["a\u00e9"],"answer_start":[)") + start + "]}").error(),
        HasSubstr("answers"))
        << start;
  }
  EXPECT_THAT(Read(R"({"text":"abc"})", fields).error(), HasSubstr("missing field `context`"));
}

TEST(RecordReader, ArraysBesideTheTokens) {
  Fields fields;
  fields.parallel = {{"tags", true}, {"other", false}};
  EXPECT_EQ(Read(tokens_with(R"("tags":[4,5,6])"), fields).error(), "no error");
  EXPECT_EQ(Read(tokens_with(R"("other":[4,5,6])"), fields).error(),
            "tags: missing required array with one element per token");
  EXPECT_EQ(Read(tokens_with(R"("tags":[4,5])"), fields).error(),
            "tags: expected one element for each of the 3 tokens, got 2");
  EXPECT_EQ(Read(tokens_with(R"("tags":1)"), fields).error(), "tags: expected an array");
  EXPECT_EQ(Read(with(R"("tags":[4,5,6])"), fields).error(),
            "tags: expected a record of tokens, got a text");

  const Fields tokenized = fields_of_schema("tokenized");
  const Read read(R"({"input_ids":[7,8,9],"special_tokens_mask":[1,0,1]})", tokenized);
  EXPECT_THAT(read.record().never_drop_tokens, ElementsAre(0, 2));
  EXPECT_EQ(Read(R"({"input_ids":[7],"special_tokens_mask":[2]})", tokenized).error(),
            "special_tokens_mask[0]: expected 0 or 1, got 2");
}

TEST(RecordReader, TurnsOfAChat) {
  const Fields chat = fields_of_schema("chat");
  const auto turns = [&](const std::string& roles) {
    std::string line = R"({"messages":[)";
    for (const char role : roles) {
      const std::string name = role == 's' ? "system" : role == 'a' ? "assistant" : "user";
      line += (line.back() == '[' ? "" : ",") + (R"({"content":"x", "role":")" + name + "\"}");
    }
    return Read(line + "]}", chat).record().never_drop_tokens;
  };
  EXPECT_THAT(turns("suaua"), ElementsAre(0, 4));
  EXPECT_THAT(turns("uau"), ElementsAre(1));
  EXPECT_THAT(turns("auus"), ElementsAre(0, 3));
  EXPECT_THAT(turns("uu"), ElementsAre());
  EXPECT_THAT(turns("sus"), ElementsAre(0, 2));
  EXPECT_THAT(turns(""), ElementsAre());
  EXPECT_EQ(Read(R"({"messages":[{"content":"x"}]})", chat).error(),
            "messages[0].role: missing required field");
  EXPECT_EQ(Read(R"({"messages":[{"role":1}]})", chat).error(),
            "messages[0].role: expected a string");
  EXPECT_EQ(Read(R"({"messages":[{"role":"user","\u0072ole":"x"}]})", chat).error(),
            "messages[0].role: expected once, found twice");
  EXPECT_EQ(Read(R"({"messages":["x"]})", chat).error(), "messages[0]: expected an object");
}

TEST(Fields, UnknownSchemasAreRejected) {
  for (const std::string& name : schema_names()) EXPECT_NO_THROW(fields_of_schema(name));
  EXPECT_THROW(fields_of_schema("squad"), std::invalid_argument);
}

}  // namespace
}  // namespace spandrop
