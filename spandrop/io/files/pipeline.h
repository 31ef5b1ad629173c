// An ordered parallel map: blocks are read, worked on by several threads, written in input order.
#pragma once

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <vector>

namespace spandrop {

struct PipelineOptions {
  // Number of threads, including the calling one. Each reads, works and writes as needed.
  std::size_t threads = 1;
  // Blocks in memory per thread, so that one slow block does not hold up the others at once.
  std::size_t blocks_per_thread = 3;
  // A stop request ends the run after the blocks at hand.
  std::stop_token stop;
};

// Thrown by a run that was asked to stop.
class Cancelled : public std::runtime_error {
 public:
  Cancelled() : std::runtime_error("cancelled") {}
};

// The stages of a run, in terms of places 0 to the number of blocks in flight minus 1.
struct PipelineStages {
  std::function<bool(std::size_t place)> read;
  std::function<void(std::size_t place, std::size_t worker)> work;
  std::function<void(std::size_t place)> write;
};

// The largest number of blocks that a run holds.
std::size_t blocks_in_flight(const PipelineOptions& options);

// The run behind run_pipeline, without the types of its blocks.
void run_stages(const PipelineStages& stages, const PipelineOptions& options);

// Reads inputs until `read` returns false, makes an output of each, writes these in order. No two
// calls of `read` overlap, nor two of `write`; `work` runs in all threads at once, and never twice
// at once with the same worker number, 0 to threads - 1. Inputs and outputs are used again for
// later blocks and come as they were left, so their memory is recycled.
//
// The first exception in input order is rethrown after everything before it was written, whatever
// the number of threads; one of `write`, and Cancelled, at once.
template <class Input, class Output>
void run_pipeline(const std::function<bool(Input&)>& read,
                  const std::function<void(Input&, Output&, std::size_t worker)>& work,
                  const std::function<void(Output&)>& write, const PipelineOptions& options = {}) {
  std::vector<Input> inputs(blocks_in_flight(options));
  std::vector<Output> outputs(inputs.size());
  run_stages(
      {[&](std::size_t place) { return read(inputs[place]); },
       [&](std::size_t place, std::size_t worker) { work(inputs[place], outputs[place], worker); },
       [&](std::size_t place) { write(outputs[place]); }},
      options);
}

}  // namespace spandrop
