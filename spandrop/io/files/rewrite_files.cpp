#include "spandrop/io/files/rewrite_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <deque>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "spandrop/base/json_writer.h"
#include "spandrop/base/message_text.h"
#include "spandrop/io/files/bad_limit.h"
#include "spandrop/io/files/bad_list.h"
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
  std::string stored;    // the same, compressed
  RewriteCounts counts;  // without the bytes written
  std::vector<BadRecord> bad;
};

// The inputs as one sequence of blocks; one file is open at a time.
class BlockSource {
 public:
  BlockSource(const std::vector<std::string>& names, std::size_t block_size,
              const FileOptions& options)
      : names_(names), block_size_(block_size), options_(options), total_(0) {
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
        file_ = std::make_unique<InputFile>(names_[current_], options_.stop);
        blocks_ = std::make_unique<LineBlocks>(
            *file_, block_size_, LineLimit{options_.max_record_bytes, options_.skip_bad});
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
  const FileOptions& options_;
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

RecordError too_long(std::size_t limit) {
  return {"", "",
          fmt::format("expected at most {} bytes, got more. Use --max-record-bytes to allow more",
                      limit)};
}

void rewrite_block(const InputBlock& in, const RewriteLine& rewrite, const FileOptions& options,
                   const WritePart& write_part, OutputBlock& out) {
  out.records.clear();
  out.counts = {};
  out.bad.clear();
  std::string_view text = in.lines.text();
  if (in.lines.number() == 0 && text.starts_with(kByteOrderMark)) {
    if (in.is_first) out.records += kByteOrderMark;
    text.remove_prefix(kByteOrderMark.size());
  }
  for (std::uint64_t number = in.lines.first_line(); !text.empty(); ++number) {
    if (options.stop.stop_requested()) throw Cancelled();
    const auto [line, line_end] = take_line(text);
    auto rewritten = line.size() > options.max_record_bytes
                         ? tl::make_unexpected(too_long(options.max_record_bytes))
                         : rewrite(line, line_end, out.records, write_part);
    if (rewritten) {
      out.counts.good += options.skip_bad && line.find_first_not_of(" \t\r") != line.npos;
      continue;
    }
    BadRecord bad{in.file, number, std::move(rewritten.error())};
    if (!options.skip_bad) throw BadRecordError(std::move(bad));
    ++out.counts.bad;
    out.bad.push_back(std::move(bad));
  }
  out.counts.bytes_read = in.lines.text().size();
}

// The input block size for which output blocks are large enough to compress well.
std::size_t block_size(std::uint64_t expansion) {
  constexpr std::uint64_t least = std::uint64_t{1} << 10;
  return std::max(least, LineBlocks::default_block_size / std::max(expansion, std::uint64_t{1}));
}

// Writes blocks of lines one after another.
class LineWriter {
 public:
  LineWriter(const std::string& name, Compression compression, const std::stop_token& stop)
      : compression_(compression), file_(name, stop) {}

  // Writes some lines; `stored` holds them compressed.
  void write(std::string_view lines, std::string_view stored) {
    if (!lines.empty()) {
      if (!line_ended_) write_line_end();
      // A byte order mark is no line, even if all records of its block are invalid.
      line_ended_ = lines.ends_with('\n') || lines == kByteOrderMark;
    }
    file_.write(compression_ == Compression::none ? lines : stored);
    bytes_written_ += lines.size();
    is_empty_ = false;
  }

  // Ends the file, and returns it for the commit.
  OutputFile& finish() {
    if (is_empty_ && compression_ != Compression::none) {
      std::string stored;
      Compressor(compression_).compress("", stored);
      file_.write(stored);
    }
    return file_;
  }

  // Before compression.
  std::uint64_t bytes_written() const { return bytes_written_; }

 private:
  // The last line of an input may lack its end.
  void write_line_end() {
    std::string stored = "\n";
    if (compression_ != Compression::none) Compressor(compression_).compress("\n", stored);
    file_.write(stored);
    ++bytes_written_;
  }

  Compression compression_;
  OutputFile file_;
  bool is_empty_ = true;
  bool line_ended_ = true;  // by what was written
  std::uint64_t bytes_written_ = 0;
};

}  // namespace

std::string BadRecord::message() const {
  std::string text = fmt::format("{}:{}: ", file, line);
  if (!error.id.empty()) text += "record " + shortened(error.id) + ": ";
  if (!error.field.empty()) text += error.field + ": ";
  text += error.reason;
  if (line == 1 && !error.hint.empty()) text += (text.ends_with('.') ? " " : ". ") + error.hint;
  return text;
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
  BlockSource source(inputs, block_size(options.expansion), options);
  const Compression compression = compression_of(output);
  std::deque<Compressor> compressors;  // one per thread; they never move
  for (std::size_t i = 0; i < options.threads; ++i) compressors.emplace_back(compression);
  LineWriter writer(output, compression, options.stop);
  BadList bad_list(options.skip_bad ? options.bad_file : "");
  RewriteCounts counts;

  const auto work = [&](InputBlock& in, OutputBlock& out, std::size_t worker,
                        const InTurn& in_turn) {
    const auto compress = [&] {
      if (compression != Compression::none) compressors[worker].compress(out.records, out.stored);
    };
    const WritePart write_part = [&](std::string& part) {
      assert(&part == &out.records);
      compress();
      in_turn([&] { writer.write(part, out.stored); });
      part.clear();
    };
    rewrite_block(in, rewrite[worker], options, write_part, out);
    compress();
  };
  const auto write = [&](OutputBlock& out) {
    writer.write(out.records, out.stored);
    for (const BadRecord& bad : out.bad) {
      bad_list.add(bad.to_json());
      if (options.bad_limit) {
        options.bad_limit->add(bad.error.field + bad.error.reason, bad.message());
      }
    }
    counts += out.counts;
    if (options.on_progress) options.on_progress(source.progress());
  };
  run_pipeline<InputBlock, OutputBlock>([&](InputBlock& block) { return source.next(block); }, work,
                                        write, {.threads = options.threads, .stop = options.stop});
  counts.bytes_written = writer.bytes_written();
  OutputFile& file = writer.finish();
  // A rerun skips finished outputs, so the list must be written before the output.
  bad_list.commit();
  if (options.bad_limit) options.bad_limit->end_output(output, counts.good);
  if (options.before_commit) options.before_commit();
  if (options.on_complete) options.on_complete(file.sync());
  file.commit();
  return counts;
}

}  // namespace spandrop
