#include "spandrop/io/files/output_directory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "spandrop/io/files/output_file.h"
#include "tests/io/files/files.h"

namespace spandrop {
namespace {

using Status = OutputDirectory::Status;
using testing::HasSubstr;
using testing::Not;

const std::string kOptions =
    R"({"version": "1", "options": {"rate": 0.1, "fields": {"text": "t"}}})";

// Finishes an output the way a run does.
void finish(OutputDirectory& directory, const std::string& output, const std::string& input,
            const std::string& content) {
  OutputFile file(output);
  file.write(content);
  directory.record(output, file.sync(), identity_of(input));
  file.commit();
}

struct OutputDirectoryTest : testing::Test {
  TemporaryDirectory home;
  const std::string path = home / "out", in = home / "a", out = home / "out/a";

  void SetUp() override { store(in, "input"); }

  Status status() const { return OutputDirectory(path, kOptions).status_of(out, identity_of(in)); }
  void make() const {
    OutputDirectory directory(path, kOptions);
    directory.claim();
    finish(directory, out, in, "output");
  }
};

TEST_F(OutputDirectoryTest, KnowsWhatItFinished) {
  EXPECT_EQ(status(), Status::missing);
  EXPECT_FALSE(std::filesystem::exists(path));  // only claim() writes
  make();
  EXPECT_EQ(status(), Status::finished);
  store(out, "longer than before");
  EXPECT_EQ(status(), Status::size_changed);
  std::filesystem::remove(out);
  EXPECT_EQ(status(), Status::missing);
}

TEST_F(OutputDirectoryTest, KnowsTheVersionOfTheInput) {
  make();
  std::filesystem::last_write_time(in,
                                   std::filesystem::last_write_time(in) + std::chrono::seconds(1));
  EXPECT_EQ(status(), Status::input_changed);
  make();
  EXPECT_EQ(status(), Status::finished);
  std::filesystem::create_directory(home / "moved");
  std::filesystem::rename(in, home / "moved/a");  // a move keeps the time
  const OutputDirectory directory(path, kOptions);
  EXPECT_EQ(directory.status_of(out, identity_of(home / "moved/a")), Status::finished);
  store(home / "other", "another input");
  EXPECT_EQ(directory.status_of(out, identity_of(home / "other")), Status::other_input);
  EXPECT_EQ(directory.status_of(out, identity_of("/dev/null")), Status::other_input);
}

TEST_F(OutputDirectoryTest, DoesNotKnowForeignFiles) {
  std::filesystem::create_directory(path);
  store(out, "output");
  EXPECT_EQ(status(), Status::unknown);
  std::filesystem::remove(out);
  std::filesystem::create_symlink("nowhere", out);
  EXPECT_EQ(status(), Status::unknown);
}

// A process can be killed between any two steps.
TEST_F(OutputDirectoryTest, RedoesAnOutputThatDidNotGetItsName) {
  OutputDirectory directory(path, kOptions);
  directory.claim();
  {
    OutputFile file(out);
    file.write("output");
    directory.record(out, file.sync(), identity_of(in));
  }  // without commit()
  EXPECT_EQ(status(), Status::missing);
  make();
  EXPECT_EQ(status(), Status::finished);
  // Redone for a new input: the old output of the same size must not count.
  store(in, "other");
  std::filesystem::last_write_time(in,
                                   std::filesystem::last_write_time(in) + std::chrono::seconds(9));
  directory.record(out, 6, identity_of(in));
  EXPECT_EQ(status(), Status::missing);
}

TEST_F(OutputDirectoryTest, IgnoresATornLine) {
  make();
  const std::string whole = load(path + "/.spandrop-finished.jsonl");
  for (std::size_t size = 0; size < whole.size() - 1; ++size) {
    store(path + "/.spandrop-finished.jsonl", whole.substr(0, size));
    EXPECT_EQ(status(), Status::unknown) << size;
    OutputDirectory directory(path, kOptions);
    directory.record(home / "out/b", 1, identity_of(in));
    store(home / "out/b", "b");
    EXPECT_EQ(OutputDirectory(path, kOptions).status_of(home / "out/b", identity_of(in)),
              Status::finished)
        << size;
    std::filesystem::remove(home / "out/b");
  }
}

TEST_F(OutputDirectoryTest, NamesTheOptionsThatDiffer) {
  make();
  const std::string others =
      R"({"version": "1", "format": "squad", "options": {"rate": 0.2, "fields": {"text": "t"}}})";
  const std::string message = failure([&] { OutputDirectory(path, others); });
  EXPECT_THAT(message, HasSubstr("format was not set, now \"squad\"; rate was 0.1, now 0.2."));
  EXPECT_THAT(message, Not(HasSubstr("text")));
  EXPECT_THAT(message, Not(HasSubstr("version")));
}

TEST_F(OutputDirectoryTest, ReplacesOptionsThatNothingWasMadeWith) {
  const std::string others = R"({"version": "2"})";
  OutputDirectory(path, others).claim();
  make();
  EXPECT_EQ(status(), Status::finished);
  EXPECT_EQ(load(path + "/.spandrop.json"), kOptions + "\n");
  std::filesystem::remove(path + "/.spandrop.json");
  OutputDirectory directory(path, others);
  EXPECT_EQ(directory.status_of(out, identity_of(in)), Status::other_options);
}

TEST_F(OutputDirectoryTest, KeepsTheOptionsOfARunningProcess) {
  OutputDirectory running(path, kOptions);
  running.claim();
  OutputDirectory(path, kOptions).claim();
  EXPECT_THAT(failure([&] { OutputDirectory(path, R"({"version": "2"})").claim(); }),
              HasSubstr("another process may be writing"));
  EXPECT_EQ(load(path + "/.spandrop.json"), kOptions + "\n");
}

TEST_F(OutputDirectoryTest, RefusesOtherOptionsInADirectoryWithoutAList) {
  std::filesystem::create_directory(path);
  store(path + "/.spandrop.json", "{\"version\": \"0.1.0\"}\n");
  store(home / "out/b", "an output");
  EXPECT_THAT(failure([&] { OutputDirectory(path, kOptions); }), HasSubstr("other options"));
  EXPECT_THAT(failure([&] { OutputDirectory(path, "{\"version\": \"0.1.0\"}").claim(); }),
              "nothing failed");
  EXPECT_THAT(failure([&] { OutputDirectory(path, kOptions); }), HasSubstr("other options"));
}

// All of them must agree on one set of options, and no record may be lost.
TEST_F(OutputDirectoryTest, IsSharedByManyProcesses) {
  constexpr int count = 30;
  std::vector<pid_t> children;
  for (int i = 0; i < count; ++i) {
    children.push_back(fork());
    if (children.back() != 0) continue;
    const std::string reason = failure([&] {
      OutputDirectory directory(path, kOptions);
      directory.claim();
      for (int k = 0; k < 5; ++k)
        finish(directory, path + "/" + std::to_string(5 * i + k), in, "output");
    });
    _exit(reason == "nothing failed" ? 0 : 1);
  }
  for (const pid_t child : children) {
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  const OutputDirectory directory(path, kOptions);
  for (int i = 0; i < 5 * count; ++i) {
    EXPECT_EQ(directory.status_of(path + "/" + std::to_string(i), identity_of(in)),
              Status::finished);
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path), {}), 5 * count + 2);
}

}  // namespace
}  // namespace spandrop
