#include "spandrop/io/files/output_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "tests/io/files/files.h"

namespace spandrop {
namespace {

// Runs `action` in a child process and returns its waitpid() status.
int in_child(const std::function<bool()>& action) {
  const pid_t child = fork();
  if (child == 0) {
    bool good = false;
    try {
      good = action();
    } catch (...) {
    }
    _exit(good ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

// The code of the std::system_error that `action` throws.
template <class Action>
int error_code(Action action) {
  try {
    action();
  } catch (const std::system_error& error) {
    return error.code().value();
  }
  return 0;
}

TEST(OutputFile, AppearsOnlyAtCommit) {
  const TemporaryDirectory directory;
  OutputFile file(directory / "out");
  file.write("one\n");
  file.write(std::string(3000000, 'x'));
  EXPECT_FALSE(std::filesystem::exists(directory / "out"));
  file.commit();
  EXPECT_EQ(load(directory / "out"), "one\n" + std::string(3000000, 'x'));
  EXPECT_EQ(directory.size(), 1u);
}

TEST(OutputFile, ReplacesAnOlderFileOnlyAtCommit) {
  const TemporaryDirectory directory;
  store(directory / "out", "old, and longer than the new one");
  OutputFile file(directory / "out");
  file.write("new");
  EXPECT_EQ(load(directory / "out"), "old, and longer than the new one");
  file.commit();
  EXPECT_EQ(load(directory / "out"), "new");
}

TEST(OutputFile, LeavesNothingWithoutCommit) {
  const TemporaryDirectory directory;
  OutputFile(directory / "out").write("lost");
  EXPECT_EQ(directory.size(), 0u);
  store(directory / "out", "old");
  OutputFile(directory / "out").write("lost");
  EXPECT_EQ(load(directory / "out"), "old");
  EXPECT_EQ(directory.size(), 1u);
}

TEST(OutputFile, IsClosedAtCommit) {
  const TemporaryDirectory directory;
  OutputFile file(directory / "out");
  file.commit();
  EXPECT_THROW(file.write("late"), std::logic_error);
  EXPECT_THROW(file.commit(), std::logic_error);
  EXPECT_EQ(load(directory / "out"), "");
}

TEST(OutputFile, OverwritesAStalePartialFile) {
  const TemporaryDirectory directory;
  store(directory / "out.partial", "left behind by a killed process");
  OutputFile file(directory / "out");
  file.write("new");
  file.commit();
  EXPECT_EQ(load(directory / "out"), "new");
  EXPECT_EQ(directory.size(), 1u);
}

TEST(OutputFile, RejectsASecondWriter) {
  const TemporaryDirectory directory;
  OutputFile file(directory / "out");
  file.write("first");
  const auto second = [&] { OutputFile(directory / "out").write("second"); };
  EXPECT_EQ(in_child([&] {
              return failure(second) == "cannot write " + (directory / "out") +
                                            ": another process is writing it (" +
                                            (directory / "out.partial") + " is locked)";
            }),
            0);
  EXPECT_THAT(failure(second), testing::HasSubstr("is locked"));
  file.commit();
  EXPECT_EQ(load(directory / "out"), "first");
  EXPECT_EQ(failure(second), "nothing failed");
}

// Several processes write the same file at the same time; readers must always see a complete one.
TEST(OutputFile, IsCompleteWhoeverWritesIt) {
  const TemporaryDirectory directory;
  const auto is_whole = [](const std::string& bytes) {
    return bytes.size() == 20000 && bytes == std::string(20000, bytes[0]);
  };
  store(directory / "out", std::string(20000, '-'));
  std::vector<pid_t> writers;
  for (const char letter : {'a', 'b', 'c'}) {
    writers.push_back(fork());
    if (writers.back() != 0) continue;
    for (int written = 0; written < 50;) {
      const std::string reason = failure([&] {
        OutputFile file(directory / "out");
        file.write(std::string(10000, letter));
        file.write(std::string(10000, letter));
        file.commit();
        ++written;
      });
      if (reason != "nothing failed" && !reason.ends_with("is locked)")) _exit(1);
      if (!is_whole(load(directory / "out"))) _exit(2);
    }
    _exit(0);
  }
  for (const pid_t writer : writers) {
    int status = -1;
    EXPECT_EQ(waitpid(writer, &status, 0), writer);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(directory.size(), 1u);
}

TEST(OutputFile, SurvivesAKilledWriter) {
  const TemporaryDirectory directory;
  const int status = in_child([&] {
    OutputFile file(directory / "out");
    file.write("half of it");
    return kill(getpid(), SIGKILL) == 0;
  });
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_FALSE(std::filesystem::exists(directory / "out"));
  OutputFile file(directory / "out");
  file.write("all");
  file.commit();
  EXPECT_EQ(load(directory / "out"), "all");
  EXPECT_EQ(directory.size(), 1u);
}

TEST(OutputFile, ReportsAFileSizeLimit) {
  const TemporaryDirectory directory;
  EXPECT_EQ(in_child([&] {
              signal(SIGXFSZ, SIG_IGN);
              const rlimit limit{100000, 100000};
              if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return false;
              OutputFile file(directory / "out");
              file.write(std::string(99999, 'x'));
              return failure([&] { file.write("abc"); }) ==
                         "cannot write " + (directory / "out") + ": File too large" &&
                     error_code([&] { file.write("abc"); }) == EFBIG;
            }),
            0);
  EXPECT_EQ(directory.size(), 0u);
}

TEST(OutputFile, ReportsAFullDisk) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "/dev/full is missing";
  OutputFile file("/dev/full");
  EXPECT_EQ(failure([&] { file.write("x"); }), "cannot write /dev/full: No space left on device");
}

TEST(OutputFile, ReportsAClosedPipe) {
  EXPECT_EQ(in_child([] {
              signal(SIGPIPE, SIG_IGN);
              int ends[2];
              if (pipe(ends) != 0 || dup2(ends[1], STDOUT_FILENO) < 0) return false;
              close(ends[0]);
              OutputFile file("-");
              return failure([&] { file.write("x"); }) ==
                     "cannot write standard output: Broken pipe";
            }),
            0);
}

TEST(OutputFile, WritesEverythingToASlowPipeDespiteSignals) {
  const TemporaryDirectory directory;
  ASSERT_EQ(mkfifo((directory / "pipe").c_str(), 0600), 0);
  const std::string content(1000000, 'x');  // many times the capacity of a pipe
  const pid_t writer = fork();
  if (writer == 0) {
    struct sigaction nothing = {};  // without SA_RESTART: a blocked write ends short or with EINTR
    nothing.sa_handler = [](int) {};
    sigaction(SIGUSR1, &nothing, nullptr);
    OutputFile file(directory / "pipe");
    file.write(content);
    file.commit();
    _exit(0);
  }
  const int end = open((directory / "pipe").c_str(), O_RDONLY);
  std::string got;
  char piece[5000];
  ssize_t count = 0;
  while ((count = read(end, piece, sizeof piece)) > 0) {
    got.append(piece, static_cast<std::size_t>(count));
    kill(writer, SIGUSR1);
  }
  close(end);
  int status = -1;
  EXPECT_EQ(waitpid(writer, &status, 0), writer);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(got.size(), content.size());
  EXPECT_TRUE(std::filesystem::is_fifo(directory / "pipe"));
}

TEST(OutputFile, WritesThroughALink) {
  const TemporaryDirectory directory;
  store(directory / "target", "old");
  std::filesystem::create_symlink("target", directory / "link");
  OutputFile file(directory / "link");
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(directory / "link"));
  EXPECT_EQ(load(directory / "target"), "new");
}

TEST(OutputFile, CreatesTheTargetOfALink) {
  const TemporaryDirectory directory;
  std::filesystem::create_directory(directory / "data");
  std::filesystem::create_symlink("data/target", directory / "link");
  std::filesystem::create_symlink(directory / "link", directory / "link of a link");
  OutputFile file(directory / "link of a link");
  file.write("new");
  EXPECT_TRUE(std::filesystem::exists(directory / "data/target.partial"));
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(directory / "link of a link"));
  EXPECT_TRUE(std::filesystem::is_symlink(directory / "link"));
  EXPECT_EQ(load(directory / "data/target"), "new");
  EXPECT_EQ(directory.size(), 3u);
  std::filesystem::create_symlink("loop", directory / "loop");
  EXPECT_EQ(error_code([&] { OutputFile(directory / "loop"); }), ELOOP);
}

TEST(OutputFile, KeepsTheModeOfAReplacedFile) {
  const TemporaryDirectory directory;
  for (const auto mode : {0600, 0640, 0755, 0666}) {
    const auto permissions = static_cast<std::filesystem::perms>(mode);
    store(directory / "out", "old");
    std::filesystem::permissions(directory / "out", permissions);
    OutputFile file(directory / "out");
    file.write("new");
    EXPECT_EQ(std::filesystem::status(directory / "out.partial").permissions(), permissions);
    file.commit();
    EXPECT_EQ(std::filesystem::status(directory / "out").permissions(), permissions);
    EXPECT_EQ(load(directory / "out"), "new");
  }
}

TEST(OutputFile, SyncsBeforeItHasItsName) {
  const TemporaryDirectory directory;
  OutputFile file(directory / "out");
  file.write("1234");
  EXPECT_EQ(file.sync(), 4u);
  EXPECT_FALSE(std::filesystem::exists(directory / "out"));
  file.commit();
  EXPECT_EQ(load(directory / "out"), "1234");
  EXPECT_THROW(file.sync(), std::logic_error);
}

TEST(OutputFile, AppendsToAnOpenFile) {
  const TemporaryDirectory directory;
  store(directory / "log", "before ");
  const int log = open((directory / "log").c_str(), O_WRONLY | O_APPEND);
  for (const char* place : {"/dev/fd/", "/proc/self/fd/"}) {
    OutputFile file(place + std::to_string(log));
    file.write("new ");
    file.commit();
  }
  EXPECT_EQ(write(log, "after", 5), 5);  // still open, and still the same file
  close(log);
  EXPECT_EQ(load(directory / "log"), "before new new after");
  EXPECT_EQ(error_code([&] { OutputFile("/dev/fd/" + std::to_string(log)); }), EBADF);
}

TEST(OutputFile, ReportsWhyAFileCannotBeWritten) {
  const TemporaryDirectory directory;
  EXPECT_EQ(failure([&] { OutputFile(directory / "."); }),
            "cannot write " + (directory / ".") + ": Is a directory");
  EXPECT_EQ(failure([&] { OutputFile(directory / "none/out"); }),
            "cannot write " + (directory / "none/out") + ": No such file or directory");
  EXPECT_EQ(error_code([] { OutputFile(""); }), ENOENT);
}

}  // namespace
}  // namespace spandrop
