// Shared by the benchmark programs: arrays in binary files, exchanged with Python, and CPU time.
#pragma once

#include <cstddef>
#include <ctime>
#include <fstream>
#include <ios>
#include <string>

// Opens a binary file that throws if it cannot be opened, read or written.
template <class Stream>
Stream open_binary(const std::string& path) {
  Stream file(path, std::ios::binary);
  file.exceptions(std::ios::failbit | std::ios::badbit);
  return file;
}

// Reads the next `size` elements of a file into a vector or string.
template <class Array>
void read_array(std::ifstream& file, std::size_t size, Array& array) {
  array.resize(size);
  file.read(reinterpret_cast<char*>(array.data()),
            static_cast<std::streamsize>(size * sizeof(array[0])));
}

// Writes all elements of a vector or string to a new file.
template <class Array>
void write_array(const std::string& path, const Array& array) {
  auto file = open_binary<std::ofstream>(path);
  file.write(reinterpret_cast<const char*>(array.data()),
             static_cast<std::streamsize>(array.size() * sizeof(array[0])));
}

// CPU seconds of this process so far.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}
