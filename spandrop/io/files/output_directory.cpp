#include "spandrop/io/files/output_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "spandrop/base/json_leaves.h"
#include "spandrop/base/json_writer.h"
#include "spandrop/core/key.h"
#include "spandrop/io/files/output_file.h"

namespace spandrop {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = ".spandrop";  // of all files that are not outputs

[[noreturn]] void fail(const std::string& file) {
  throw std::system_error(errno, std::generic_category(), "cannot write " + file);
}

std::string load(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

bool exists(const std::string& file) {  // a link counts, wherever it points
  struct stat status;
  return lstat(file.c_str(), &status) == 0;
}

std::string name_of(const std::string& output) {
  return json_string(fs::path(output).filename().string());
}

void write_all(int descriptor, std::string_view bytes, const std::string& file) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(file);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

// The number that a JSON text is; 0 if it is none.
template <class Number>
Number number_in(const std::string& json) {
  Number number = 0;
  std::from_chars(json.data(), json.data() + json.size(), number);
  return number;
}

// Such as "rate was 0.1, now 0.2". Options that only one side has were or are their default.
std::string differences(const std::string& before, const std::string& now) {
  const auto old_values = json_leaves(before);
  const auto new_values = json_leaves(now);
  if (!old_values || !new_values) return ".spandrop.json is damaged";
  std::map<std::string, std::pair<std::string, std::string>> by_name;
  for (const auto& [name, value] : *old_values) by_name[name].first = value;
  for (const auto& [name, value] : *new_values) by_name[name].second = value;
  std::string text;
  for (const auto& [name, values] : by_name) {
    const auto& [old_value, new_value] = values;
    if (old_value == new_value) continue;
    const std::string_view shown =
        name.starts_with("options.") ? std::string_view(name).substr(8) : std::string_view(name);
    text += fmt::format("{}{} was {}, now {}", text.empty() ? "" : "; ", shown,
                        old_value.empty() ? "not set" : old_value,
                        new_value.empty() ? "not set" : new_value);
  }
  return text;
}

// Locks a file; returns false if another process has the lock. Some network file systems have no
// locks: `supported` is then false.
bool lock(int descriptor, int operation, bool* supported = nullptr) {
  while (flock(descriptor, operation) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK && supported != nullptr) *supported = false;
    return errno != EWOULDBLOCK;
  }
  return true;
}

// Whether the open file still has its name.
bool has_name(int descriptor, const std::string& file) {
  struct stat opened;
  struct stat named;
  return fstat(descriptor, &opened) == 0 && stat(file.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

}  // namespace

FileIdentity identity_of(const std::string& file) {
  FileIdentity identity{.path = fs::absolute(file).lexically_normal().string(), .size = {}};
  struct stat status;
  if (stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return identity;
  identity.size = static_cast<std::uint64_t>(status.st_size);
#ifdef __APPLE__
  const timespec time = status.st_mtimespec;
#else
  const timespec time = status.st_mtim;
#endif
  identity.modified = std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
  return identity;
}

OutputDirectory::OutputDirectory(std::string path, std::string options)
    : path_(std::move(path)), options_(std::move(options)) {
  const ExampleId hash = content_id(options_);
  options_hash_ = fmt::format("\"{:016x}{:016x}\"", hash.high, hash.low);
  read_finished();
  if (const std::string stored = load(options_file()); !stored.empty()) check_options(stored);
}

std::string OutputDirectory::options_file() const { return fs::path(path_) / ".spandrop.json"; }

std::string OutputDirectory::finished_file() const {
  return fs::path(path_) / ".spandrop-finished.jsonl";
}

void OutputDirectory::read_finished() {
  std::ifstream file(finished_file(), std::ios::binary);
  has_list_ = file.is_open();
  for (std::string line; std::getline(file, line);) {
    const auto found = json_leaves(line);
    if (!found || !found->contains("output")) continue;  // torn by a process that was killed
    const auto value = [&](const char* name) {
      const auto at = found->find(name);
      return at == found->end() ? "" : at->second;
    };
    Finished& finished = finished_[value("output")];
    finished.size = number_in<std::uint64_t>(value("size"));
    finished.options = value("options");
    finished.input = {.path = value("input.path"), .size = {}};
    finished.input.modified = number_in<std::int64_t>(value("input.modified"));
    if (const std::string size = value("input.size"); size != "null")
      finished.input.size = number_in<std::uint64_t>(size);
  }
}

// A run that finished nothing, because its options were wrong, does not count. Version 0.1.0 did
// not record what it finished, so any file may be an output.
bool OutputDirectory::has_outputs() const {
  if (has_list_) return !finished_.empty();
  for (const fs::directory_entry& entry : fs::directory_iterator(path_)) {
    if (!entry.path().filename().string().starts_with(kPrefix)) return true;
  }
  return false;
}

void OutputDirectory::check_options(const std::string& stored) const {
  if (stored == options_ + "\n" || !has_outputs()) return;
  throw std::runtime_error(fmt::format(
      "{} contains files made with other options: {}. Use the same options, another directory, or "
      "delete this one.",
      path_, differences(stored, options_)));
}

OutputDirectory::Status OutputDirectory::status_of(const std::string& output,
                                                   const FileIdentity& input) const {
  const auto found = finished_.find(name_of(output));
  if (!exists(output)) return Status::missing;
  if (found == finished_.end()) return Status::unknown;
  const Finished& finished = found->second;
  if (finished.options != options_hash_) return Status::other_options;
  if (!finished.input.is_same_version(input)) {
    return finished.input.path == json_string(input.path) ? Status::input_changed
                                                          : Status::other_input;
  }
  return identity_of(output).size == finished.size ? Status::finished : Status::size_changed;
}

bool OutputDirectory::has_record(const std::string& output) const {
  return finished_.contains(name_of(output));
}

std::string OutputDirectory::recorded_input(const std::string& output) const {
  return finished_.at(name_of(output)).input.path;
}

void OutputDirectory::claim() {
  fs::create_directories(path_);
  for (int attempt = 0; attempt < 500; ++attempt) {
    // Another process replaced the options at the same time, or its file is not visible yet.
    if (attempt > 2) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (lock_options()) return;
  }
  throw std::runtime_error("cannot read " + options_file() +
                           ": other processes keep replacing it; rerun");
}

// Opens and locks the options, and stores them if there are none. Returns false if another process
// replaced them in the meantime.
bool OutputDirectory::lock_options() {
  const std::string file = options_file();
  Descriptor opened(open(file.c_str(), O_RDWR | O_CLOEXEC));
  if (!opened && (errno == EACCES || errno == EROFS)) {
    opened = Descriptor(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  }
  if (!opened) {
    if (errno != ENOENT) fail(file);
    store_options(false);
    return false;
  }
  bool can_lock = true;
  lock(opened.get(), LOCK_SH, &can_lock);
  if (!has_name(opened.get(), file)) return false;
  const std::string stored = load(file);
  if (stored == options_ + "\n") {
    claimed_ = std::move(opened);
    return true;
  }
  finished_.clear();
  read_finished();  // other processes may have finished some in the meantime
  check_options(stored);
  // Nothing was finished with the stored options; replace them unless a process is using them.
  if (!can_lock || !lock(opened.get(), LOCK_EX | LOCK_NB)) {
    throw std::runtime_error(fmt::format(
        "another process may be writing to {} with other options: {}. Use another directory, or "
        "delete {} if no process is running.",
        path_, differences(stored, options_), file));
  }
  if (has_name(opened.get(), file)) store_options(true);
  return false;
}

// Stores the options in one step, so that no process sees half of them. Unless they are replaced,
// the options that another process stored first are left.
void OutputDirectory::store_options(bool replace) const {
  const std::string file = options_file();
  // First, because a directory with options and without this list counts as one of version 0.1.0.
  const std::string list = finished_file();
  if (!Descriptor(open(list.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666))) fail(list);
  const std::string unique = fmt::format("{}.{:08x}", file, std::random_device()());
  {
    const Descriptor written(open(unique.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!written) fail(file);
    write_all(written.get(), options_ + "\n", file);
    if (fsync(written.get()) != 0) fail(file);
  }
  if (!replace && link(unique.c_str(), file.c_str()) != 0 && errno != EEXIST) {
    // Without hard links, two processes that start at once could store different options.
    replace = !exists(file);
  }
  if (replace && std::rename(unique.c_str(), file.c_str()) != 0) fail(file);
  unlink(unique.c_str());
  sync_directory_of(file);
}

void OutputDirectory::record(const std::string& output, std::uint64_t size,
                             const FileIdentity& input) {
  std::string line;
  JsonWriter json(line);
  json.begin_object().key("output").raw(name_of(output)).field("size", size);
  json.key("options").raw(options_hash_).key("input").begin_object();
  json.field("path", input.path).field("size", input.size).field("modified", input.modified);
  json.end_object().end_object();
  line += '\n';
  if (exists(output)) unlink(file_behind(output).c_str());

  const std::string file = finished_file();
  const Descriptor list(open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!list) fail(file);
  // Without a lock, appending from several machines loses lines on NFS.
  lock(list.get(), LOCK_EX);
  struct stat status;
  char last = '\n';
  if (fstat(list.get(), &status) == 0 && status.st_size > 0) {
    if (pread(list.get(), &last, 1, status.st_size - 1) != 1) last = '\0';
  }
  if (last != '\n') line.insert(0, "\n");  // ends the line of a process that was killed
  write_all(list.get(), line, file);
  if (fsync(list.get()) != 0) fail(file);
}

}  // namespace spandrop
