#include "spandrop/nn/train/prefetch.h"

#include <algorithm>
#include <utility>

#include "spandrop/nn/train/cpu_time.h"

namespace spandrop::nn {
namespace {

constexpr std::size_t kAhead = 4;  // batches: enough to even out slow ones

}  // namespace

Prefetch::Prefetch(const Task& task, Order order, std::int64_t begin, std::int64_t end,
                   std::int64_t size)
    : task_(task),
      order_(std::move(order)),
      thread_([=, this](std::stop_token stop) { work(stop, begin, end, size); }) {}

Prefetch::~Prefetch() {
  thread_.request_stop();
  changed_.notify_all();
}

std::unique_ptr<PreparedBatch> Prefetch::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !ready_.empty() || failure_; });
  if (ready_.empty()) std::rethrow_exception(failure_);
  std::unique_ptr<PreparedBatch> batch = std::move(ready_.front());
  ready_.pop_front();
  changed_.notify_all();
  return batch;
}

double Prefetch::cpu_seconds() const {
  const std::lock_guard lock(mutex_);
  return cpu_seconds_;
}

void Prefetch::work(std::stop_token stop, std::int64_t begin, std::int64_t end, std::int64_t size) {
  for (std::int64_t at = begin; at < end && !stop.stop_requested(); at += size) {
    std::unique_ptr<PreparedBatch> batch;
    std::exception_ptr failure;
    const double before = thread_cpu_seconds();
    try {
      batch = task_.prepare(order_.visits(at, std::min(size, end - at)));
    } catch (...) {
      failure = std::current_exception();
    }
    std::unique_lock lock(mutex_);
    cpu_seconds_ += thread_cpu_seconds() - before;
    failure_ = failure;
    if (batch) ready_.push_back(std::move(batch));
    changed_.notify_all();
    if (failure || !changed_.wait(lock, stop, [&] { return ready_.size() < kAhead; })) return;
  }
}

}  // namespace spandrop::nn
