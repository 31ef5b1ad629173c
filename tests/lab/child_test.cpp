#include "spandrop/lab/child.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <stdexcept>

#include "spandrop/lab/job.h"
#include "tests/io/files/files.h"

namespace spandrop::lab {
namespace {

// How a child with this work ends.
std::string end_of(const Work& work, const std::string& directory) {
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) work_in_child(work, directory, parent);
  while (true) {
    if (const auto end = end_of_child(child)) return *end;
    usleep(1000);
  }
}

TEST(Child, EndsWithSuccessAndWritesItsOutputToTheLog) {
  const TemporaryDirectory directory;
  const auto work = [](const std::filesystem::path& path) {
    store(path / "done", "");
    printf("to standard output\n");
    fprintf(stderr, "to standard error\n");
  };
  EXPECT_EQ(end_of(work, directory / ""), "");
  EXPECT_TRUE(std::filesystem::exists(directory / "done"));
  const std::string log = load(directory / kLogFile);
  EXPECT_NE(log.find("to standard output\n"), std::string::npos);
  EXPECT_NE(log.find("to standard error\n"), std::string::npos);
}

TEST(Child, AnExceptionIsCodeOneAndIsLogged) {
  const TemporaryDirectory directory;
  EXPECT_EQ(end_of([](const auto&) { throw std::runtime_error("no luck"); }, directory / ""),
            "exited with code 1");
  EXPECT_EQ(end_of_log(directory / ""), "no luck");
}

TEST(Child, ASignalIsNamed) {
  const TemporaryDirectory directory;
  EXPECT_EQ(end_of([](const auto&) { raise(SIGKILL); }, directory / ""),
            "killed by signal 9 (Killed)");
}

TEST(Child, TheEndOfALogIsItsLastFiveLines) {
  const TemporaryDirectory directory;
  EXPECT_EQ(end_of_log(directory / ""), "");
  store(directory / kLogFile, "1\n2\n3\n4\n5\n6\n7");
  EXPECT_EQ(end_of_log(directory / ""), "3\n4\n5\n6\n7");
}

}  // namespace
}  // namespace spandrop::lab
