// Rewrites files of lines on several threads, in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "spandrop/io/files/record_error.h"
#include "spandrop/io/files/write_part.h"

namespace spandrop {

class BadLimit;

// An invalid record and its location.
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

// The progress of a run, in stored bytes of its inputs.
struct BytesDone {
  std::uint64_t done = 0;
  std::optional<std::uint64_t> total;  // unknown for a pipe
};

struct FileOptions {
  // Number of threads, including the calling one.
  std::size_t threads = 1;
  // A longer record is bad, counted in bytes of content. Bounds the memory for files that
  // decompress to much more, or that have no line ends. An official file of a data set counts as
  // one record.
  std::size_t max_record_bytes = 512'000'000;
  // Bad records are skipped and counted instead of ending the run.
  bool skip_bad = false;
  // The list of skipped records, one JSON object per line; written only if there are any. Without a
  // name, they are only counted.
  std::string bad_file;
  // Ends the run if too many records are skipped; null: no limit.
  BadLimit* bad_limit = nullptr;
  // Called when everything is written; if it throws, the output does not appear.
  std::function<void()> before_commit;
  // Approximate number of lines written per line read. Input blocks are smaller by this factor, so
  // that memory use stays the same.
  std::uint64_t expansion = 1;
  // Called with the size of the output when all of it is on disk, just before it gets its name.
  std::function<void(std::uint64_t size)> on_complete;
  // Called regularly, by one thread at a time.
  std::function<void(const BytesDone&)> on_progress;
  // A stop request ends the run with Cancelled and leaves no output.
  std::stop_token stop;
};

// Appends the new line to `out`, followed by `line_end`. The line has no line end, but 64 readable
// bytes after it. After an error, nothing may be appended. If `out` becomes large, `write_part` may
// be called once no error is possible any more.
using RewriteLine =
    std::function<tl::expected<void, RecordError>(std::string_view line, std::string_view line_end,
                                                  std::string& out, const WritePart& write_part)>;

struct RewriteCounts {
  std::uint64_t good = 0;        // valid records; counted only if bad ones are skipped
  std::uint64_t bad = 0;         // records that were skipped
  std::uint64_t bytes_read = 0;  // of content, before compression
  std::uint64_t bytes_written = 0;

  RewriteCounts& operator+=(const RewriteCounts& other) {
    good += other.good;
    bad += other.bad;
    bytes_read += other.bytes_read;
    bytes_written += other.bytes_written;
    return *this;
  }
};

// Rewrites all lines of the inputs, one after another, into one output ("-": standard input and
// output). The output appears whole or not at all; its name decides the compression. `rewrite`
// has one function per thread. Throws BadRecordError, Cancelled, or std::runtime_error if a file
// fails.
RewriteCounts rewrite_files(const std::vector<std::string>& inputs, const std::string& output,
                            const std::vector<RewriteLine>& rewrite, const FileOptions& options);

}  // namespace spandrop
