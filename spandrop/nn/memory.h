// Memory for activations.
#pragma once

#include <malloc.h>

namespace spandrop::nn {

// Keeps freed memory for the next step instead of giving it back to the system, which would clear
// it page by page again: a step is up to twice as fast. For programs to call once at their start.
inline void keep_freed_memory() {
#ifdef M_MMAP_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, 64 << 20);
#endif
}

}  // namespace spandrop::nn
