#include "spandrop/lab/results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <cmath>
#include <regex>

#include "tests/io/files/files.h"

namespace spandrop::lab {
namespace {

const Run kRun{Kind::noise,
               completed(Kind::noise, {{"length", 30}, {"method", "beta"}, {"gamma", INFINITY}})};
const nn::Outcome kOutcome{
    {{"noise", 12.5}}, {{"step", "dev_error"}, {{100, NAN}, {200, 0.25}}}, 1.25};
const Place kPlace{"figure3b", "b", "laptop"};

TEST(Results, ALineHasTheRunItsOutcomeAndItsPlace) {
  const TemporaryDirectory directory;
  Results results(directory / "results");
  results.add({"my \"own\"", "b", "smoke"}, name_of(kRun), result_of(kRun, kOutcome, 2.5));
  const std::string line =
      load(directory / ("results/my \"own\"/smoke-" + name_of(kRun) + ".json"));
  EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
  EXPECT_EQ(line.back(), '\n');
  simdjson::dom::parser parser;
  const simdjson::dom::element read = parser.parse(line);
  EXPECT_EQ(std::string_view(read["experiment"]), "my \"own\"");
  EXPECT_EQ(std::string_view(read["panel"]), "b");
  EXPECT_EQ(std::string_view(read["scale"]), "smoke");
  EXPECT_EQ(std::string_view(read["kind"]), "noise");
  EXPECT_EQ(settings_from_json(simdjson::minify(simdjson::dom::element(read["settings"]))).size(),
            kRun.settings.size());
  EXPECT_EQ(double(read["scores"]["noise"]), 12.5);
  EXPECT_EQ(simdjson::minify(simdjson::dom::element(read["curve"])),
            R"({"columns":["step","dev_error"],"rows":[[100,null],[200,0.25]]})");
  EXPECT_EQ(double(read["cpu_seconds"]), 1.25);
  EXPECT_EQ(double(read["wall_seconds"]), 2.5);
  EXPECT_TRUE(std::regex_match(std::string(std::string_view(read["version"])),
                               std::regex(R"(\d+\.\d+\.\d+)")));
  EXPECT_FALSE(std::string_view(read["cpu"]).empty());
}

TEST(Results, OutcomeOfReadsResultOf) {
  const nn::Outcome read = outcome_of(result_of(kRun, kOutcome, 1));
  EXPECT_EQ(read.scores, kOutcome.scores);
  EXPECT_EQ(read.cpu_seconds, 1.25);
}

TEST(Results, AResultOfAnotherExperimentIsCopied) {
  const TemporaryDirectory directory;
  const std::string name = name_of(kRun);
  Results(directory / "r").add(kPlace, name, result_of(kRun, kOutcome, 1));
  Results results(directory / "r");
  EXPECT_TRUE(results.contains(name));
  const Place other{"figure3f", "f", "paper"};
  EXPECT_FALSE(std::filesystem::exists(results.file_of(other, name)));
  EXPECT_TRUE(results.copy_to(other, name));
  std::string line = load(results.file_of(other, name));
  line.replace(line.find("figure3f"), 8, "figure3b");
  line.replace(line.find("\"f\""), 3, "\"b\"");
  line.replace(line.find("paper"), 5, "laptop");
  EXPECT_EQ(line, load(results.file_of(kPlace, name)));
}

TEST(Results, AResultThatAnotherProcessJustWroteIsFound) {
  const TemporaryDirectory directory;
  Results results(directory / "r");
  EXPECT_FALSE(results.copy_to(kPlace, name_of(kRun)));
  Results(directory / "r")
      .add({"other", "x", "paper"}, name_of(kRun), result_of(kRun, kOutcome, 1));
  EXPECT_TRUE(results.copy_to(kPlace, name_of(kRun)));
}

TEST(Results, APartialCopyIsNoResult) {
  const TemporaryDirectory directory;
  const std::string name = name_of(kRun);
  Results(directory / "r").add(kPlace, name, result_of(kRun, kOutcome, 1));
  const std::filesystem::path file = Results(directory / "r").file_of(kPlace, name);
  const std::string whole = load(file);
  for (const std::string& broken : {std::string(), whole.substr(0, whole.size() / 2)}) {
    store(file, broken);
    Results results(directory / "r");
    EXPECT_FALSE(results.contains(name));
    EXPECT_FALSE(results.copy_to(kPlace, name));
    results.add(kPlace, name, result_of(kRun, kOutcome, 1));
    EXPECT_EQ(load(file), whole);
  }
}

TEST(Results, AResultFromBeforeASettingWasAddedIsStillValid) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory / "r/old");
  std::string line = "{\"experiment\":\"old\",\"panel\":\"b\",\"scale\":\"paper\"," +
                     result_of(kRun, kOutcome, 1).substr(1);
  const std::string newer = ",\"first_letters\":100";  // at its default
  ASSERT_NE(line.find(newer), std::string::npos);
  line.erase(line.find(newer), newer.size());
  store(directory / "r/old/any-name.json", line);
  EXPECT_TRUE(Results(directory / "r").contains(name_of(kRun)));
}

TEST(Results, FilesWithoutAResultAreIgnored) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory / "r/x");
  std::filesystem::create_directories(directory / "r/.work");
  const std::string good = "{\"experiment\":\"x\"," + result_of(kRun, kOutcome, 1).substr(1);
  store(directory / "r/.work/hidden.json", good);
  store(directory / "r/x/notes.txt", good);
  store(directory / "r/x/empty.json", "");
  store(directory / "r/x/cut.json", good.substr(0, good.size() / 2));
  store(directory / "r/x/array.json", "[1, 2]");
  store(directory / "r/x/kind.json", R"({"kind":"later","settings":{}})");
  store(directory / "r/x/setting.json", R"({"kind":"noise","settings":{"gone":1}})");
  EXPECT_FALSE(Results(directory / "r").contains(name_of(kRun)));
  store(directory / "r/x/good.json", good);
  EXPECT_TRUE(Results(directory / "r").contains(name_of(kRun)));
}

}  // namespace
}  // namespace spandrop::lab
