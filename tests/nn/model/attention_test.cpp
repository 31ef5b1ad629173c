// The fast attention, compared with the obvious one on random packings.
#include "spandrop/nn/model/attention.h"

#include <ATen/ops/cat.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/nn/tensors.h"

namespace spandrop::nn {
namespace {

struct Case {
  std::vector<std::int64_t> queries, keys;  // rows of each sequence
  std::int64_t heads, width;
};

// Adjacent sequences often have equal lengths, because they share a kernel call.
Case random_case(std::mt19937_64& random) {
  Case made;
  made.heads = std::int64_t(1 + random() % 3);
  made.width = made.heads * std::int64_t(1 + random() % 20);
  const bool all_rows = random() % 3 == 0;
  for (std::size_t left = 1 + random() % 8; left > 0; --left) {
    const bool again = !made.keys.empty() && random() % 2 == 0;
    made.keys.push_back(again ? made.keys.back() : std::int64_t(1 + random() % 70));
    const bool as_before = again && random() % 2 == 0;
    made.queries.push_back(all_rows    ? made.keys.back()
                           : as_before ? made.queries.back()
                                       : std::int64_t(random() % 4));
  }
  made.queries[random() % made.queries.size()] = 1;  // at least one query
  return made;
}

struct Result {
  at::Tensor values, query_gradient, key_value_gradient;
};

template <class Attention>
Result result_of(Attention attend, const Case& given, const at::Tensor& query,
                 const at::Tensor& key_value, const at::Tensor& outer) {
  at::Tensor query_leaf = query.clone().set_requires_grad(true);
  at::Tensor key_value_leaf = key_value.clone().set_requires_grad(true);
  const at::Tensor values = attend(query_leaf, packing_of(given.queries), key_value_leaf,
                                   packing_of(given.keys), AttentionOptions{given.heads, 0});
  (values * outer).sum().backward();
  return {values.detach(), query_leaf.grad(), key_value_leaf.grad()};
}

TEST(Attention, FlashEqualsPlainInValuesAndGradients) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 60; ++i) {
    const Case given = random_case(random);
    const std::int64_t queries = packing_of(given.queries).rows();
    const at::Tensor query = random_tensor({queries, given.width}, random);
    const at::Tensor key_value =
        random_tensor({packing_of(given.keys).rows(), 2 * given.width}, random);
    const at::Tensor outer = random_tensor({queries, given.width}, random);
    const Result fast = result_of(attention, given, query, key_value, outer);
    const Result plain = result_of(plain_attention, given, query, key_value, outer);
    EXPECT_LT(distance(fast.values, plain.values), 1e-5) << i;
    // A single key always has weight 1: then the gradient of the query is only a rounding error.
    EXPECT_LT(distance(fast.query_gradient, plain.query_gradient, 1), 1e-5) << i;
    EXPECT_LT(distance(fast.key_value_gradient, plain.key_value_gradient), 1e-5) << i;
  }
}

// Softmax(q K^T / sqrt(d)) V in double precision, for one head.
TEST(Attention, PlainIsTheFormula) {
  std::mt19937_64 random(2);
  const std::int64_t d = 5, keys = 7;
  const at::Tensor query = random_tensor({2, d}, random);
  const at::Tensor key_value = random_tensor({keys, 2 * d}, random);
  const at::Tensor got =
      plain_attention(query, packing_of({2}), key_value, packing_of({keys}), {1, 0});
  const at::Tensor q = query.to(at::kDouble), k = key_value.slice(1, 0, d).to(at::kDouble);
  const at::Tensor weights = (q.matmul(k.t()) / std::sqrt(double(d))).exp();
  const at::Tensor expected =
      (weights / weights.sum(1, true)).matmul(key_value.slice(1, d).to(at::kDouble));
  EXPECT_LT(distance(got.to(at::kDouble), expected), 1e-6);
}

TEST(Attention, SequencesDoNotSeeEachOther) {
  std::mt19937_64 random(3);
  const std::vector<std::int64_t> lengths{6, 6, 2, 9};
  const Packing packing = packing_of(lengths);
  const at::Tensor query = random_tensor({packing.rows(), 8}, random);
  const at::Tensor key_value = random_tensor({packing.rows(), 16}, random);
  const at::Tensor together = attention(query, packing, key_value, packing, {2, 0});
  std::vector<at::Tensor> alone;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const std::int64_t begin = packing.offsets[i], end = packing.offsets[i + 1];
    const Packing one = packing_of({lengths[i]});
    alone.push_back(
        attention(query.slice(0, begin, end), one, key_value.slice(0, begin, end), one, {2, 0}));
  }
  EXPECT_LT(distance(together, at::cat(alone)), 1e-6);
}

}  // namespace
}  // namespace spandrop::nn
