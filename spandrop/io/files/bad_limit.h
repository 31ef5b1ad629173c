// Ends a run with too many bad records. With --bad skip, a wrong option would otherwise empty the
// corpus without an error.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace spandrop {

// Counts the bad records of one output after another. Not thread-safe.
class BadLimit {
 public:
  static constexpr double kUsualShare = 0.05;
  // The share of fewer records says little.
  static constexpr std::uint64_t kFewestRecords = 100;

  // `share` of the records may be bad: 0 allows none, 1 any number.
  explicit BadLimit(double share = kUsualShare) : share_(share) {}

  bool has_limit() const { return share_ < 1; }
  // Counts a bad record. `reason` says what is wrong with it, `message` also where it is.
  void add(const std::string& reason, const std::string& message);
  // Throws std::runtime_error if too many of the output's records were bad, if all were, or if too
  // many of all records so far were. Then begins a new output.
  void end_output(const std::string& output, std::uint64_t good_records);

 private:
  struct Reason {
    std::uint64_t count = 0;
    std::string first;  // message
  };
  struct Counts {
    std::uint64_t records = 0;
    std::uint64_t bad = 0;
  };
  bool exceeds(const Counts& counts) const;

  double share_;
  Counts output_, run_;
  std::map<std::string, Reason> reasons_;  // of the output
};

}  // namespace spandrop
