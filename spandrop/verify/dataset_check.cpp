#include "spandrop/verify/dataset_check.h"

#include <algorithm>
#include <charconv>

namespace spandrop {

std::optional<ViewOf> ViewIndex::find(const std::string& id) const {
  if (const auto found = records_.find(id); found != records_.end())
    return ViewOf{found->second, 0};
  const std::size_t mark = id.rfind('#');
  if (mark == id.npos) return std::nullopt;
  std::uint64_t view = 0;
  const char* const end = id.data() + id.size();
  const auto [parsed, error] = std::from_chars(id.data() + mark + 1, end, view);
  const bool is_view = error == std::errc() && parsed == end && id[mark + 1] != '0';
  const auto found = records_.find(id.substr(0, mark));
  if (!is_view || found == records_.end()) return std::nullopt;
  return ViewOf{found->second, view};
}

void DatasetCheck::compare_members(std::string_view before, std::string_view after,
                                   std::vector<std::string_view> except, const std::string& id,
                                   const std::string& path, std::string_view at) {
  const auto member = comparer.difference(before, after, except, at);
  if (!member) return;
  std::string where = path;
  for (const std::string_view part : {at, std::string_view(*member)}) {
    if (part.empty()) continue;
    if (!where.empty()) where += ".";
    where += part;
  }
  add(id, std::move(where), "expected the value of the original, got another");
}

void DatasetCheck::count_view(const std::string& id, const std::string& path, ViewOf view) {
  ++problems.report.counts.views;
  std::vector<std::uint64_t>& seen = views_[view.record];
  if (std::find(seen.begin(), seen.end(), view.view) != seen.end()) {
    add(id, path, "expected one copy of view " + std::to_string(view.view) + ", got two");
  }
  seen.push_back(view.view);
}

void DatasetCheck::finish(const std::vector<std::string>& ids, bool can_be_missing) {
  problems.report.counts.records = ids.size();
  std::uint64_t most = 1;
  for (const auto& [record, views] : views_) most = std::max<std::uint64_t>(most, views.size());
  const std::uint64_t expected = options.expected_views.value_or(most);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto found = views_.find(i);
    const std::uint64_t count = found == views_.end() ? 0 : found->second.size();
    problems.report.counts.add_views(count);
    if (count == expected || options.allow_missing || (can_be_missing && count < expected))
      continue;
    problems.add({old_name, 0, ids[i], "",
                  "expected " + std::to_string(expected) + (expected == 1 ? " view" : " views") +
                      " of this record of the original, got " + std::to_string(count)});
  }
}

}  // namespace spandrop
