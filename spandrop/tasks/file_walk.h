// One walk through the JSON of a data set. Everything is met once, in the order of the file, and
// what no reader asks for is still checked, so that a file is good JSON when the walk has ended.
// Only for the readers: others know nothing of simdjson.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spandrop/io/line_reader.h"
#include "spandrop/tasks/id_set.h"
#include "spandrop/tasks/read_options.h"

namespace spandrop {

// A member that a reader asks for: its name, and read(value, path).
template <class Read>
struct Member {
  std::string_view name;
  Read read;
  bool required = true;
};
template <class Read>  // clang 14 deduces nothing for a plain struct by itself
Member(std::string_view, Read) -> Member<Read>;

// A member that may be missing.
template <class Read>
Member<Read> optional_member(std::string_view name, Read read) {
  return {name, std::move(read), false};
}

class FileWalk {
 public:
  // More bad records than that are no accident, and the list of them would outgrow the file.
  static constexpr std::size_t kMostSkipped = 100'000;

  // `json` has 64 readable bytes behind it, and outlives this.
  FileWalk(std::string_view json, const ReadOptions& options);

  // Calls read(value) with the whole file; the error if something is wrong that is not skipped.
  std::optional<ReadError> run(const std::function<void(json::value)>& read);
  // Calls read(); with skip_bad, what is wrong is listed, and false returned.
  template <class Read>
  bool attempt(Read read);
  // What was skipped.
  std::vector<ReadError> take_skipped() { return std::move(skipped_); }

  // Reads the members of an object. Each comes once; those without a reader are passed over.
  template <class... Reads>
  void object(json::value value, const JsonPath& path, const Member<Reads>&... known);
  // Calls read(key, value, path) for each member of an object whose keys are ids: each comes once.
  template <class Read>
  void members(json::value value, const JsonPath& path, Read read);
  // Calls read(element, its number) for each element of an array, and returns their places.
  template <class Read>
  RawArray array(json::value value, const JsonPath& path, Read read);

  // The text that a string means; where it stands in the file, between its quotes, goes to `at`.
  std::string text(json::value value, const JsonPath& path, Range* at = nullptr) {
    return std::string(view(value, path, at));
  }
  // The same without a copy: a part of the file, or, if it has escapes, valid until the next call.
  std::string_view view(json::value value, const JsonPath& path, Range* at = nullptr);
  bool is_in_file(std::string_view text) const {
    return std::less_equal<>()(json_.data(), text.data()) &&
           std::less_equal<>()(text.data(), json_.data() + json_.size());
  }
  // A whole number from 0, and its place.
  std::size_t number(json::value value, const JsonPath& path, Range* at = nullptr);
  bool boolean(json::value value, const JsonPath& path);
  // A whole number, which may be negative.
  std::int64_t integer(json::value value, const JsonPath& path);
  // A number from 0 to 1; true and false are 1 and 0.
  double fraction(json::value value, const JsonPath& path);
  // Passes over any value, all of which must be good JSON.
  void pass(json::value value, const JsonPath& path, std::size_t depth = 0);

  // Throws BadValue if a file has this id twice.
  void once(std::string_view id, const JsonPath& path);

 private:
  struct TooManyBad {};

  // The place in the file that comes next.
  std::size_t position();
  // The end of what stands before `position`: without white space, and without one comma.
  std::size_t end_before(std::size_t position) const;
  ReadError broken_json(const simdjson::simdjson_error& error);

  std::string_view json_;
  ReadOptions options_;
  JsonText scratch_;
  LineReader reader_;
  json::parser parser_;
  json::document document_;
  IdSet ids_;
  std::vector<ReadError> skipped_;
};

// Throws BadValue unless number < count, which is that of `what`; returns the number.
std::size_t below(std::size_t number, std::size_t count, const char* what, const JsonPath& path);

template <class Read>
bool FileWalk::attempt(Read read) {
  try {
    read();
    return true;
  } catch (BadValue& bad) {
    if (!options_.skip_bad) throw;
    if (skipped_.size() == kMostSkipped) throw TooManyBad();
    skipped_.push_back({std::move(bad.field), std::move(bad.reason)});
    return false;
  }
}

template <class... Reads>
void FileWalk::object(json::value value, const JsonPath& path, const Member<Reads>&... known) {
  std::array<bool, sizeof...(Reads)> found{};
  for (json::field field : reader_.object(value, path)) {
    const std::string_view key = LineReader::key(field);
    bool is_known = false;
    std::size_t i = 0;
    const auto offer = [&](const auto& member) {
      bool& was_found = found[i++];
      if (is_known || key != member.name) return;
      is_known = true;
      const JsonPath inside{.parent = &path, .field = member.name};
      if (was_found) throw BadValue(inside, "expected it once, got it twice");
      was_found = true;
      member.read(field.value(), inside);
    };
    (offer(known), ...);
    if (!is_known) pass(field.value(), {.parent = &path, .field = key});
  }
  std::size_t i = 0;
  const auto require = [&](const auto& member) {
    if (!found[i++] && member.required) {
      throw BadValue({.parent = &path, .field = member.name}, "expected it, got nothing");
    }
  };
  (require(known), ...);
}

template <class Read>
void FileWalk::members(json::value value, const JsonPath& path, Read read) {
  IdSet keys;
  for (json::field field : reader_.object(value, path)) {
    const std::string_view key = LineReader::key(field);
    const JsonPath inside{.parent = &path, .field = key};
    if (!keys.insert(id_of(key))) throw BadValue(inside, "expected it once, got it twice");
    read(key, field.value(), inside);
  }
}

template <class Read>
RawArray FileWalk::array(json::value value, const JsonPath& path, Read read) {
  RawArray places;
  for (json::value element : reader_.elements(value, path)) {
    const char* const begin = element.raw_json_token().data();
    const auto at = static_cast<std::size_t>(begin - json_.data());
    if (!places.elements.empty()) places.elements.back().end = end_before(at);
    places.elements.push_back({at, at});
    read(element, places.elements.size() - 1);
  }
  // The bracket is the last thing before what comes next.
  if (!places.elements.empty()) {
    std::size_t bracket = position();
    while (json_[bracket - 1] != ']') --bracket;
    places.elements.back().end = end_before(bracket - 1);
  }
  return places;
}

}  // namespace spandrop
