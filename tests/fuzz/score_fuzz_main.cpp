// The fuzzer of the scorer for SPANDROP_FUZZ_FORMAT.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/score_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  spandrop::test::check_predictions(spandrop::dataset_format(SPANDROP_FUZZ_FORMAT),
                                    {reinterpret_cast<const char*>(data), size});
  return 0;
}
