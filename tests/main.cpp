// Runs the tests of one module, fails if there are none, and names those that were skipped.
#include <gtest/gtest.h>

#include <cstdio>

namespace {

void print_skipped(const testing::UnitTest& tests) {
  for (int i = 0; i < tests.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *tests.GetTestSuite(i);
    for (int j = 0; j < suite.total_test_count(); ++j) {
      const testing::TestInfo& test = *suite.GetTestInfo(j);
      if (test.should_run() && test.result()->Skipped()) {
        std::printf("skipped: %s.%s\n", suite.name(), test.name());
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const int failed = RUN_ALL_TESTS();
  const testing::UnitTest& tests = *testing::UnitTest::GetInstance();
  print_skipped(tests);
  if (tests.test_to_run_count() == 0) {
    std::fputs("no test was run\n", stderr);
    return 1;
  }
  return failed;
}
