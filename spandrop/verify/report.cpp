#include "spandrop/verify/report.h"

#include <algorithm>

#include "spandrop/base/json_writer.h"

namespace spandrop {

std::string VerifyProblem::message() const {
  std::string text = file;
  if (line > 0) text += ":" + std::to_string(line);
  if (!id.empty()) text += ": record " + id;
  if (!field.empty()) text += ": " + field;
  return text + ": " + reason;
}

void VerifyCounts::add_views(std::uint64_t count) {
  if (count == 0) {
    ++missing;
    return;
  }
  least_views = least_views == 0 ? count : std::min(least_views, count);
  most_views = std::max(most_views, count);
}

VerifyCounts& VerifyCounts::operator+=(const VerifyCounts& other) {
  records += other.records;
  views += other.views;
  bad += other.bad;
  missing += other.missing;
  if (other.least_views > 0) {
    least_views = least_views == 0 ? other.least_views : std::min(least_views, other.least_views);
  }
  most_views = std::max(most_views, other.most_views);
  elements += other.elements;
  elements_dropped += other.elements_dropped;
  spans += other.spans;
  spans_dropped += other.spans_dropped;
  for (std::size_t i = 0; i < std::size(labels); ++i) labels[i] += other.labels[i];
  labels_removed += other.labels_removed;
  unchanged += other.unchanged;
  became_empty += other.became_empty;
  bytes_read += other.bytes_read;
  return *this;
}

std::string to_json(const VerifyReport& report) {
  const VerifyCounts& c = report.counts;
  std::string text;
  JsonWriter json(text);
  json.begin_object().field("ok", report.ok());
  json.field("records", c.records).field("views", c.views).field("bad", c.bad);
  json.field("missing", c.missing);
  json.key("views_per_record").begin_array().value(c.least_views).value(c.most_views).end_array();
  json.field("elements", c.elements).field("elements_dropped", c.elements_dropped);
  json.field("spans", c.spans).field("spans_dropped", c.spans_dropped);
  json.key("labels").begin_object();
  json.field("kept", c.labels[0]).field("shifted", c.labels[1]);
  json.field("cut", c.labels[2]).field("gone", c.labels[3]).field("removed", c.labels_removed);
  json.end_object();
  json.field("unchanged", c.unchanged).field("became_empty", c.became_empty);
  json.field("bytes_read", c.bytes_read).field("problem_count", report.problem_count);
  json.key("problems").begin_array();
  for (const VerifyProblem& problem : report.problems) {
    json.begin_object().field("file", problem.file);
    if (problem.line > 0) json.field("line", problem.line);
    if (!problem.id.empty()) json.field("id", problem.id);
    if (!problem.field.empty()) json.field("field", problem.field);
    json.field("reason", problem.reason).end_object();
  }
  json.end_array().end_object();
  return text + "\n";
}

}  // namespace spandrop
