#include "spandrop/io/files/bad_limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace spandrop {
namespace {

// What records with the same problem have in common: numbers and what was found differ.
std::string kind_of(const std::string& reason) {
  std::string kind = reason.substr(0, reason.find(", got "));
  std::erase_if(kind, [](char c) { return c >= '0' && c <= '9'; });
  return kind;
}

}  // namespace

void BadLimit::add(const std::string& reason, const std::string& message) {
  constexpr std::size_t most_kinds = 1000;  // bounds the memory
  ++output_.bad;
  const std::string kind = kind_of(reason);
  const auto known = reasons_.find(kind);
  if (known != reasons_.end()) {
    ++known->second.count;
  } else if (reasons_.size() < most_kinds) {
    reasons_.emplace(kind, Reason{1, message});
  }
}

bool BadLimit::exceeds(const Counts& counts) const {
  const auto most = share_ * static_cast<double>(counts.records);
  return counts.records >= kFewestRecords && static_cast<double>(counts.bad) > most;
}

void BadLimit::end_output(const std::string& output, std::uint64_t good_records) {
  output_.records = good_records + output_.bad;
  run_.records += output_.records;
  run_.bad += output_.bad;
  const bool all_are_bad = good_records == 0 && output_.bad > 0;
  if (has_limit() && (all_are_bad || exceeds(output_) || exceeds(run_))) {
    const auto most = std::ranges::max_element(
        reasons_, {}, [](const auto& reason) { return reason.second.count; });
    const Counts& counts = all_are_bad || exceeds(output_) ? output_ : run_;
    throw std::runtime_error(fmt::format(
        "{} of {} records are invalid, and --max-bad allows {:g} %; {} was not written. Most often "
        "({} times): {}",
        counts.bad, counts.records, 100 * share_, output, most->second.count, most->second.first));
  }
  output_ = {};
  reasons_.clear();
}

}  // namespace spandrop
