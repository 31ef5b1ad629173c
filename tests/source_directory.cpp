// Apart from the tests, so that only this file is compiled anew in another place.
#include "tests/source_directory.h"

namespace spandrop::test {

std::string source_directory() { return SPANDROP_SOURCE_DIR; }

}  // namespace spandrop::test
