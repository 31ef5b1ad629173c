// Tensors of tests are tiny: more threads would only wait for each other, for ever on a busy
// machine.
#include <ATen/Parallel.h>
#include <gtest/gtest.h>

namespace spandrop::nn {
namespace {

struct OneThread : testing::Environment {
  void SetUp() override { at::set_num_threads(1); }
};

const testing::Environment* const kOneThread = testing::AddGlobalTestEnvironment(new OneThread);

}  // namespace
}  // namespace spandrop::nn
