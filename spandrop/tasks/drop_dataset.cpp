#include "spandrop/tasks/drop_dataset.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "spandrop/base/json_writer.h"
#include "spandrop/io/files/bad_limit.h"
#include "spandrop/io/files/bad_list.h"
#include "spandrop/io/files/compress.h"
#include "spandrop/io/files/output_file.h"
#include "spandrop/io/files/pipeline.h"
#include "spandrop/tasks/docred/drop.h"
#include "spandrop/tasks/files/id_set.h"
#include "spandrop/tasks/files/padded_file.h"
#include "spandrop/tasks/hotpotqa/drop.h"
#include "spandrop/tasks/multirc/drop.h"
#include "spandrop/tasks/squad/drop.h"
#include "spandrop/tasks/views/record_splicer.h"

namespace spandrop {
namespace {

template <class Read, class Make>
std::unique_ptr<ViewMaker> made(const std::string& name, std::string_view json, Read read,
                                Make make, const DatasetDropOptions& options, bool skip_bad) {
  auto dataset = read(json, ReadOptions{.skip_bad = skip_bad});
  if (!dataset) throw BadDatasetError(name, dataset.error());
  return make(json, std::move(*dataset), options);
}

std::unique_ptr<ViewMaker> view_maker(const std::string& name, std::string_view json,
                                      DatasetFormat format, const DatasetDropOptions& options,
                                      bool skip_bad) {
  switch (format) {
    case DatasetFormat::squad:
      return made(name, json, squad::read, squad::make_views, options, skip_bad);
    case DatasetFormat::hotpotqa:
      return made(name, json, hotpotqa::read, hotpotqa::make_views, options, skip_bad);
    case DatasetFormat::multirc:
      return made(name, json, multirc::read, multirc::make_views, options, skip_bad);
    case DatasetFormat::docred:
      break;
  }
  return made(name, json, docred::read, docred::make_views, options, skip_bad);
}

// An id with the suffix of a view must not equal the id of another view.
void check_ids(const std::string& name, const ViewMaker& maker, const DatasetDropOptions& options) {
  const DropOptions& drop = options.drop;
  if (drop.view + drop.views == 1 && !options.split_questions) return;  // ids do not change
  IdSet ids;
  for (const std::string& id : maker.ids()) {
    for (std::uint64_t view = drop.view; view < drop.view + drop.views; ++view) {
      const std::string view_id = id + view_suffix(view);
      if (ids.insert(id_of(view_id))) continue;
      throw BadDatasetError(
          name, {"", "expected ids that are unique in all views, got " + view_id + " twice"});
    }
  }
}

// The views of consecutive records.
struct Block {
  std::size_t first = 0;
  std::vector<std::string> views;
  Summary summary;
  std::vector<ReadError> bad;
};

// Makes the views of all records on several threads, and collects them in the order of the file.
class Run {
 public:
  Run(const std::string& name, const ViewMaker& maker, RecordSplicer& splicer,
      const FileOptions& options, std::uint64_t bytes)
      : name_(name), maker_(maker), splicer_(splicer), options_(options), bytes_(bytes) {}

  void run() {
    std::size_t next = 0;
    run_pipeline<std::size_t, Block>(
        [&](std::size_t& first) {
          first = next;
          next += kBlock;
          return first < splicer_.size();
        },
        [&](std::size_t& first, Block& block, std::size_t) { work(first, block); },
        [&](Block& block) { collect(block); },
        {.threads = options_.threads, .stop = options_.stop});
    splicer_.finish();
  }

  const Summary& summary() const { return summary_; }
  const std::vector<ReadError>& bad() const { return bad_; }

 private:
  static constexpr std::size_t kBlock = 128;

  void work(std::size_t first, Block& block) const {
    const std::size_t end = std::min(first + kBlock, splicer_.size());
    block.first = first;
    block.views.resize(end - first);  // blocks are reused, with their memory
    block.summary = {};
    block.bad.clear();
    for (std::size_t i = first; i < end; ++i) {
      std::string& views = block.views[i - first];
      views.clear();
      Summary summary;
      auto appended = maker_.append_views(i, views, summary);
      if (appended) {
        ++summary.records;
        block.summary += summary;
        continue;
      }
      if (!options_.skip_bad) throw BadDatasetError(name_, appended.error());
      views.clear();
      ++block.summary.bad;
      block.bad.push_back(std::move(appended.error()));
    }
  }

  void collect(const Block& block) {
    for (const std::string& views : block.views) splicer_.add(views);
    summary_ += block.summary;
    bad_.insert(bad_.end(), block.bad.begin(), block.bad.end());
    if (options_.on_progress) {
      options_.on_progress({bytes_ * (block.first + block.views.size()) / splicer_.size(), bytes_});
    }
  }

  const std::string& name_;
  const ViewMaker& maker_;
  RecordSplicer& splicer_;
  const FileOptions& options_;
  std::uint64_t bytes_;  // of the input
  Summary summary_;
  std::vector<ReadError> bad_;
};

// Writes a file in blocks, compressed according to its name.
class Writer {
 public:
  Writer(const std::string& name, const std::stop_token& stop)
      : compression_(compression_of(name)), compressor_(compression_), file_(name, stop) {}

  void add(std::string_view bytes) {
    block_ += bytes;
    if (block_.size() >= kBlockSize) flush();
  }

