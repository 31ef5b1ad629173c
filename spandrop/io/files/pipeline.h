// An ordered parallel map: several threads process blocks, which are written in input order.
#pragma once

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <type_traits>
#include <vector>

namespace spandrop {

struct PipelineOptions {
  // Number of threads, including the calling one. Each reads, works and writes as needed.
  std::size_t threads = 1;
  // Blocks in memory per thread. More than one, so that a slow block does not stall the others.
  std::size_t blocks_per_thread = 3;
  // A stop request ends the run with Cancelled after the current blocks.
  std::stop_token stop;
};

// Thrown by a run that was asked to stop.
class Cancelled : public std::runtime_error {
 public:
  explicit Cancelled(const std::string& what = "interrupted") : std::runtime_error(what) {}
};

// Runs an action once all earlier blocks are written, and before any later one is: `work` can write
// parts of an output that is too large for memory. Throws Cancelled if the run stops before that.
using InTurn = std::function<void(const std::function<void()>& action)>;

// The stages of a run. A slot is the index of a block in flight.
struct PipelineStages {
  std::function<bool(std::size_t slot)> read;
  std::function<void(std::size_t slot, std::size_t worker, const InTurn& in_turn)> work;
  std::function<void(std::size_t slot)> write;
};

// The largest number of blocks that a run holds.
std::size_t blocks_in_flight(const PipelineOptions& options);

// The implementation of run_pipeline, independent of the block types.
void run_stages(const PipelineStages& stages, const PipelineOptions& options);

// Reads inputs until `read` returns false, turns each into an output, and writes the outputs in
// order. Calls of `read` never overlap, nor do calls of `write`. `work` runs in all threads at
// once; calls with the same worker number (0 to threads - 1) never overlap. It is called with
// (Input&, Output&, worker) or, to write in parts, with (Input&, Output&, worker, const InTurn&).
// Inputs and outputs are reused for later blocks without being cleared, so their memory is
// recycled.
//
// The first exception in input order is rethrown once everything before it has been written,
// whatever the number of threads. Exceptions from `write`, and Cancelled, are rethrown at once.
template <class Input, class Output, class Work>
void run_pipeline(const std::function<bool(Input&)>& read, Work work,
                  const std::function<void(Output&)>& write, const PipelineOptions& options = {}) {
  std::vector<Input> inputs(blocks_in_flight(options));
  std::vector<Output> outputs(inputs.size());
  run_stages(
      {[&](std::size_t slot) { return read(inputs[slot]); },
       [&](std::size_t slot, std::size_t worker, const InTurn& in_turn) {
         if constexpr (std::is_invocable_v<Work&, Input&, Output&, std::size_t, const InTurn&>)
           work(inputs[slot], outputs[slot], worker, in_turn);
         else
           work(inputs[slot], outputs[slot], worker);
       },
       [&](std::size_t slot) { write(outputs[slot]); }},
      options);
}

}  // namespace spandrop
