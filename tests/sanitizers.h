// Whether a test runs under a sanitizer: ten times slower, and it looks for other things than
// numbers.
#pragma once

namespace spandrop::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace spandrop::test
