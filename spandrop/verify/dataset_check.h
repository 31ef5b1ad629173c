// What the checks of official files share: which records are views of which, and where problems are
// reported.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "spandrop/tasks/files/read_options.h"
#include "spandrop/verify/json_equal.h"
#include "spandrop/verify/problem_list.h"
#include "spandrop/verify/report.h"
#include "spandrop/verify/verify_options.h"

namespace spandrop {

// Which record of the original a record is a view of. In view 3, ids end with #3.
struct ViewOf {
  std::size_t record = 0;
  std::uint64_t view = 0;
};

// The ids of the original.
class ViewIndex {
 public:
  void add(std::string id, std::size_t record) { records_.emplace(std::move(id), record); }
  std::optional<ViewOf> find(const std::string& id) const;

 private:
  std::unordered_map<std::string, std::size_t> records_;
};

struct DatasetCheck {
  DatasetCheck(std::string before_name, std::string after_name, const VerifyOptions& the_options)
      : old_name(std::move(before_name)),
        new_name(std::move(after_name)),
        options(the_options),
        problems(the_options.most_problems) {}

  // A problem at a path inside the augmented file.
  void add(const std::string& id, std::string path, std::string reason) {
    problems.add({new_name, 0, id, std::move(path), std::move(reason)});
  }
  // The members of two objects that differ, except some. `at` is the member to look into first.
  void compare_members(std::string_view before, std::string_view after,
                       std::vector<std::string_view> except, const std::string& id,
                       const std::string& path, std::string_view at = {});
  // What the reader could not read in the augmented file.
  void add_skipped(const std::vector<ReadError>& skipped) {
    for (const ReadError& error : skipped) add("", error.path, error.reason);
  }
  // Counts a view of a record; reports a view that is there twice.
  void count_view(const std::string& id, const std::string& path, ViewOf view);
  // The number of views of a record so far.
  std::uint64_t views_of(std::size_t record) const {
    const auto found = views_.find(record);
    return found == views_.end() ? 0 : found->second.size();
  }
  // Reports records with too few views, given the ids of all records of the original.
  void finish(const std::vector<std::string>& ids, bool can_be_missing = false);
  // Whether the drop had to keep all labels.
  bool keeps_labels() const {
    return options.on_lost == OnLost::reject || options.on_lost == OnLost::error;
  }

  std::string old_name, new_name;
  const VerifyOptions& options;
  ProblemList problems;
  JsonComparer comparer;

 private:
  std::unordered_map<std::size_t, std::vector<std::uint64_t>> views_;  // of each record
};

}  // namespace spandrop
