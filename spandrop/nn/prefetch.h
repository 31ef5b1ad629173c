// Batches made ahead of the trainer, in a thread of their own.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "spandrop/nn/order.h"
#include "spandrop/nn/task.h"

namespace spandrop::nn {

class Prefetch {
 public:
  // Prepares batches of `size` visits of the run, from visit `begin` to `end`.
  Prefetch(const Task& task, Order order, std::int64_t begin, std::int64_t end, std::int64_t size);
  ~Prefetch();

  // The next batch; waits for it. Rethrows what its preparation threw.
  std::unique_ptr<Prepared> next();
  // CPU seconds that all preparation took so far.
  double cpu_seconds() const;

 private:
  void work(std::stop_token stop, std::int64_t begin, std::int64_t end, std::int64_t size);

  const Task& task_;
  Order order_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::unique_ptr<Prepared>> ready_;
  std::exception_ptr failure_;
  double cpu_seconds_ = 0;
  std::jthread thread_;
};

}  // namespace spandrop::nn
