#include "cli/output_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace {

namespace fs = std::filesystem;

// Formats that a reader would expect from the name, and would not find.
constexpr std::string_view kOthers[] = {
    // compression and archives
    ".7z", ".br", ".bz2", ".gzip", ".lz", ".lz4", ".lzma", ".lzo", ".rar", ".snappy", ".sz", ".tar",
    ".tbz2", ".tgz", ".txz", ".tzst", ".xz", ".z", ".zip", ".zstd",
    // tables and other formats
    ".arrow", ".avro", ".csv", ".db", ".feather", ".h5", ".hdf5", ".html", ".ipc", ".npy", ".npz",
    ".orc", ".parquet", ".pb", ".pickle", ".pkl", ".pt", ".safetensors", ".sqlite", ".tfrecord",
    ".tsv", ".xlsx", ".xml", ".yaml", ".yml"};

std::string in_lower_case(std::string text) {
  for (char& letter : text)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return text;
}

bool is_written_directly(const std::string& output) {
  std::error_code error;
  return output == "-" || output.starts_with("/dev/") || output.starts_with("/proc/") ||
         (fs::exists(output, error) && !fs::is_regular_file(output, error));
}

}  // namespace

void check_output_name(const std::string& output) {
  if (is_written_directly(output)) return;
  fs::path name = in_lower_case(fs::path(output).filename().string());
  if (name.extension() == ".gz" || name.extension() == ".zst") name = name.stem();
  const std::string ending = name.extension().string();
  if (std::ranges::find(kOthers, ending) == std::end(kOthers)) return;
  throw std::invalid_argument(fmt::format(
      "cannot write {}: {} is not supported. Use .jsonl, .json, .ndjson or .txt, alone or followed "
      "by .gz or .zst{}",
      output, ending, ending == ".parquet" ? "; for Parquet, use `python -m spandrop drop`" : ""));
}
