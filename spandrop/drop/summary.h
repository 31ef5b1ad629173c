// What a drop did, in numbers.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "spandrop/core/remap.h"

namespace spandrop {

struct Summary {
  std::uint64_t records = 0;             // valid records read
  std::uint64_t bad = 0;                 // invalid records that were skipped
  std::uint64_t written = 0;             // views of records
  std::uint64_t spans = 0;               // in all views
  std::uint64_t spans_dropped = 0;       // or masked
  std::uint64_t became_empty = 0;        // views with nothing left
  std::uint64_t draws_rejected = 0;      // and drawn again
  std::uint64_t left_whole = 0;          // views whose draws were all rejected: nothing was dropped
  std::array<std::uint64_t, 4> fates{};  // of annotations, in the order of Fate
  std::uint64_t annotations_removed = 0;  // by the policy `drop`
  std::uint64_t bytes_read = 0;           // of content, before compression
  std::uint64_t bytes_written = 0;

  Summary& operator+=(const Summary& other);
};

// The name of a fate: kept, shifted, cut, gone.
const char* name_of(Fate fate);

// The summary as one JSON object, with the seconds that the run took.
std::string to_json(const Summary& summary, double seconds);

}  // namespace spandrop
