#include "spandrop/lab/experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/source_directory.h"

namespace spandrop::lab {
namespace {

using testing::HasSubstr;

const std::string kHead = "about = \"a test\"\npanel = \"b\"\n";  // two lines

Experiment parse(const std::string& parts, const std::string& scale = "laptop") {
  return parse_experiment(kHead + parts, "folder/my test.toml", scale);
}

// The message with which a file is refused.
std::string refusal(const std::string& text, const std::string& scale = "laptop") {
  try {
    parse_experiment(text, "folder/x.toml", scale);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "it was accepted";
}

std::vector<std::string> labels(const Experiment& experiment) {
  std::vector<std::string> found;
  for (const Run& run : experiment.runs) found.push_back(label_of(run.kind, run.settings));
  return found;
}

TEST(Experiment, GridsAreProductsAndFollowEachOther) {
  const Experiment experiment = parse(R"(
[[part]]
kind = "noise"
base = { length = 20, rate = 0.3 }
grid = [{ method = ["drop", "beta"], animals = [["ox"], ["cat", "dog"]] }, { method = "mask", rate = [0.1, 0.2] }]
seeds = [0, 7]
)");
  EXPECT_EQ(experiment.about, "a test");
  EXPECT_EQ(experiment.place.experiment, "my test");
  EXPECT_EQ(experiment.place.panel, "b");
  EXPECT_EQ(experiment.place.scale, "laptop");
  EXPECT_THAT(labels(experiment),
              testing::ElementsAre(
                  "noise-drop-p0.3-n20-ox-seed0", "noise-beta-p0.3-n20-ox-seed0",
                  "noise-drop-p0.3-n20-2-animals-seed0", "noise-beta-p0.3-n20-2-animals-seed0",
                  "noise-mask-p0.1-n20-cat-seed0", "noise-mask-p0.2-n20-cat-seed0",
                  "noise-drop-p0.3-n20-ox-seed7", "noise-beta-p0.3-n20-ox-seed7",
                  "noise-drop-p0.3-n20-2-animals-seed7", "noise-beta-p0.3-n20-2-animals-seed7",
                  "noise-mask-p0.1-n20-cat-seed7", "noise-mask-p0.2-n20-cat-seed7"));
}

TEST(Experiment, AScaleAddsToTheBaseAndReplacesGridAndSeeds) {
  const std::string part = R"(
[[part]]
kind = "noise"
base = { length = 20, draws = 500 }
grid = [{ method = ["drop", "beta"] }]
seeds = [0, 1, 2]
[part.smoke]
base = { draws = 5 }
grid = [{ method = "mask" }]
seeds = [9]
)";
  EXPECT_EQ(parse(part, "paper").runs.size(), 6u);
  const Experiment smoke = parse(part, "smoke");
  ASSERT_EQ(smoke.runs.size(), 1u);
  EXPECT_EQ(to_json(smoke.runs[0].settings.at("draws")), "5");
  EXPECT_EQ(to_json(smoke.runs[0].settings.at("length")), "20");
  EXPECT_EQ(to_json(smoke.runs[0].settings.at("seed")), "9");
  EXPECT_EQ(to_json(smoke.runs[0].settings.at("method")), "\"mask\"");
}

TEST(Experiment, SettingsThatAMethodIgnoresMakeNoNewRuns) {
  const std::string five = R"(
[[part]]
kind = "find_animals"
grid = [{ method = ["none", "drop", "beta"], noise_free = [false, true] }]
)";
  EXPECT_EQ(parse(five).runs.size(), 5u);
  const std::string rates = R"(
[[part]]
kind = "noise"
grid = [{ method = ["none", "drop", "beta"], rate = [0.1, 0.2], gamma = [1, 2.0, inf] }]
)";
  EXPECT_EQ(parse(rates).runs.size(), 1u + 2u + 6u);
}

TEST(Experiment, EqualRunsOfTwoPartsAreOne) {
  const std::string part =
      "[[part]]\nkind = \"theory\"\ngrid = [{ table = [\"noise\", \"noise\"] }]\n";
  EXPECT_EQ(parse(part + part).runs.size(), 1u);
}

TEST(Experiment, WithoutAGridThereIsOneRun) {
  const Experiment experiment = parse("[[part]]\nkind = \"find_animals\"\n");
  ASSERT_EQ(experiment.runs.size(), 1u);
  EXPECT_EQ(experiment.runs[0].settings, completed(Kind::find_animals, {}));
}

