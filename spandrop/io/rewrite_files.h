// Files of lines in, files of other lines out, in order, by several threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "spandrop/io/record.h"

namespace spandrop {

// A record that could not be used, and where it was.
struct BadRecord {
  std::string file;
  std::uint64_t line = 0;
  RecordError error;

  // Such as "corpus.jsonl:17: record q5: annotations[0].end: expected a whole number from 0, got
  // -1".
  std::string message() const;
  // The same as one JSON object.
  std::string to_json() const;
};

// Thrown at the first bad record, unless they are skipped.
class BadRecordError : public std::runtime_error {
 public:
  explicit BadRecordError(BadRecord bad)
      : std::runtime_error(bad.message()), record(std::move(bad)) {}
  BadRecord record;
};

// How far a run is, in stored bytes of its inputs.
struct Progress {
  std::uint64_t done = 0;
  std::optional<std::uint64_t> total;  // unknown for a pipe
};

struct FileOptions {
  // Threads that work, the calling one included.
  std::size_t threads = 1;
  // Bad records are skipped and counted instead of ending the run.
  bool skip_bad = false;
  // Where skipped records are listed, one JSON object a line; made only if there are any.
  std::string bad_file;
  // How many lines are written for each that is read, about: blocks of input are smaller by it, so
  // that memory is not larger.
  std::uint64_t expansion = 1;
  // Called now and then, never twice at once.
  std::function<void(const Progress&)> on_progress;
  // Set by anyone: the run ends with Cancelled, and leaves no output.
  const std::atomic<bool>* cancelled = nullptr;
};

// Appends what becomes of a line to `out`, followed by `line_end`. The line has no line end, but 64
// readable bytes after it. After an error nothing may be appended.
using RewriteLine = std::function<tl::expected<void, RecordError>(
    std::string_view line, std::string_view line_end, std::string& out)>;

struct RewriteCounts {
  std::uint64_t bad = 0;         // records that were skipped
  std::uint64_t bytes_read = 0;  // of content, before compression
  std::uint64_t bytes_written = 0;

  RewriteCounts& operator+=(const RewriteCounts& other) {
    bad += other.bad;
    bytes_read += other.bytes_read;
    bytes_written += other.bytes_written;
    return *this;
  }
};

// Rewrites all lines of the inputs, one after another, into one output ("-": standard input and
// output). The output appears whole or not at all; its name says whether it is compressed. Each
// thread has a function of its own: `rewrite` has as many as `options.threads`. Throws
// BadRecordError, Cancelled, or std::runtime_error where a file fails.
RewriteCounts rewrite_files(const std::vector<std::string>& inputs, const std::string& output,
                            const std::vector<RewriteLine>& rewrite, const FileOptions& options);

}  // namespace spandrop
