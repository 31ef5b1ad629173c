// The members of a record's object, unparsed.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

namespace spandrop {

struct RawMember {
  std::string_view key;    // unescaped
  std::string_view value;  // as written
};

// Reads one line after another and reuses its memory. Not thread-safe.
class MemberReader {
 public:
  MemberReader();
  ~MemberReader();

  // Reads a line, which must outlive the result; that is valid until the next call. Returns false
  // if brackets do not match, which RecordReader may not have seen.
  [[nodiscard]] bool read(std::string_view line, std::vector<RawMember>& members);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace spandrop