TEST(Experiment, RefusalsNameFileAndLine) {
  const std::string part = kHead + "[[part]]\nkind = \"noise\"\n";  // four lines
  const std::pair<std::string, std::vector<std::string>> wrong[] = {
      {part + "base = { lenght = 3 }", {"folder/x.toml:5: ", "lenght", "length"}},
      {part + "base = { length = \"long\" }", {"x.toml:5: ", "whole number", "\"long\""}},
      {part + "base = { length = 1.5 }", {"x.toml:5: ", "whole number", "1.5"}},
      {part + "base = { method = \"spandrop\" }", {"x.toml:5: ", "none, drop, beta", "spandrop"}},
      {part + "base = { rate = 1979-05-27 }", {"x.toml:5: ", "a boolean, number"}},
      {part + "base = { animals = [\"cat\", 3] }",
       {"x.toml:5: ", "list of whole numbers or strings"}},
      {part + "base = 3", {"x.toml:5: ", "a table for base"}},
      {part + "grid = [{ rate = [0.1,\n\"x\"] }]", {"x.toml:6: ", "a number for rate"}},
      {part + "grid = [{ animals = [\"cat\"] }]", {"x.toml:5: ", "animals", "\"cat\""}},
      {part + "grid = [{ rate = [] }]", {"x.toml:5: ", "rate = [...] with at least one value"}},
      {part + "grid = [{}]", {"x.toml:5: ", "at least one setting"}},
      {part + "grid = []", {"x.toml:5: ", "grid = [...] with at least one value"}},
      {part + "grid = { rate = 1 }", {"x.toml:5: ", "grid = [...]"}},
      {part + "seeds = []", {"x.toml:5: ", "seeds = [...]"}},
      {part + "seeds = 3", {"x.toml:5: ", "seeds = [...]"}},
      {part + "seeds = [0.5]", {"x.toml:5: ", "whole number"}},
      {part + "sedes = [0]", {"x.toml:5: ", "kind, base, grid, seeds", "sedes"}},
      {part + "[part.smoke]\nkind = \"theory\"", {"x.toml:6: ", "base, grid, seeds", "kind"}},
      {part + "[part.smoke]\nbase = { draw = 3 }",
       {"x.toml:6: ", "draws"}},                                  // also at other scales
      {part + "base = { length = 2 }", {"x.toml:3: ", "(run "}},  // too short for a cat
      {kHead + "[[part]]\nkind = \"nose\"", {"x.toml:4: ", "find_animals, noise, theory"}},
      {kHead + "[[part]]\nbase = {}", {"x.toml:3: ", "kind = "}},
      {kHead + "[[part]]\nkind = \"theory\"\nseeds = [1]", {"x.toml:5: ", "theory", "seed"}},
      {kHead, {"x.toml:1: ", "[[part]]"}},
      {kHead + "part = 3", {"x.toml:", "[[part]]"}},
      {kHead + "scales = 3", {"x.toml:3: ", "about, panel, part", "scales"}},
      {"about = 3", {"x.toml:1: ", "about = \"...\""}},
      {"about = \"a\"", {"x.toml:1: ", "panel = \"...\""}},
      {"about = \"a\"\npanel = \"z\"", {"x.toml:2: ", "a panel of the report (2a", "got z"}},
      {kHead + "[[part]]\nkind = \"noise", {"x.toml:4: "}},
      {"about = \"\xff\"", {"x.toml:1: "}},
  };
  for (const auto& [text, words] : wrong) {
    const std::string told = refusal(text);
    for (const std::string& word : words) EXPECT_THAT(told, HasSubstr(word)) << text;
  }
}

TEST(Experiment, EveryFileOfTheProjectIsValidAtEveryScale) {
  std::size_t files = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(test::source_directory() + "/experiments")) {
    if (file.path().extension() != ".toml") continue;
    ++files;
    for (const std::string_view scale : kScales) {
      const Experiment experiment = read_experiment(file.path(), std::string(scale));
      EXPECT_FALSE(experiment.runs.empty()) << file.path();
    }
  }
  EXPECT_GE(files, 14u);
  EXPECT_THROW(read_experiment("nowhere.toml", "smoke"), std::runtime_error);
}

}  // namespace
}  // namespace spandrop::lab
