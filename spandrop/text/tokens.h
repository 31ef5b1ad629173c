// Tokens of texts, in arrays that grow without initialising new elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace spandrop {

// Leaves the elements that resize() adds uninitialised: a buffer is made large, filled from its
// start and then cut to size.
template <class T>
struct UnsetAllocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = UnsetAllocator<U>;
  };
  template <class U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
};
template <class T>
using UnsetVector = std::vector<T, UnsetAllocator<T>>;

// A range [begin, end) of a text; {0, 0} for added special tokens.
struct TokenRange {
  std::int32_t begin;
  std::int32_t end;
  friend bool operator==(const TokenRange&, const TokenRange&) = default;
};

// The tokens of consecutive texts or pairs. Row i has the tokens from rows[i] to rows[i + 1].
struct Tokens {
  UnsetVector<std::int32_t> ids;
  UnsetVector<TokenRange> offsets;
  UnsetVector<std::uint8_t> type_ids;  // 1 for the second text of a pair and what follows it
  std::vector<std::int64_t> rows = {0};

  std::size_t size() const { return ids.size(); }
  // Removes all tokens but keeps the memory.
  void clear() {
    ids.clear();
    offsets.clear();
    type_ids.clear();
    rows.assign(1, 0);
  }
};

}  // namespace spandrop
