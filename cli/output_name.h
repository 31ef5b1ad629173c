// Checks what the name of an output promises.
#pragma once

#include <string>

// Throws std::invalid_argument if the name of an output ends like a format that is not written,
// such as .xz or .parquet. Other endings are accepted, because people name plain text in many ways.
// Standard output, devices, pipes and /dev/fd/N can have any name.
void check_output_name(const std::string& output);
