// An output that appears whole or not at all.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spandrop {

// Collects bytes in `NAME.partial` beside the file, locked against a second writer, and renames it
// in commit(). "-" (standard output), /dev/stdout, /dev/fd/N and the like, devices and pipes are
// written straight to. Symbolic links are followed. Every write is a system call: give it whole
// blocks. Failures are std::system_error with the name and the reason; a program that wants EPIPE
// and EFBIG as such an error, and not as its death, ignores SIGPIPE and SIGXFSZ.
class OutputFile {
 public:
  // Starts the file; what a killed process left behind in `NAME.partial` is overwritten.
  explicit OutputFile(const std::string& name);
  // Without a commit() before, removes what was written and leaves the file as it was.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Appends bytes.
  void write(std::string_view bytes);
  // Makes the file visible under its name, safe on the disk. Nothing can be written after it.
  void commit();

 private:
  void open_partial();
  bool lock_partial();
  void store_ahead();
  void close();
  [[noreturn]] void fail(int error) const;

  std::string name_;     // for messages
  std::string path_;     // of the file itself, links resolved
  std::string partial_;  // empty when the output is written straight to
  int descriptor_ = -1;
  std::int64_t written_ = 0;  // bytes
  std::int64_t stored_ = 0;   // of them, those that the system was asked to store
};

}  // namespace spandrop
