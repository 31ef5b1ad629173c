// A directory with one output per input. Several processes can fill it together, and a rerun
// resumes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "spandrop/io/files/descriptor.h"

namespace spandrop {

// What tells one version of an input from another.
struct FileIdentity {
  std::string path;                   // absolute
  std::optional<std::uint64_t> size;  // unknown for a pipe
  std::int64_t modified = 0;          // in nanoseconds

  // Whether both are the same version of a file, which may have been moved.
  bool is_same_version(const FileIdentity& other) const {
    return size && size == other.size && modified == other.modified;
  }
};
FileIdentity identity_of(const std::string& file);

// The directory remembers two things. `.spandrop.json` holds the options of its outputs; a run with
// others is refused. `.spandrop-finished.jsonl` has one line per finished output, which is written
// just before the output gets its name. So a file without a line was not written by this program,
// and a line without its file is an interrupted run.
class OutputDirectory {
 public:
  // Reads what is recorded and writes nothing. `options` is one line of JSON with everything that
  // the outputs depend on. Throws std::runtime_error, naming the options that differ, if the
  // directory has outputs that were made with others.
  OutputDirectory(std::string path, std::string options);

  enum class Status {
    missing,        // not made yet
    finished,       // made from this version of the input
    input_changed,  // made from an older version of the input
    size_changed,   // changed since it was made
    unknown,        // exists, but was not made by this program
    other_input,    // made from another file of the same name
    other_options,  // made with other options, and .spandrop.json was deleted
  };
  // What is recorded about an output, a file of this directory.
  Status status_of(const std::string& output, const FileIdentity& input) const;
  // Whether this program finished the output once, or was about to.
  bool has_record(const std::string& output) const;
  // The input that the output was made from, as JSON; only if one is recorded.
  std::string recorded_input(const std::string& output) const;

  // Creates the directory and stores the options, or waits for the process that does. Until this
  // object is destroyed, no other process can store other options. Throws like the constructor.
  void claim();

  // Records that an output is complete. Call it before the output gets its name; an older version
  // of the output is deleted first, so that it cannot be taken for the new one.
  void record(const std::string& output, std::uint64_t size, const FileIdentity& input);

  // The files in which a directory remembers.
  std::string options_file() const;
  std::string finished_file() const;

 private:
  struct Finished {
    std::uint64_t size = 0;
    std::string options;  // their hash, as JSON
    FileIdentity input;   // its path as JSON
  };

  void read_finished();
  void check_options(const std::string& stored) const;
  bool has_outputs() const;
  void store_options(bool replace) const;
  bool lock_options();

  std::string path_;
  std::string options_;
  std::string options_hash_;                  // as JSON
  std::map<std::string, Finished> finished_;  // by the name of the output, as JSON
  bool has_list_ = false;                     // version 0.1.0 recorded no finished outputs
  Descriptor claimed_;                        // the options, locked
};

}  // namespace spandrop
