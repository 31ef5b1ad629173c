#include "spandrop/io/records/tokenize_file.h"

#include <fmt/format.h>

#include <deque>
#include <functional>
#include <stdexcept>
#include <string_view>

#include "spandrop/io/records/record_reader.h"

namespace spandrop {
namespace {

// The fields of a record that are read.
Fields text_and_id() {
  Fields fields;
  fields.tokens = fields.annotations = fields.never_drop = fields.spans = fields.question = "";
  return fields;
}

void append(std::string& json, std::int32_t number) {
  const fmt::format_int digits(number);
  json.append(digits.data(), digits.size());
}

// Appends a record with the tokens of one text.
void append_tokens(std::string& json, std::string_view id, const Tokens& tokens) {
  json += '{';
  if (!id.empty()) json.append("\"id\": ").append(id).append(", ");
  json += "\"ids\": [";
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0) json += ", ";
    append(json, tokens.ids[i]);
  }
  json += "], \"offsets\": [";
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    json += i > 0 ? ", [" : "[";
    append(json, tokens.offsets[i].begin);
    json += ", ";
    append(json, tokens.offsets[i].end);
    json += ']';
  }
  json += "]}";
}

// The state of one thread.
class Worker {
 public:
  Worker(const WordPiece& model, const EncodeOptions& options) : model_(model), options_(options) {}

  const TokenizeSummary& summary() const { return summary_; }

  tl::expected<void, RecordError> operator()(std::string_view line, std::string_view line_end,
                                             std::string& out, const WritePart&) {
    if (is_blank(line)) {
      out.append(line).append(line_end);
      return {};
    }
    const tl::expected<Record*, RecordError> read = reader_.read(line);
    if (!read) return tl::make_unexpected(read.error());
    const Record& record = **read;
    tokens_.clear();
    try {
      model_.encode(record.text.text(), options_, tokens_);
    } catch (const std::invalid_argument& error) {  // the text is too long
      return tl::make_unexpected(record.error(fields_.text, error.what()));
    }
    append_tokens(out, record.id ? record.raw(record.id_at) : "", tokens_);
    out += line_end;
    ++summary_.records;
    summary_.tokens += tokens_.size();
    return {};
  }

 private:
  const WordPiece& model_;
  const EncodeOptions& options_;
  const Fields fields_ = text_and_id();
  RecordReader reader_{fields_, Unit::byte};
  Tokens tokens_;
  TokenizeSummary summary_;
};

}  // namespace

TokenizeSummary& TokenizeSummary::operator+=(const TokenizeSummary& other) {
  records += other.records;
  tokens += other.tokens;
  counts += other.counts;
  return *this;
}

std::string to_json(const TokenizeSummary& s, double seconds) {
  return fmt::format(
      R"({{"records": {}, "bad": {}, "tokens": {}, "bytes_read": {}, "bytes_written": {}, )"
      R"("seconds": {:.3f}}})",
      s.records, s.counts.bad, s.tokens, s.counts.bytes_read, s.counts.bytes_written, seconds);
}

TokenizeSummary tokenize_files(const std::vector<std::string>& inputs, const std::string& output,
                               const WordPiece& model, const EncodeOptions& options,
                               const FileOptions& file_options) {
  std::deque<Worker> workers;  // a deque, because workers must not move
  std::vector<RewriteLine> rewrite;
  for (std::size_t i = 0; i < file_options.threads; ++i) {
    rewrite.push_back(std::ref(workers.emplace_back(model, options)));
  }
  TokenizeSummary summary;
  summary.counts = rewrite_files(inputs, output, rewrite, file_options);
  for (const Worker& worker : workers) summary += worker.summary();
  return summary;
}

}  // namespace spandrop
