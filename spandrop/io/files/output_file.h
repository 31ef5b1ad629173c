// An output that appears whole or not at all.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "spandrop/io/files/stop_event.h"

namespace spandrop {

// The path that a name stands for, with symbolic links resolved, even if nothing exists there yet.
// Throws std::system_error if links form a loop.
std::string file_behind(const std::string& name);

// Makes a new name in a directory survive a power failure; returns 0 or an error number.
int sync_directory_of(const std::string& path);

// Writes to `NAME.partial` beside the file, locked against a second writer, and renames it in
// commit(). Standard output ("-"), /dev/stdout, /dev/fd/N and the like, devices and pipes are
// written to directly. Symbolic links are followed, and a file that is replaced keeps its
// permissions. Every write is a system call, so pass whole blocks. Failures throw std::system_error
// with the name and the reason. To get EPIPE and EFBIG as errors too, the program must ignore
// SIGPIPE and SIGXFSZ.
class OutputFile {
 public:
  // Starts the file. Overwrites a `NAME.partial` that a killed process left behind. While it waits
  // for the reader of a pipe, a stop request ends any function with Cancelled.
  explicit OutputFile(const std::string& name, const std::stop_token& stop = {});
  // Without a commit(), removes what was written and leaves the file unchanged.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  // Stores everything on disk, and returns the number of bytes that were written.
  std::uint64_t sync();
  // Syncs the file to disk and gives it its name. Nothing can be written afterwards.
  void commit();

 private:
  void open_directly(bool is_pipe, const std::stop_token& stop);
  void wait_for_reader(const std::stop_token& stop);
  void open_partial();
  void keep_mode(unsigned mode);
  bool lock_partial();
  void store_ahead();
  void close();
  [[noreturn]] void fail(int error) const;

  std::string name_;     // for messages
  std::string path_;     // of the file itself, links resolved
  std::string partial_;  // empty if the output is written to directly
  int descriptor_ = -1;
  std::optional<StopEvent> waits_;  // for an output that can keep its writer waiting
  bool is_nonblocking_ = false;
  std::int64_t written_ = 0;  // bytes
  std::int64_t stored_ = 0;   // bytes that the system was asked to write back
  bool synced_ = false;
};

}  // namespace spandrop
