// Prepares batches ahead of the trainer, in a thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "spandrop/nn/train/order.h"
#include "spandrop/nn/train/task.h"

namespace spandrop::nn {

class Prefetch {
 public:
  // Prepares the visits with numbers `begin` to `end` - 1, in batches of `size`; the last batch may
  // be smaller.
  Prefetch(const Task& task, Order order, std::int64_t begin, std::int64_t end, std::int64_t size);
  // Stops the thread, which finishes at most the batch that it is preparing.
  ~Prefetch();

  // Waits for the next batch and returns it. Rethrows the exception of a batch that failed.
  std::unique_ptr<PreparedBatch> next();
  // CPU time of the preparation so far.
  double cpu_seconds() const;

 private:
  void work(std::stop_token stop, std::int64_t begin, std::int64_t end, std::int64_t size);

  const Task& task_;
  Order order_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::unique_ptr<PreparedBatch>> ready_;
  std::exception_ptr failure_;
  double cpu_seconds_ = 0;
  std::jthread thread_;
};

}  // namespace spandrop::nn
