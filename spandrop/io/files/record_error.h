// What is wrong with one record of a file.
//
// BadValue (thrown inside a reader) -> RecordError (returned) -> BadRecord (with file and line) ->
// BadRecordError (thrown unless bad records are skipped).
#pragma once

#include <string>

namespace spandrop {

struct RecordError {
  std::string id;         // empty if the record has none or the id was not read yet
  std::string field;      // such as annotations[2].begin; empty: the line itself
  std::string reason;     // what was expected, and what was found
  std::string hint = {};  // what the file may be instead, shown only if its first line is invalid
};

}  // namespace spandrop
