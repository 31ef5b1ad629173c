// Texts side by side in a few blocks: a file may have hundreds of thousands, and allocating each
// would take longer than reading it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace spandrop {

class TextPool {
 public:
  // A copy of the text that lives as long as the pool.
  std::string_view add(std::string_view text) {
    if (text.size() > left_) {
      left_ = std::max(kBlock, text.size());
      blocks_.push_back(std::make_unique_for_overwrite<char[]>(left_));
      next_ = blocks_.back().get();
    }
    char* const begin = next_;
    next_ = std::copy(text.begin(), text.end(), begin);
    left_ -= text.size();
    return {begin, text.size()};
  }

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 20;

  std::vector<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  std::size_t left_ = 0;  // free bytes in the last block
};

}  // namespace spandrop
