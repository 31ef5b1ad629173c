// Compares JSON by value, so that files of other programs, with other spacing, escapes or order of
// members, can be compared too.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace spandrop {

// Compares pairs of JSON values and reuses its memory. Not thread-safe.
class JsonComparer {
 public:
  JsonComparer();
  ~JsonComparer();

  // Whether two values are equal. Members of objects can have any order; 1 and 1.0 are equal.
  // Values that cannot be parsed are equal only if their bytes are.
  bool equal(std::string_view a, std::string_view b);

  // The first member, of either object, that is not equal in both and not in `except`; none if
  // there is no such member. With `at`, compares the objects that are members with this key. Empty
  // if they are not objects.
  std::optional<std::string> difference(std::string_view a, std::string_view b,
                                        std::span<const std::string_view> except,
                                        std::string_view at = {});

  // Whether an object has a member with this value.
  bool member_is(std::string_view object, std::string_view key, std::string_view value);

 private:
  struct Parsers;
  std::unique_ptr<Parsers> parsers_;
};

}  // namespace spandrop
