#include "spandrop/tasks/statistics/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "spandrop/io/files/vocabulary_file.h"
#include "spandrop/tasks/dataset_statistics.h"
#include "tests/tasks/dataset_files.h"

namespace spandrop {
namespace {

// Formatted as in the paper: mean with two digits, quartiles, minimum, maximum.
std::string five_numbers(const std::vector<std::size_t>& values) {
  const Distribution d = distribution(values);
  char text[100];
  std::snprintf(text, sizeof text, "%.2f/%g/%g/%zu/%zu", d.mean, d.quartile_1, d.quartile_3,
                d.least, d.most);
  return text;
}

TEST(Statistics, QuartilesAreInterpolatedLinearly) {
  EXPECT_EQ(five_numbers({}), "0.00/0/0/0/0");
  EXPECT_EQ(five_numbers({7}), "7.00/7/7/7/7");
  EXPECT_EQ(five_numbers({4, 1, 3, 2}), "2.50/1.75/3.25/1/4");
  EXPECT_EQ(five_numbers({5, 1, 2, 4, 3}), "3.00/2/4/1/5");
}

TEST(Statistics, OutlookIsTheMeanOverQuestions) {
  Statistics statistics;
  statistics.spans.values = {2, 4};
  statistics.support.values = {1, 2};
  const Outlook drop = outlook({0.5, std::numeric_limits<double>::infinity()}, statistics);
  EXPECT_DOUBLE_EQ(drop.spans_kept, 1.5);
  EXPECT_DOUBLE_EQ(drop.unchanged, (0.25 + 0.0625) / 2);
  EXPECT_DOUBLE_EQ(drop.noise, (0.5 + 0.75) / 2);
  EXPECT_DOUBLE_EQ(drop.lost, 0.75);
  EXPECT_DOUBLE_EQ(drop.entropy_per_span, std::log(2.0));
  // Beta(1, 1): one span is kept with probability 1/2, two with 1/3, four with 1/5.
  const Outlook beta = outlook({0.5, 1.0}, statistics);
  EXPECT_NEAR(beta.unchanged, (1.0 / 3 + 1.0 / 5) / 2, 1e-12);
  EXPECT_NEAR(beta.noise, (1.0 / 2 + 2.0 / 3) / 2, 1e-12);
}

// The appendix's table. MultiRC's support and SQuAD's tokens differ a little from the paper's,
// 2.32/2/2/2/6 and 156.26/114/186/25/853; the other rows of the paper belong to files that we do
// not have.
TEST(Statistics, AgreeWithThePaper) {
  const std::string vocabulary = test::real_file("vocab/bert-uncased-vocab.txt");
  const std::string squad = test::real_file("squad/train-v1.1.json");
  const std::string multirc = test::real_file("multirc/train_456-fixedIds.json");
  for (const std::string& file : {vocabulary, squad, multirc}) SPANDROP_NEEDS(file);
  const WordPiece wordpiece(read_vocabulary(vocabulary));
  const Statistics of_squad =
      dataset_statistics({squad}, DatasetFormat::squad, &wordpiece).statistics;
  EXPECT_EQ(five_numbers(of_squad.support.values), "7.74/3/11/0/82");
  EXPECT_EQ(five_numbers(of_squad.spans.values), "155.75/114/185/25/853");
  const Statistics of_multirc =
      dataset_statistics({multirc}, DatasetFormat::multirc, nullptr).statistics;
  EXPECT_EQ(five_numbers(of_multirc.spans.values), "14.72/12/18/6/41");
  EXPECT_EQ(five_numbers(of_multirc.support.values), "2.33/2/3/2/6");
}

TEST(Statistics, CountOurSubsets) {
  const std::string hotpotqa = test::real_file("hotpotqa/hotpot_dev_distractor_subset.json");
  const std::string docred = test::real_file("docred/docred_hwe_dev_699.json");
  for (const std::string& file : {hotpotqa, docred}) SPANDROP_NEEDS(file);
  const Statistics of_hotpotqa =
      dataset_statistics({hotpotqa}, DatasetFormat::hotpotqa, nullptr).statistics;
  ASSERT_EQ(of_hotpotqa.counts.size(), 5u);
  EXPECT_EQ(of_hotpotqa.counts[1].count, 106u);  // yes or no
  EXPECT_EQ(of_hotpotqa.counts[4].count, 638u);  // more than once
  const Statistics of_docred =
      dataset_statistics({docred}, DatasetFormat::docred, nullptr).statistics;
  EXPECT_EQ(of_docred.counts[3].count, 7342u);
  EXPECT_EQ(of_docred.counts[4].count, 135u);
  EXPECT_EQ(of_docred.counts[5].count, 327u);
  EXPECT_EQ(of_docred.counts[6].count, 392u);
}

TEST(Statistics, FilesAreCountedTogether) {
  const std::string file = test::real_file("multirc/dev_83-fixedIds.json");
  SPANDROP_NEEDS(file);
  const Statistics once = dataset_statistics({file}, DatasetFormat::multirc, nullptr).statistics;
  Statistics twice;
  twice += once;
  twice += once;
  EXPECT_EQ(twice.counts[1].count, 2 * 953u);
  EXPECT_EQ(twice.spans.values.size(), 2 * 953u);
  EXPECT_EQ(distribution(twice.spans.values).mean, distribution(once.spans.values).mean);
}

}  // namespace
}  // namespace spandrop
