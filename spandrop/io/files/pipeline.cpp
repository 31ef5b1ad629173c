#include "spandrop/io/files/pipeline.h"

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace spandrop {
namespace {

// Every thread runs the same loop: read the next block, work on it, then write what is ready. No
// thread is reserved for reading or writing, so n threads keep n cores busy, and one thread is a
// plain loop.
class Run {
 public:
  Run(const PipelineStages& stages, const PipelineOptions& options)
      : stages_(stages), options_(options), blocks_(blocks_in_flight(options)) {
    for (std::size_t slot = blocks_.size(); slot > 0; --slot) free_slots_.push_back(slot - 1);
  }

  void run() {
    {
      // Wakes threads that wait for another one.
      const std::stop_callback wake(options_.stop, [this] {
        const std::lock_guard lock(mutex_);
        changed_.notify_all();
      });
      std::vector<std::jthread> threads;  // joined at the end of this scope
      try {
        for (std::size_t worker = 1; worker < options_.threads; ++worker) {
          threads.emplace_back([this, worker] { loop(worker); });
        }
      } catch (...) {  // no more threads can be started
        const std::lock_guard lock(mutex_);
        stop(std::current_exception());
      }
      loop(0);
    }
    if (error_) std::rethrow_exception(error_);
  }

 private:
  struct Block {
    std::size_t slot = 0;  // index of its input and output
    bool ready = false;    // processed, not yet written
    std::exception_ptr error;
  };

  Block& block(std::uint64_t number) { return blocks_[number % blocks_.size()]; }

  void loop(std::size_t worker) {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] {
        return reading_done_ || is_cancelled() || (!reading_ && !free_slots_.empty());
      });
      if (reading_done_) return;
      if (is_cancelled()) return stop(std::make_exception_ptr(Cancelled()));
      const std::size_t slot = free_slots_.back();
      free_slots_.pop_back();
      bool more = true;
      reading_ = true;
      std::exception_ptr error = unlocked(lock, [&] { more = stages_.read(slot); });
      reading_ = false;
      if (error || !more) reading_done_ = true;
      const std::uint64_t number = next_read_;
      if (more) ++next_read_;
      changed_.notify_all();
      if (!more) return;
      if (!error && !stopped_) {
        const InTurn in_turn = [&](const std::function<void()>& action) {
          run_in_turn(number, action);
        };
        error = unlocked(lock, [&] { stages_.work(slot, worker, in_turn); });
      }
      if (error) reading_done_ = true;
      block(number) = {slot, true, std::move(error)};
      write_ready(lock);
    }
  }

  // Waits until the block is the next one to be written, and does a part of that.
  void run_in_turn(std::uint64_t number, const std::function<void()>& action) {
    std::unique_lock lock(mutex_);
    changed_.wait(
        lock, [&] { return stopped_ || is_cancelled() || (next_write_ == number && !writing_); });
    if (stopped_ || is_cancelled()) throw Cancelled();
    writing_ = true;
    const std::exception_ptr error = unlocked(lock, action);
    writing_ = false;
    if (error) std::rethrow_exception(error);
  }

  // Writes the next blocks that are ready, unless another thread is already writing: that one
  // checks again after each block, so none is missed.
  void write_ready(std::unique_lock<std::mutex>& lock) {
    if (writing_) return;
    writing_ = true;
    while (!stopped_ && block(next_write_).ready) {
      auto [slot, ready, error] = std::exchange(block(next_write_), {});
      if (!error && is_cancelled()) error = std::make_exception_ptr(Cancelled());
      if (!error) error = unlocked(lock, [&] { stages_.write(slot); });
      if (error) stop(std::move(error));
      free_slots_.push_back(slot);
      ++next_write_;
      changed_.notify_all();
    }
    writing_ = false;
  }

  template <class Action>
  static std::exception_ptr unlocked(std::unique_lock<std::mutex>& lock, const Action& action) {
    std::exception_ptr error;
    lock.unlock();
    try {
      action();
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    return error;
  }

  void stop(std::exception_ptr error) {
    if (!error_) error_ = std::move(error);
    stopped_ = true;
    reading_done_ = true;
    changed_.notify_all();
  }

  bool is_cancelled() const { return options_.stop.stop_requested(); }

  const PipelineStages& stages_;
  const PipelineOptions& options_;
  std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  std::vector<Block> blocks_;  // blocks in flight: block k is at index k modulo size
  // Used as a stack: the slot freed last is still in a core's cache.
  std::vector<std::size_t> free_slots_;
  std::uint64_t next_read_ = 0;   // number of the next block to read
  std::uint64_t next_write_ = 0;  // number of the next block to write
  bool reading_ = false;
  bool writing_ = false;
  bool reading_done_ = false;  // no more blocks will be read
  bool stopped_ = false;       // no more blocks will be written
  std::exception_ptr error_;
};

}  // namespace

std::size_t blocks_in_flight(const PipelineOptions& options) {
  if (options.threads == 0 || options.blocks_per_thread == 0) {
    throw std::invalid_argument(
        "[run_pipeline] expected at least 1 thread and 1 block for each, got " +
        std::to_string(options.threads) + " and " + std::to_string(options.blocks_per_thread));
  }
  return options.threads == 1 ? 1 : options.threads * options.blocks_per_thread;
}

void run_stages(const PipelineStages& stages, const PipelineOptions& options) {
  Run(stages, options).run();
}

}  // namespace spandrop
