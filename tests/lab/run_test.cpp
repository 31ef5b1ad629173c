#include "spandrop/lab/run.h"

#include <gtest/gtest.h>

#include "tests/core/refusal.h"

namespace spandrop::lab {
namespace {

Run training(const Settings& settings) {
  return {Kind::find_animals, completed(Kind::find_animals, settings)};
}

TEST(Run, ItsNameIsALabelAndAHashOfKindAndSettings) {
  const std::string name = name_of(training({{"method", "beta"}, {"noise_free", true}}));
  EXPECT_EQ(name.substr(0, name.size() - 16), "beta-noise-free-p0.1-n300-cat-1000x1500-seed0-");
  EXPECT_NE(name, name_of(training({{"method", "beta"}, {"noise_free", true}, {"warmup", 199}})));
}

TEST(Run, SettingsThatDoNotChangeTheResultDoNotChangeTheName) {
  const std::string name = name_of(training({}));
  EXPECT_EQ(name,
            name_of(training({{"device", "cuda:1"}, {"threads", 4}, {"checkpoint_every", 7}})));
  EXPECT_NE(name, name_of(training({{"seed", 1}})));
}

TEST(Run, DefaultsNeedNotBeWritten) {
  EXPECT_EQ(name_of(training({})), name_of(training({{"width", 32}, {"learning_rate", 1e-3}})));
  EXPECT_EQ(name_of(training({{"gamma", std::int64_t(1)}, {"method", "beta"}})),
            name_of(training({{"gamma", 1.0}, {"method", "beta"}})));
}

TEST(Run, JsonRoundTripKeepsAllSettings) {
  const auto run = training({{"method", "beta"}, {"rate", 0.1 + 0.2}});
  std::string json;
  JsonWriter writer(json);
  writer.begin_object().field("experiment", "x");
  write_fields(writer, run);
  writer.end_object();
  const auto read = run_from_json(json);
  EXPECT_EQ(read.kind, run.kind);
  // JSON does not tell 1.0 from 1; completed() restores the types.
  EXPECT_EQ(completed(read.kind, read.settings), run.settings);
  EXPECT_EQ(name_of(read), name_of(run));
}

TEST(Run, JsonWithoutARunIsRefused) {
  for (const char* json :
       {"", "[1]", "{}", R"({"kind":"noise"})", R"({"settings":{}})", "{\"kind"}) {
    EXPECT_EQ(refusal([&] { run_from_json(json); }),
              "[run] expected a JSON object with kind and settings")
        << json;
  }
  EXPECT_EQ(refusal([] { run_from_json(R"({"kind":"later","settings":{}})"); }),
            "[run] there is no kind of run later");
}

}  // namespace
}  // namespace spandrop::lab
