#include "spandrop/nn/train/order.h"

#include <numeric>
#include <span>

#include "spandrop/core/random.h"

namespace spandrop::nn {

std::vector<Visit> Order::visits(std::int64_t begin, std::int64_t count) {
  std::vector<Visit> visits;
  for (std::int64_t i = begin; i < begin + count; ++i) {
    const std::int64_t epoch = i / examples_;
    if (epoch != epoch_) {
      epoch_ = epoch;
      order_.resize(std::size_t(examples_));
      std::iota(order_.begin(), order_.end(), 0);
      Random(Key{seed_, std::uint64_t(epoch), id_of("order")}).shuffle(std::span(order_));
    }
    visits.push_back({order_[std::size_t(i % examples_)], std::uint64_t(epoch)});
  }
  return visits;
}

}  // namespace spandrop::nn
