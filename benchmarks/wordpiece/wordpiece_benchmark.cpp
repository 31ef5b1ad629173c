// WordPiece on texts in memory, in CPU time.
//   wordpiece_benchmark check VOCABULARY TEXTS DIRECTORY   writes the tokens for comparison
//   wordpiece_benchmark time VOCABULARY TEXTS PASSES       prints the CPU seconds per pass
// TEXTS: the number of texts and their offsets as int64, then their bytes.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "benchmarks/program.h"
#include "spandrop/io/files/vocabulary_file.h"
#include "spandrop/text/wordpiece.h"

namespace {

struct Texts {
  std::vector<std::int64_t> offsets;
  std::string bytes;

  std::size_t size() const { return offsets.size() - 1; }
  std::string_view operator[](std::size_t i) const {
    return std::string_view(bytes).substr(static_cast<std::size_t>(offsets[i]),
                                          static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
  }
};

Texts read_texts(const std::string& path) {
  auto file = open_binary<std::ifstream>(path);
  std::vector<std::int64_t> count;
  Texts texts;
  read_array(file, 1, count);
  read_array(file, static_cast<std::size_t>(count[0]) + 1, texts.offsets);
  read_array(file, static_cast<std::size_t>(texts.offsets.back()), texts.bytes);
  return texts;
}

// All texts into the same arrays, with [CLS], [SEP] and offsets in code points.
void encode(const spandrop::WordPiece& model, const Texts& texts, spandrop::Tokens& tokens) {
  tokens.clear();
  for (std::size_t i = 0; i < texts.size(); ++i) model.encode(texts[i], {}, tokens);
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string mode = argc == 5 ? argv[1] : "";
  if (mode != "check" && mode != "time") {
    std::fputs("usage: wordpiece_benchmark check|time VOCABULARY TEXTS DIRECTORY|PASSES\n", stderr);
    return 2;
  }
  const spandrop::WordPiece model(spandrop::read_vocabulary(argv[2]));
  const Texts texts = read_texts(argv[3]);
  spandrop::Tokens tokens;
  encode(model, texts, tokens);  // unmeasured, to allocate memory
  if (mode == "check") {
    const std::string directory = argv[4];
    write_array(directory + "/ids", tokens.ids);
    write_array(directory + "/offsets", tokens.offsets);
    write_array(directory + "/rows", tokens.rows);
    return 0;
  }
  const int passes = std::stoi(argv[4]);
  const double start = cpu_seconds();
  for (int i = 0; i < passes; ++i) {
    encode(model, texts, tokens);
    benchmark::ClobberMemory();
  }
  std::printf("%.9g\n", (cpu_seconds() - start) / passes);
} catch (const std::exception& error) {
  std::fprintf(stderr, "wordpiece_benchmark: %s\n", error.what());
  return 1;
}