  // Writes the rest; returns the number of bytes before compression.
  std::uint64_t finish() {
    flush();
    return written_;
  }

  // Stores the file on disk; returns its size.
  std::uint64_t sync() { return file_.sync(); }
  // Makes the file visible.
  void commit() { file_.commit(); }

 private:
  static constexpr std::size_t kBlockSize = std::size_t{1} << 20;

  void flush() {
    written_ += block_.size();
    if (compression_ == Compression::none) {
      file_.write(block_);
    } else {
      compressor_.compress(block_, stored_);
      file_.write(stored_);
    }
    block_.clear();
  }

  Compression compression_;
  Compressor compressor_;
  OutputFile file_;
  std::string block_;
  std::string stored_;
  std::uint64_t written_ = 0;
};

// Lists what was skipped.
void write_bad_list(const std::string& name, const std::string& input,
                    const std::vector<ReadError>& skipped) {
  BadList list(name);
  for (const ReadError& error : skipped) {
    std::string line;
    JsonWriter(line)
        .begin_object()
        .field("file", input)
        .field("path", error.path)
        .field("reason", error.reason)
        .end_object();
    list.add(line);
  }
  list.commit();
}

struct Dropped {
  Summary summary;
  std::vector<ReadError> skipped;
};

// Passes the new content of a file to a sink, piece by piece.
Dropped drop(const std::string& name, std::string_view json, DatasetFormat format,
             const DatasetDropOptions& options, const FileOptions& file_options,
             RecordSplicer::Sink sink) {
  const std::unique_ptr<ViewMaker> maker =
      view_maker(name, json, format, options, file_options.skip_bad);
  check_ids(name, *maker, options);
  std::vector<Edit> edits;
  maker->remove_skipped(edits);
  RecordSplicer splicer(json, maker->records(), std::move(edits), std::move(sink));
  Run run(name, *maker, splicer, file_options, json.size());
  run.run();
  Dropped dropped{run.summary(), maker->skipped()};
  dropped.summary.bytes_read = json.size();
  dropped.summary.bad += dropped.skipped.size();
  dropped.skipped.insert(dropped.skipped.end(), run.bad().begin(), run.bad().end());
  return dropped;
}

}  // namespace

void check_dataset_options(DatasetFormat format, const DatasetDropOptions& options) {
  const auto refuse = [](const std::string& what) {
    throw std::invalid_argument("[drop] expected " + what);
  };
  const std::string name = dataset_format_names()[static_cast<std::size_t>(format)];
  using Kind = SpanRule::Kind;
  const Kind kind = options.drop.spans.kind();
  check(options.drop);
  if (options.drop.mask) refuse("no mask for a data set, because its files cannot hold one");
  if (options.drop.unit != Unit::code_point) refuse("positions in code points for a data set");
  if (format == DatasetFormat::squad) {
    if (kind == Kind::field) refuse("a span rule that works on SQuAD files, got field");
    if (kind == Kind::adaptive && !options.split_questions) {
      refuse("--split-questions with adaptive spans, because they depend on the question");
    }
  } else if (kind != Kind::automatic && kind != Kind::sentence) {
    refuse("sentences as spans of " + name + ", got " + options.drop.spans.written());
  }
  if (options.split_questions &&
      (format == DatasetFormat::hotpotqa || format == DatasetFormat::docred)) {
    refuse("a data set with several questions per paragraph for --split-questions, got " + name);
  }
}

Summary drop_dataset(const std::string& input, const std::string& output, DatasetFormat format,
                     const DatasetDropOptions& options, const FileOptions& file_options) {
  check_dataset_options(format, options);
  const PaddedFile file(input, file_options.max_record_bytes, file_options.stop);
  if (file.text().size() > file_options.max_record_bytes) {
    throw BadDatasetError(input,
                          {"", "expected at most " + std::to_string(file_options.max_record_bytes) +
                                   " bytes, got more. Use --max-record-bytes to allow more"});
  }
  Writer writer(output, file_options.stop);
  Dropped dropped = drop(input, file.text(), format, options, file_options,
                         [&](std::string_view bytes) { writer.add(bytes); });
  dropped.summary.bytes_written = writer.finish();
  // A rerun skips finished outputs, so the list must be written before the output.
  if (file_options.skip_bad) write_bad_list(file_options.bad_file, input, dropped.skipped);
  if (file_options.bad_limit) {
    for (const ReadError& error : dropped.skipped) {
      file_options.bad_limit->add(error.message(), input + ": " + error.message());
    }
    file_options.bad_limit->end_output(output, dropped.summary.records);
  }
  if (file_options.on_complete) file_options.on_complete(writer.sync());
  writer.commit();
  return dropped.summary;
}

tl::expected<std::string, ReadError> drop_dataset(std::string_view json, DatasetFormat format,
                                                  const DatasetDropOptions& options, bool skip_bad,
                                                  Summary& summary) {
  check_dataset_options(format, options);
  try {
    FileOptions file;
    file.skip_bad = skip_bad;
    std::string out;
    const Dropped dropped =
        drop("", json, format, options, file, [&](std::string_view bytes) { out += bytes; });
    summary += dropped.summary;
    return out;
  } catch (const BadDatasetError& bad) {
    return tl::make_unexpected(bad.error);
  }
}

}  // namespace spandrop
