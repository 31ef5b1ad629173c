// The summary that a command prints to standard error when it ends.
#pragma once

#include <cstdint>
#include <string>

#include "cli/run_files.h"

void print_row(const char* name, const std::string& value);
// The first row: valid records, and invalid ones that were skipped.
void print_records(std::uint64_t records, std::uint64_t bad);
// The last rows: outputs that already existed, and the amount and speed of reading.
void print_run(const RunResult& result, std::uint64_t bytes_read);
