#include "spandrop/io/files/rewrite_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "spandrop/base/json_writer.h"
#include "spandrop/io/files/compress.h"
#include "spandrop/io/files/input_file.h"
#include "spandrop/io/files/line_blocks.h"
#include "spandrop/io/files/output_file.h"
#include "spandrop/io/files/pipeline.h"

namespace spandrop {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct InputBlock {
  LineBlock lines;
  std::string file;
  bool is_first = true;  // of all inputs
};

struct OutputBlock {
  std::string records;
  std::string stored;  // the same, compressed
  RewriteCounts counts;
  std::vector<BadRecord> bad;
};

// The inputs as one sequence of blocks; one file is open at a time.
class BlockSource {
 public:
  BlockSource(const std::vector<std::string>& names, std::size_t block_size)
      : names_(names), block_size_(block_size), total_(0) {
    for (const std::string& name : names) {
      std::error_code error;
      const std::uintmax_t size = std::filesystem::file_size(name, error);
      if (error) total_.reset();  // a pipe, or a file that cannot be opened
      if (total_) *total_ += size;
    }
  }

  bool next(InputBlock& block) {
    for (; current_ < names_.size(); ++current_) {
      if (!file_) {
        file_ = std::make_unique<InputFile>(names_[current_]);
        blocks_ = std::make_unique<LineBlocks>(*file_, block_size_);
      }
      const bool found = blocks_->next(block.lines);
      done_ = done_before_ + file_->bytes_consumed();
      if (found) {
        block.file = file_->name();
        block.is_first = is_first_;
        is_first_ = false;
        return true;
      }
      done_before_ = done_;
      blocks_.reset();
      file_.reset();
    }
    return false;
  }

  // Thread-safe.
  BytesDone progress() const { return {done_, total_}; }

 private:
  const std::vector<std::string>& names_;
  std::size_t block_size_;
  std::optional<std::uint64_t> total_;
  std::unique_ptr<InputFile> file_;
  std::unique_ptr<LineBlocks> blocks_;
  std::size_t current_ = 0;
  bool is_first_ = true;           // no block was read yet
  std::uint64_t done_before_ = 0;  // bytes of the files before the current one
  std::atomic<std::uint64_t> done_ = 0;
};

// Removes the first line and its line end from `text`.
std::pair<std::string_view, std::string_view> take_line(std::string_view& text) {
  const std::size_t newline = text.find('\n');
  std::string_view line = text.substr(0, newline);
  std::size_t size = newline == std::string_view::npos ? text.size() : newline + 1;
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::string_view line_end = text.substr(line.size(), size - line.size());
  text.remove_prefix(size);
  return {line, line_end};
}

void rewrite_block(const InputBlock& in, const RewriteLine& rewrite, bool skip_bad,
                   OutputBlock& out) {
  out.records.clear();
  out.counts = {};
  out.bad.clear();
  std::string_view text = in.lines.text();
  if (in.lines.number() == 0 && text.starts_with(kByteOrderMark)) {
    if (in.is_first) out.records += kByteOrderMark;
    text.remove_prefix(kByteOrderMark.size());
  }
  for (std::uint64_t number = in.lines.first_line(); !text.empty(); ++number) {
    const auto [line, line_end] = take_line(text);
    auto rewritten = rewrite(line, line_end, out.records);
    if (rewritten) continue;
    BadRecord bad{in.file, number, std::move(rewritten.error())};
    if (!skip_bad) throw BadRecordError(std::move(bad));
    ++out.counts.bad;
    out.bad.push_back(std::move(bad));
  }
  out.counts.bytes_read = in.lines.text().size();
  out.counts.bytes_written = out.records.size();
}

// The input block size for which output blocks are large enough to compress well.
std::size_t block_size(std::uint64_t expansion) {
  constexpr std::uint64_t least = std::uint64_t{16} << 10;
  return std::max(least, LineBlocks::default_block_size / std::max(expansion, std::uint64_t{1}));
}

void write_line_end(OutputFile& file, Compression compression, RewriteCounts& counts) {
  std::string stored = "\n";
  if (compression != Compression::none) Compressor(compression).compress("\n", stored);
  file.write(stored);
  ++counts.bytes_written;
}

// Lists the records that were skipped. If there are none, removes the list of an earlier run.
class BadList {
 public:
  explicit BadList(std::string name) : name_(std::move(name)) {}

  void add(const std::vector<BadRecord>& records) {
    for (const BadRecord& record : records) {
      if (!file_) file_.emplace(name_);
      file_->write(record.to_json() + "\n");
    }
  }

  void commit() {
    if (file_) {
      file_->commit();
    } else if (!name_.empty()) {
      std::remove(name_.c_str());
    }
  }

 private:
  std::string name_;
  std::optional<OutputFile> file_;
};

}  // namespace

std::string BadRecord::message() const {
  std::string text = fmt::format("{}:{}: ", file, line);
  if (!error.id.empty()) text += "record " + error.id + ": ";
  if (!error.field.empty()) text += error.field + ": ";
  return text + error.reason;
}

std::string BadRecord::to_json() const {
  std::string text;
  JsonWriter json(text);
  json.begin_object().field("file", file).field("line", line).field("id", error.id);
  json.field("field", error.field).field("reason", error.reason).end_object();
  return text;
}

RewriteCounts rewrite_files(const std::vector<std::string>& inputs, const std::string& output,
                            const std::vector<RewriteLine>& rewrite, const FileOptions& options) {
  assert(rewrite.size() == options.threads);
  BlockSource source(inputs, block_size(options.expansion));
  const Compression compression = compression_of(output);
  std::deque<Compressor> compressors;  // one per thread; they never move
  for (std::size_t i = 0; i < options.threads; ++i) compressors.emplace_back(compression);
  OutputFile file(output);
  BadList bad_list(options.skip_bad ? options.bad_file : "");
  RewriteCounts counts;
  bool wrote = false;
  bool line_ended = true;  // by what was written; the last line of an input may lack its end

  const auto work = [&](InputBlock& in, OutputBlock& out, std::size_t worker) {
    rewrite_block(in, rewrite[worker], options.skip_bad, out);
    if (compression != Compression::none) compressors[worker].compress(out.records, out.stored);
  };
  const auto write = [&](OutputBlock& out) {
    if (!out.records.empty()) {
      if (!line_ended) write_line_end(file, compression, counts);
      line_ended = out.records.ends_with('\n');
    }
    file.write(compression == Compression::none ? out.records : out.stored);
    wrote = true;
    bad_list.add(out.bad);
    counts += out.counts;
    if (options.on_progress) options.on_progress(source.progress());
  };
  run_pipeline<InputBlock, OutputBlock>([&](InputBlock& block) { return source.next(block); }, work,
                                        write, {.threads = options.threads, .stop = options.stop});
  if (!wrote && compression != Compression::none) {
    std::string empty;
    compressors.front().compress("", empty);
    file.write(empty);
  }
  if (options.on_complete) options.on_complete(file.sync());
  // A rerun skips finished outputs, so the list must be written before the output.
  bad_list.commit();
  file.commit();
  return counts;
}

}  // namespace spandrop
