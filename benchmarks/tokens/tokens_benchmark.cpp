// Draw and apply on a ragged batch of int32 tokens, compared with memcpy of the values, in CPU
// time.
//   tokens_benchmark check INPUT DIRECTORY   writes masks and results for comparison
//   tokens_benchmark time INPUT PASSES       prints one line per case: name, CPU seconds per pass
// Results go to the same memory in every pass, or to new memory for cases named new_.
// INPUT: the number of sequences and the offsets as int64, then the values as int32.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/program.h"
#include "spandrop/core/ragged.h"

namespace {

struct Case {
  const char* name;
  double gamma;
  std::size_t every;
};

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Case kCases[] = {
    {"gamma_1_every_1", 1, 1},
    {"gamma_inf_every_1", kInfinity, 1},
    {"gamma_1_every_24", 1, 24},
    {"gamma_inf_every_24", kInfinity, 24},
};

spandrop::RaggedOptions options_of(const Case& c, std::uint64_t view) {
  spandrop::RaggedOptions options;
  options.view = view;
  options.every = c.every;
  options.draw.law = {.rate = 0.1, .gamma = c.gamma};
  return options;
}

struct Batch {
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> values;
  std::vector<spandrop::ExampleId> ids;

  spandrop::Ragged<std::int32_t> ragged() const { return {values, offsets}; }
};

Batch read_batch(const std::string& path) {
  auto file = open_binary<std::ifstream>(path);
  std::vector<std::int64_t> sequences;
  Batch batch;
  read_array(file, 1, sequences);
  read_array(file, static_cast<std::size_t>(sequences[0]) + 1, batch.offsets);
  read_array(file, static_cast<std::size_t>(batch.offsets.back()), batch.values);
  for (std::int64_t i = 0; i < sequences[0]; ++i) batch.ids.push_back(spandrop::id_of(i));
  return batch;
}

// The masks come from draw(), span by span; the results from drop_ragged().
void check(const Batch& batch, const std::string& directory) {
  for (const Case& c : kCases) {
    const spandrop::RaggedOptions options = options_of(c, 0);
    std::vector<std::uint8_t> keep;
    for (std::size_t i = 0; i < batch.ids.size(); ++i) {
      const auto length = static_cast<std::size_t>(batch.offsets[i + 1] - batch.offsets[i]);
      const spandrop::KeepMask mask =
          spandrop::draw({options.seed, options.view, batch.ids[i]},
                         (length + c.every - 1) / c.every, options.draw);
      for (std::size_t j = 0; j < length; ++j) keep.push_back(mask[j / c.every]);
    }
    std::vector<std::int32_t> values(batch.values.size());
    std::vector<std::int64_t> offsets(batch.offsets.size());
    values.resize(spandrop::drop_ragged(batch.ragged(), batch.ids, options, {}, values.data(),
                                        offsets.data()));
    const std::string path = directory + "/" + c.name;
    write_array(path + ".keep", keep);
    write_array(path + ".values", values);
    write_array(path + ".offsets", offsets);
  }
}

// Runs once unmeasured to allocate memory, then `passes` times.
template <class Pass>
void measure(const std::string& name, std::uint64_t passes, Pass pass) {
  pass(0);
  const double start = cpu_seconds();
  for (std::uint64_t i = 1; i <= passes; ++i) {
    pass(i);
    benchmark::ClobberMemory();
  }
  std::printf("%s %.9g\n", name.c_str(), (cpu_seconds() - start) / static_cast<double>(passes));
}

void time_all(const Batch& batch, std::uint64_t passes) {
  std::vector<std::int32_t> values(batch.values.size());
  std::vector<std::int64_t> offsets(batch.offsets.size());
  benchmark::DoNotOptimize(values.data());
  measure("memcpy", passes, [&](std::uint64_t) {
    std::memcpy(values.data(), batch.values.data(), values.size() * sizeof(values[0]));
  });
  for (const Case& c : kCases) {
    // A new view in each pass, as in training, so that branches cannot be predicted from the last.
    measure(c.name, passes, [&](std::uint64_t view) {
      spandrop::drop_ragged(batch.ragged(), batch.ids, options_of(c, view), {}, values.data(),
                            offsets.data());
    });
    measure("new_" + std::string(c.name), passes, [&](std::uint64_t view) {
      const auto new_values = std::make_unique_for_overwrite<std::int32_t[]>(values.size());
      const auto new_offsets = std::make_unique_for_overwrite<std::int64_t[]>(offsets.size());
      spandrop::drop_ragged(batch.ragged(), batch.ids, options_of(c, view), {}, new_values.get(),
                            new_offsets.get());
      benchmark::DoNotOptimize(new_values.get());
    });
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string mode = argc == 4 ? argv[1] : "";
  if (mode == "check") {
    check(read_batch(argv[2]), argv[3]);
  } else if (mode == "time") {
    time_all(read_batch(argv[2]), std::stoull(argv[3]));
  } else {
    std::fputs("usage: tokens_benchmark check INPUT DIRECTORY | time INPUT PASSES\n", stderr);
    return 2;
  }
} catch (const std::exception& error) {
  std::fprintf(stderr, "tokens_benchmark: %s\n", error.what());
  return 1;
}
