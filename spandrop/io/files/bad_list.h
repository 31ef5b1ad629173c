// The list of records that were skipped.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "spandrop/io/files/output_file.h"

namespace spandrop {

class BadList {
 public:
  // Without a name, nothing is listed.
  explicit BadList(std::string name) : name_(std::move(name)) {}

  // Adds a record, described by one JSON object.
  void add(std::string_view json);
  // Writes the list. If it is empty, removes the list of an earlier run instead.
  void commit();

 private:
  std::string name_;
  std::optional<OutputFile> file_;  // opened for the first record
};

}  // namespace spandrop
