#include "tests/fuzz/dataset_fuzz.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "spandrop/core/key.h"
#include "spandrop/tasks/drop_dataset.h"
#include "spandrop/tasks/files/padded_file.h"

namespace spandrop {
namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "violated: %s\n", what);
  std::abort();
}

// Options derived from a hash of the bytes, so that any data set file is a valid input.
DatasetDropOptions options_of(DatasetFormat format, std::string_view bytes) {
  std::uint64_t choice = content_id(bytes).low;
  const auto one_of = [&](std::uint64_t count) {
    const std::uint64_t chosen = choice % count;
    choice /= count;
    return chosen;
  };
  DatasetDropOptions options;
  options.drop.draw.law.rate = static_cast<double>(1 + one_of(4)) / 4;
  options.drop.draw.max_tries = 3;
  options.drop.views = 1 + one_of(2);
  options.drop.view = one_of(2);
  options.drop.protect = static_cast<Protect>(one_of(3));
  options.drop.on_lost = static_cast<OnLost>(one_of(4));
  const bool has_questions = format == DatasetFormat::squad || format == DatasetFormat::multirc;
  options.split_questions = has_questions && one_of(2) == 1;
  if (format == DatasetFormat::squad) {
    constexpr const char* rules[] = {"sentence", "word", "every:3", "adaptive"};
    options.drop.spans = SpanRule(rules[one_of(options.split_questions ? 4 : 3)]);
  }
  return options;
}

}  // namespace

bool check_dataset_bytes(DatasetFormat format, std::string_view bytes) {
  const PaddedFile file = PaddedFile::of(bytes);
  const DatasetDropOptions options = options_of(format, bytes);
  DatasetDropOptions nothing;
  nothing.drop.draw.law.rate = 0;
  Summary summary;
  const auto same = drop_dataset(file.text(), format, nothing, false, summary);
  if (same) {
    require(*same == bytes, "rate 0 reproduces the file");
  } else {
    require(!same.error().reason.empty(), "an error has a reason");
  }
  for (const bool skip_bad : {false, true}) {
    const auto dropped = drop_dataset(file.text(), format, options, skip_bad, summary);
    require(same || skip_bad || !dropped, "a file that is rejected is rejected at every rate");
    if (!dropped) continue;
    const PaddedFile again = PaddedFile::of(*dropped);
    const auto read_again = drop_dataset(again.text(), format, nothing, false, summary);
    require(read_again && *read_again == *dropped, "what was written can be read");
  }
  return same.has_value();
}

}  // namespace spandrop

#ifdef SPANDROP_FUZZ_FORMAT
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  spandrop::check_dataset_bytes(spandrop::dataset_format(SPANDROP_FUZZ_FORMAT),
                                {reinterpret_cast<const char*>(data), size});
  return 0;
}
#endif
