// Properties that hold for every line of input, however malformed.
#pragma once

#include <cstddef>
#include <cstdint>

// The first four bytes select the options; the rest is a line. Aborts if a property is violated.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
