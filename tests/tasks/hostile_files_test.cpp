// Truncated and bit-flipped files: an error or a data set, never a crash. The unit tests run under
// the sanitizers too.
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "spandrop/tasks/docred/reader.h"
#include "spandrop/tasks/hotpotqa/reader.h"
#include "spandrop/tasks/multirc/reader.h"
#include "spandrop/tasks/squad/reader.h"
#include "tests/fuzz/dataset_fuzz.h"
#include "tests/tasks/dataset_files.h"

namespace spandrop {
namespace {

struct Format {
  const char* name;
  const char* example;
  // The error message, or an empty string.
  std::function<std::string(std::string_view, bool)> read;
};

template <class Read>
auto reader(Read read) {
  return [read](std::string_view json, bool skip_bad) {
    const auto dataset = read(json, ReadOptions{.skip_bad = skip_bad});
    return dataset ? std::string() : dataset.error().message();
  };
}

const Format kFormats[] = {
    {"squad", "squad.json", reader(squad::read)},
    {"hotpotqa", "hotpotqa.json", reader(hotpotqa::read)},
    {"multirc", "multirc.json", reader(multirc::read)},
    {"docred", "docred.json", reader(docred::read)},
};

TEST(HostileFiles, TruncationAnywhereIsRefused) {
  for (const Format& format : kFormats) {
    const std::string good(test::example_file(format.example).text());
    const std::size_t end = good.find_last_of("]}");
    for (std::size_t size = 0; size <= end; ++size) {
      for (const bool skip_bad : {false, true}) {
        // A copy, so that a reader that runs past the end does not find the rest of the file.
        PaddedFile file = PaddedFile::of(good.substr(0, size));
        EXPECT_NE(format.read(file.text(), skip_bad), "") << format.name << " at " << size;
      }
    }
  }
}

TEST(HostileFiles, ChangedBytesDoNoHarm) {
  std::mt19937_64 random(7);
  std::size_t refused = 0, read = 0;
  for (const Format& format : kFormats) {
    const std::string good(test::example_file(format.example).text());
    EXPECT_TRUE(check_dataset_bytes(dataset_format(format.name), good));
    for (int round = 0; round < 500; ++round) {
      std::string bad = good;
      for (std::size_t times = 1 + random() % 3; times > 0; --times) {
        const std::size_t at = random() % bad.size();
        if (random() % 2) {
          bad[at] = static_cast<char>(bad[at] ^ (1 << random() % 8));
        } else {
          bad[at] = "\"\\{}[],:0- \n"[random() % 12];
        }
      }
      ++(check_dataset_bytes(dataset_format(format.name), bad) ? read : refused);
    }
  }
  EXPECT_GT(refused, 200u);
  EXPECT_GT(read, 200u);  // most bytes belong to texts
}

TEST(HostileFiles, RealFilesTruncatedAndChanged) {
  const std::pair<std::size_t, const char*> files[] = {
      {0, "squad/dev-v1.1.json"},
      {1, "hotpotqa/hotpot_train_distractor_subset.json"},
      {2, "multirc/dev_83-fixedIds.json"},
      {3, "docred/docred_hwe_dev_699.json"}};
  std::mt19937_64 random(8);
  for (const auto& [format, name] : files) {
    SPANDROP_NEEDS(test::real_file(name));
    const PaddedFile good(test::real_file(name));
    for (int round = 0; round < 4; ++round) {
      std::string bad(good.text());
      for (int flips = 0; flips < 3; ++flips) {
        bad[random() % bad.size()] ^= static_cast<char>(1 << random() % 8);
      }
      kFormats[format].read(PaddedFile::of(bad).text(), true);
      bad.resize(random() % (good.text().size() - 2));
      EXPECT_NE(kFormats[format].read(PaddedFile::of(bad).text(), true), "") << name;
    }
  }
}

}  // namespace
}  // namespace spandrop
