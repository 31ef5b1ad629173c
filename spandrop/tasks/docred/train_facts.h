// The facts of a training file, by entity names, for scores that ignore facts that a model could
// have memorised.
#pragma once

#include <cstddef>
#include <string_view>
#include <tl/expected.hpp>

#include "spandrop/tasks/files/id_set.h"
#include "spandrop/tasks/files/read_options.h"

namespace spandrop::docred {

class TrainFacts {
 public:
  void insert(std::string_view head, std::string_view tail, std::string_view relation);
  bool contains(std::string_view head, std::string_view tail, std::string_view relation) const;
  // The number of distinct facts.
  std::size_t size() const { return facts_.size(); }

 private:
  IdSet facts_;
};

// Reads a file in memory, followed by 64 readable bytes (see PaddedFile). Each pair of a head's
// name and a tail's name is a fact. Titles may be duplicates. Texts are not kept, because the
// distantly supervised file is large.
tl::expected<TrainFacts, ReadError> read_train_facts(std::string_view json);

}  // namespace spandrop::docred
