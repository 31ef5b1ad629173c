#include "spandrop/io/files/pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstddef>
#include <functional>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "spandrop/io/files/compress.h"
#include "spandrop/io/files/line_blocks.h"
#include "spandrop/io/files/output_file.h"
#include "tests/io/files/files.h"

namespace spandrop {
namespace {

using std::chrono::microseconds;

// Reads the numbers 0 to count - 1.
std::function<bool(int&)> count_to(int count) {
  return [next = 0, count](int& number) mutable { return (number = next++) < count; };
}

std::vector<int> numbers_to(int count) {
  std::vector<int> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(i);
  return numbers;
}

PipelineOptions with_threads(std::size_t threads) {
  PipelineOptions options;
  options.threads = threads;
  return options;
}

class Pipeline : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Threads, Pipeline, testing::Values(1, 2, 3, 8));

TEST_P(Pipeline, KeepsTheOrderWhateverTheWorkTimes) {
  std::vector<int> written;
  run_pipeline<int, int>(
      count_to(500),
      [](int& in, int& out, std::size_t) {
        std::this_thread::sleep_for(microseconds(std::mt19937(in)() % 500));
        out = in;
      },
      [&](int& out) { written.push_back(out); }, with_threads(GetParam()));
  EXPECT_EQ(written, numbers_to(500));
}

TEST_P(Pipeline, AnEmptyInputWritesNothing) {
  run_pipeline<int, int>([](int&) { return false; }, [](int&, int&, std::size_t) { FAIL(); },
                         [](int&) { FAIL(); }, with_threads(GetParam()));
}

// The barrier opens only when all threads work at once.
TEST_P(Pipeline, WorksInAllThreadsAtOnce) {
  const int rounds = 20;
  std::barrier all(static_cast<std::ptrdiff_t>(GetParam()));
  run_pipeline<int, int>(
      count_to(rounds * static_cast<int>(GetParam())),
      [&](int&, int&, std::size_t) { all.arrive_and_wait(); }, [](int&) {},
      with_threads(GetParam()));
}

TEST_P(Pipeline, NoReaderWriterOrWorkerRunsTwiceAtOnce) {
  std::atomic<int> readers = 0;
  std::atomic<int> writers = 0;
  std::vector<std::atomic<int>> workers(GetParam());
  std::atomic<bool> alone = true;
  const auto alone_in = [&](std::atomic<int>& inside, unsigned wait) {
    if (++inside != 1) alone = false;
    std::this_thread::sleep_for(microseconds(wait));
    --inside;
  };
  run_pipeline<int, int>(
      [&, read = count_to(200)](int& in) {
        alone_in(readers, 100);
        return read(in);
      },
      [&](int&, int&, std::size_t worker) { alone_in(workers.at(worker), 50); },
      [&](int&) { alone_in(writers, 100); }, with_threads(GetParam()));
  EXPECT_TRUE(alone);
}

// The number of blocks read but not yet written never exceeds the bound, even if the first block is
// far slower than all others and the writer is slow. The memory of blocks is reused.
TEST_P(Pipeline, HoldsABoundedNumberOfBlocks) {
  const std::size_t bound = blocks_in_flight(with_threads(GetParam()));
  std::atomic<int> live = 0;
  std::atomic<int> most = 0;
  std::set<const int*> places;
  run_pipeline<int, int>(
      [&, read = count_to(200)](int& in) {
        places.insert(&in);
        const bool more = read(in);
        if (more) most = std::max<int>(most, ++live);
        return more;
      },
      [](int& in, int&, std::size_t) {
        if (in == 0) std::this_thread::sleep_for(microseconds(30000));
      },
      [&](int&) {
        std::this_thread::sleep_for(microseconds(100));
        --live;
      },
      with_threads(GetParam()));
  EXPECT_EQ(live, 0);
  EXPECT_LE(static_cast<std::size_t>(most), bound);
  EXPECT_LE(places.size(), bound);
  EXPECT_GE(static_cast<std::size_t>(most), GetParam());
}

// Reports the first bad block in input order, after writing all blocks before it, although later
// bad blocks fail sooner.
TEST_P(Pipeline, ReportsWorkErrorsInInputOrder) {
  std::vector<int> written;
  const auto run = [&] {
    run_pipeline<int, int>(
        count_to(1000),
        [](int& in, int& out, std::size_t) {
          out = in;
          if (in == 40) std::this_thread::sleep_for(microseconds(5000));
          if (in >= 40) throw std::runtime_error("block " + std::to_string(in));
        },
        [&](int& out) { written.push_back(out); }, with_threads(GetParam()));
  };
  EXPECT_EQ(failure(run), "block 40");
  EXPECT_EQ(written, numbers_to(40));
}

TEST_P(Pipeline, AReadErrorIsReportedAfterEarlierBlocksAreWritten) {
  std::vector<int> written;
  const auto run = [&] {
    run_pipeline<int, int>(
        [next = 0](int& in) mutable {
          if (next == 25) throw std::runtime_error("cannot read");
          in = next++;
          return true;
        },
        [](int& in, int& out, std::size_t) {
          std::this_thread::sleep_for(microseconds(300));
          out = in;
        },
        [&](int& out) { written.push_back(out); }, with_threads(GetParam()));
  };
  EXPECT_EQ(failure(run), "cannot read");
  EXPECT_EQ(written, numbers_to(25));
}

TEST_P(Pipeline, AWriteErrorStopsTheRun) {
  std::atomic<int> reads = 0;
  int writes = 0;
  const auto run = [&] {
    run_pipeline<int, int>(
        [&](int& in) {
          in = reads++;
          return true;  // endless input
        },
        [](int&, int&, std::size_t) {},
        [&](int&) {
          if (writes++ == 10) throw std::runtime_error("cannot write");
        },
        with_threads(GetParam()));
  };
  EXPECT_EQ(failure(run), "cannot write");
  EXPECT_EQ(writes, 11);
  EXPECT_LE(static_cast<std::size_t>(reads), 11 + blocks_in_flight(with_threads(GetParam())));
}

TEST_P(Pipeline, StopsWhenItIsCancelled) {
  std::stop_source stop;
  PipelineOptions options = with_threads(GetParam());
  options.stop = stop.get_token();
  int writes = 0;
  const auto run = [&] {
    run_pipeline<int, int>([](int&) { return true; }, [](int&, int&, std::size_t) {},
                           [&](int&) {
                             if (++writes == 10) stop.request_stop();
                           },
                           options);
  };
  EXPECT_THROW(run(), Cancelled);
  EXPECT_EQ(writes, 10);
}

TEST_P(Pipeline, WritesPartsInOrder) {
  std::vector<int> written;
  run_pipeline<int, int>(
      count_to(100),
      [&](int& in, int& out, std::size_t, const InTurn& in_turn) {
        out = 1000 * in;
        std::this_thread::sleep_for(microseconds(std::mt19937(in)() % 300));
        for (int part = 0; part < in % 4; ++part) in_turn([&] { written.push_back(out++); });
      },
      [&](int& out) { written.push_back(out); }, with_threads(GetParam()));
  std::vector<int> expected;
  for (int i = 0; i < 100; ++i) {
    for (int part = 0; part <= i % 4; ++part) expected.push_back(1000 * i + part);
  }
  EXPECT_EQ(written, expected);
}

TEST_P(Pipeline, RethrowsTheErrorOfAPart) {
  const auto run = [&] {
    run_pipeline<int, int>(
        count_to(100),
        [&](int& in, int&, std::size_t, const InTurn& in_turn) {
          in_turn([&] {
            if (in == 20) throw std::runtime_error("part of 20");
          });
        },
        [](int&) {}, with_threads(GetParam()));
  };
  EXPECT_EQ(failure(run), "part of 20");
}

// Every thread waits: one to write a part, the others for their turn.
TEST_P(Pipeline, IsCancelledWhileItWaitsForItsTurn) {
  std::stop_source stop;
  PipelineOptions options = with_threads(GetParam());
  options.stop = stop.get_token();
  std::jthread canceller([&] {
    std::this_thread::sleep_for(microseconds(20000));
    stop.request_stop();
  });
  const auto run = [&] {
    run_pipeline<int, int>(
        count_to(100),
        [&](int& in, int&, std::size_t, const InTurn& in_turn) {
          if (in > 0) in_turn([] {});
          while (!stop.stop_requested()) std::this_thread::yield();
        },
        [](int&) {}, options);
  };
  EXPECT_THROW(run(), Cancelled);
}

TEST(PipelineOptions, NeedAThreadAndABlock) {
  PipelineOptions options;
  options.threads = 0;
  EXPECT_THROW(blocks_in_flight(options), std::invalid_argument);
  options = {};
  options.blocks_per_thread = 0;
  EXPECT_THROW(blocks_in_flight(options), std::invalid_argument);
}

// From file to file: compressed input, upper-case letters, compressed output.
TEST(PipelineOfFiles, WritesTheSameBytesWithAnyNumberOfThreads) {
  const TemporaryDirectory directory;
  std::mt19937_64 random(1);
  const std::string content = random_lines(5000000, 100, random);
  std::string expected = content;
  for (char& byte : expected) byte = byte == 'a' ? 'A' : byte;
  std::string stored;
  Compressor(Compression::gzip).compress(content, stored);
  store(directory / "in", stored);
  std::string first;
  for (const std::size_t threads : {1, 2, 5}) {
    InputFile input(directory / "in");
    LineBlocks blocks(input);
    OutputFile output(directory / "out.zst");
    std::vector<Compressor> compressors;
    for (std::size_t i = 0; i < threads; ++i) compressors.emplace_back(Compression::zstd);
    run_pipeline<LineBlock, std::string>(
        [&](LineBlock& block) { return blocks.next(block); },
        [&](LineBlock& block, std::string& out, std::size_t worker) {
          std::string text(block.text());
          for (char& byte : text) byte = byte == 'a' ? 'A' : byte;
          compressors[worker].compress(text, out);
        },
        [&](std::string& out) { output.write(out); }, with_threads(threads));
    output.commit();
    const std::string bytes = load(directory / "out.zst");
    if (threads == 1) first = bytes;
    EXPECT_TRUE(bytes == first);
    InputFile again(directory / "out.zst");
    std::string got(expected.size() + 1, '\0');
    std::size_t size = 0;
    while (const std::size_t count = again.read(got.data() + size, got.size() - size)) {
      size += count;
    }
    got.resize(size);
    EXPECT_TRUE(got == expected);
  }
}

}  // namespace
}  // namespace spandrop
