// What must hold for every line of input, however broken.
#pragma once

#include <cstddef>
#include <cstdint>

// The first four bytes choose the options, the rest is a line. Aborts where something does not
// hold.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
