// One thread for all tests: their tensors are tiny, and on a busy machine threads would spend their
// time waiting for each other.
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
