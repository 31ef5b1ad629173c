// The checks of official files, one per data set. They get both files and what was read from them.
#pragma once

#include <string_view>

#include "spandrop/tasks/docred/reader.h"
#include "spandrop/tasks/hotpotqa/reader.h"
#include "spandrop/tasks/multirc/reader.h"
#include "spandrop/tasks/squad/reader.h"
#include "spandrop/verify/dataset_check.h"

namespace spandrop {

void check_squad(std::string_view before, std::string_view after, const squad::Dataset& old_data,
                 const squad::Dataset& new_data, DatasetCheck& check);
void check_hotpotqa(std::string_view before, std::string_view after,
                    const hotpotqa::Dataset& old_data, const hotpotqa::Dataset& new_data,
                    DatasetCheck& check);
void check_multirc(std::string_view before, std::string_view after,
                   const multirc::Dataset& old_data, const multirc::Dataset& new_data,
                   DatasetCheck& check);
void check_docred(std::string_view before, std::string_view after, const docred::Dataset& old_data,
                  const docred::Dataset& new_data, DatasetCheck& check);

// The raw bytes of an element of an array.
inline std::string_view raw_element(std::string_view file, const RawArray& array,
                                    std::size_t number) {
  return file.substr(array.elements[number].begin, array.elements[number].size());
}

}  // namespace spandrop
