// A quick comparison of the bytes that a drop does not touch.
#pragma once

#include "spandrop/io/records/record.h"

namespace spandrop {

// Whether two records of texts are equal, byte for byte, except for the text and the positions and
// texts of labels. False does not mean that they differ: the members must then be compared.
bool is_equal_outside_sequence(const Record& before, const Record& after);

}  // namespace spandrop
