// One pass over the JSON of a data set. Every value is visited once, in the order of the file.
// Unused values are checked too, so a file that passes is valid JSON. Only the readers include
// this, so no other file depends on simdjson.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "spandrop/io/records/line_reader.h"
#include "spandrop/tasks/files/id_set.h"
#include "spandrop/tasks/files/read_options.h"

namespace spandrop {

// A member to read: its name, and read(value, path).
template <class Read>
struct Member {
  std::string_view name;
  Read read;
  bool required = true;
};
template <class Read>  // clang 14 deduces nothing for a plain struct
Member(std::string_view, Read) -> Member<Read>;

// A member that may be missing.
template <class Read>
Member<Read> optional_member(std::string_view name, Read read) {
  return {name, std::move(read), false};
}

class FileWalk {
 public:
  // With more bad records than this, the file probably has another format.
  static constexpr std::size_t kMostSkipped = 100'000;

  // `json` must outlive this, and 64 readable bytes must follow it.
  FileWalk(std::string_view json, const ReadOptions& options);

  // Calls read(value) with the whole file; returns the first error that is not skipped.
  std::optional<ReadError> run(const std::function<void(json::value)>& read);
  // Calls read(); with skip_bad, lists an error and returns false instead of throwing.
  template <class Read>
  bool attempt(Read read);
  // What was skipped.
  std::vector<ReadError> take_skipped() { return std::move(skipped_); }

  // Reads the members of an object. None may occur twice; those without a reader are skipped.
  template <class... Reads>
  void object(json::value value, const JsonPath& path, const Member<Reads>&... known);
  // Calls read(key, value, path) for each member of an object whose keys are ids: no key may occur
  // twice.
  template <class Read>
  void members(json::value value, const JsonPath& path, Read read);
  // Calls read(element, its number) for each element of an array, and returns their places.
  template <class Read>
  RawArray array(json::value value, const JsonPath& path, Read read);
  // Appends read(element, path) for each element of an array to `records`, and sets its `number`.
  // With skip_bad, an invalid element is listed and left out. Returns the places of all.
  template <class Record, class Read>
  RawArray records(json::value value, const JsonPath& path, std::vector<Record>& records,
                   Read read);
  // Appends the whole numbers of an array to `numbers`, and returns their places.
  RawArray numbers(json::value value, const JsonPath& path, std::vector<std::size_t>& numbers);

  // The unescaped text of a string; its place in the file, between the quotes, goes to `at`.
  std::string text(json::value value, const JsonPath& path, Place* at = nullptr) {
    return std::string(view(value, path, at));
  }
  // The same without a copy: a part of the file, or, if it has escapes, valid until the next call.
  std::string_view view(json::value value, const JsonPath& path, Place* at = nullptr);
  bool is_in_file(std::string_view text) const {
    return std::less_equal<>()(json_.data(), text.data()) &&
           std::less_equal<>()(text.data(), json_.data() + json_.size());
  }
  // A whole number from 0, and its place.
  std::size_t number(json::value value, const JsonPath& path, Place* at = nullptr);
  bool boolean(json::value value, const JsonPath& path);
  // A whole number, which may be negative.
  std::int64_t integer(json::value value, const JsonPath& path);
  // A number from 0 to 1; true and false are 1 and 0.
  double fraction(json::value value, const JsonPath& path);
  // Skips any value, which must be valid JSON.
  void pass(json::value value, const JsonPath& path, std::size_t depth = 0);

  // Throws BadValue if the id occurred before.
  void once(std::string_view id, const JsonPath& path);

 private:
  struct TooManyBad {};

  // The place in the file where the next value begins.
  std::size_t position();
  // The end of the value before `position`, without white space and one comma.
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

// Reads a whole file: read(value, content) fills the content.
template <class Content, class Read>
tl::expected<Content, ReadError> read_content(FileWalk& walk, Read read) {
  Content content;
  std::optional<ReadError> error = walk.run([&](json::value file) { read(file, content); });
  if (error) return tl::make_unexpected(std::move(*error));
  return content;
}

// Returns the number; throws BadValue unless number < count. `what` names what is counted.
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
      if (was_found) throw BadValue(inside, "expected once, found twice");
      was_found = true;
      member.read(field.value(), inside);
    };
    (offer(known), ...);
    if (!is_known) pass(field.value(), {.parent = &path, .field = key});
  }
  std::size_t i = 0;
  const auto require = [&](const auto& member) {
    if (!found[i++] && member.required) {
      throw BadValue({.parent = &path, .field = member.name}, "missing required field");
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
    if (!keys.insert(id_of(key))) throw BadValue(inside, "expected once, found twice");
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
  // The closing bracket is the last one before the next value.
  if (!places.elements.empty()) {
    std::size_t bracket = position();
    while (json_[bracket - 1] != ']') --bracket;
    places.elements.back().end = end_before(bracket - 1);
  }
  return places;
}

template <class Record, class Read>
RawArray FileWalk::records(json::value value, const JsonPath& path, std::vector<Record>& records,
                           Read read) {
  return array(value, path, [&](json::value element, std::size_t i) {
    attempt([&] {
      records.push_back(read(element, JsonPath{.parent = &path, .item = i}));
      records.back().number = i;
    });
  });
}

}  // namespace spandrop
