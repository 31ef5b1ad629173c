#include "spandrop/io/files/stop_event.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <stop_token>
#include <string>
#include <thread>

#include "spandrop/io/files/input_file.h"
#include "spandrop/io/files/output_file.h"
#include "spandrop/io/files/pipeline.h"
#include "tests/io/files/files.h"

namespace spandrop {
namespace {

using std::chrono::milliseconds;

// Requests a stop a little later, when the test is waiting.
struct Later {
  std::stop_source stop;
  std::jthread thread{[this] {
    std::this_thread::sleep_for(milliseconds(50));
    stop.request_stop();
  }};
};

TEST(StopEvent, WaitsForAFile) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::stop_source source;
  for (const std::stop_token& stop : {std::stop_token(), source.get_token()}) {
    const StopEvent event(stop);
    event.wait(ends[1], POLLOUT);
    event.wait(ends[0], POLLIN, 1);  // ends although there is nothing to read
    ASSERT_EQ(write(ends[1], "x", 1), 1);
    event.wait(ends[0], POLLIN);
    char byte = 0;
    ASSERT_EQ(read(ends[0], &byte, 1), 1);
  }
  close(ends[1]);
  StopEvent(source.get_token()).wait(ends[0], POLLIN);  // its end can be read
  close(ends[0]);
}

TEST(StopEvent, EndsTheWait) {
  Later later;
  const StopEvent event(later.stop.get_token());
  EXPECT_THROW(event.wait(-1, 0), Cancelled);
  EXPECT_THROW(event.wait(-1, 0), Cancelled);
  EXPECT_THROW(StopEvent(later.stop.get_token()).wait(-1, 0), Cancelled);
}

TEST(StopEvent, EndsOpeningAPipe) {
  const TemporaryDirectory directory;
  ASSERT_EQ(mkfifo((directory / "pipe").c_str(), 0600), 0);
  {
    const Later later;
    EXPECT_THROW(InputFile(directory / "pipe", later.stop.get_token()), Cancelled);
  }
  const Later later;
  EXPECT_THROW(OutputFile(directory / "pipe", later.stop.get_token()), Cancelled);
}

}  // namespace
}  // namespace spandrop
