#include "spandrop/tasks/files/file_walk.h"

#include <charconv>
#include <new>

namespace spandrop {
namespace {

constexpr std::size_t kDeepest = 64;  // far deeper than any data set, far from a stack overflow
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace

FileWalk::FileWalk(std::string_view json, const ReadOptions& options)
    : json_(json), options_(options), reader_(json, scratch_) {}

std::optional<ReadError> FileWalk::run(const std::function<void(json::value)>& read) {
  const std::string_view content =
      json_.substr(json_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
  try {
    document_ = parser_.iterate(content.data(), content.size(),
                                content.size() + simdjson::SIMDJSON_PADDING);
    const json::json_type type = document_.type();
    if (type != json::json_type::object && type != json::json_type::array) {
      return ReadError{"", "expected an object or an array, got a single value"};
    }
    read(document_.get_value());
    if (document_.current_location().error() == simdjson::SUCCESS) {
      return ReadError{
          "", "expected only one JSON value, got more text at byte " + std::to_string(position())};
    }
  } catch (BadValue& bad) {
    return ReadError{std::move(bad.field), std::move(bad.reason)};
  } catch (const TooManyBad&) {
    return ReadError{"", "expected a file of this format, got more than " +
                             std::to_string(kMostSkipped) + " bad records; the first is " +
                             skipped_.front().message()};
  } catch (const simdjson::simdjson_error& error) {
    if (error.error() == simdjson::MEMALLOC) throw std::bad_alloc();  // not the file's fault
    return broken_json(error);
  }
  return std::nullopt;
}

ReadError FileWalk::broken_json(const simdjson::simdjson_error& error) {
  std::string reason = std::string("expected JSON: ") + error.what();
  const bool was_indexed = document_.is_alive();
  if (was_indexed) reason += ", near byte " + std::to_string(position());
  return {"", std::move(reason)};
}

std::size_t FileWalk::position() {
  const auto location = document_.current_location();
  if (location.error() != simdjson::SUCCESS) return json_.size();
  return static_cast<std::size_t>(location.value_unsafe() - json_.data());
}

std::size_t FileWalk::end_before(std::size_t position) const {
  while (is_space(json_[position - 1])) --position;
  if (json_[position - 1] == ',') --position;
  while (is_space(json_[position - 1])) --position;
  return position;
}

std::string_view FileWalk::view(json::value value, const JsonPath& path, Place* at) {
  const Place place = reader_.string(value, path);
  if (at) *at = place;
  return reader_.text(place, path);
}

std::size_t FileWalk::number(json::value value, const JsonPath& path, Place* at) {
  const auto [number, place] = reader_.number(value, path);
  if (at) *at = place;
  return number;
}

RawArray FileWalk::numbers(json::value value, const JsonPath& path,
                           std::vector<std::size_t>& numbers) {
  return array(value, path, [&](json::value element, std::size_t i) {
    numbers.push_back(number(element, {.parent = &path, .item = i}));
  });
}

bool FileWalk::boolean(json::value value, const JsonPath& path) {
  if (value.type() != json::json_type::boolean) throw BadValue(path, "expected true or false");
  return value.get_bool();
}

std::int64_t FileWalk::integer(json::value value, const JsonPath& path) {
  const Place at = reader_.place(value.raw_json_token());
  const std::string_view raw = json_.substr(at.begin, at.size());
  const char* const end = raw.data() + raw.size();
  std::int64_t number = 0;
  const auto [parsed, error] = std::from_chars(raw.data(), end, number);
  if (!is_json_number(raw) || error != std::errc() || parsed != end) {
    throw BadValue(path, "expected a whole number, got " + reader_.shown(at));
  }
  return number;
}

double FileWalk::fraction(json::value value, const JsonPath& path) {
  const Place at = reader_.place(value.raw_json_token());
  const std::string_view raw = json_.substr(at.begin, at.size());
  if (raw == "true" || raw == "false") return raw == "true";
  double number = -1;
  if (is_json_number(raw)) std::from_chars(raw.data(), raw.data() + raw.size(), number);
  if (!(number >= 0 && number <= 1)) {
    throw BadValue(path, "expected a number from 0 to 1, got " + reader_.shown(at));
  }
  return number;
}

void FileWalk::pass(json::value value, const JsonPath& path, std::size_t depth) {
  if (depth == kDeepest) {
    throw BadValue(path,
                   "expected at most " + std::to_string(kDeepest) + " levels of nesting, got more");
  }
  switch (value.type()) {
    case json::json_type::array: {
      std::size_t i = 0;
      for (json::value element : value.get_array()) {
        pass(element, {.parent = &path, .item = i++}, depth + 1);
      }
      break;
    }
    case json::json_type::object:
      for (json::field field : value.get_object()) {
        const std::string_view key = LineReader::key(field);
        pass(field.value(), {.parent = &path, .field = key}, depth + 1);
      }
      break;
    case json::json_type::string:
      (void)reader_.text(reader_.string(value, path), path);
      break;
    case json::json_type::number:
      if (const Place at = reader_.any(value); !is_json_number(json_.substr(at.begin, at.size()))) {
        throw BadValue(path, "expected a number, got " + reader_.shown(at));
      }
      break;
    case json::json_type::boolean:
      (void)value.get_bool().value();
      break;
    case json::json_type::null:
      if (const Place at = reader_.any(value); reader_.shown(at) != "null") {
        throw BadValue(path, "expected null, got " + reader_.shown(at));
      }
      break;
  }
}

void FileWalk::once(std::string_view id, const JsonPath& path) {
  if (!ids_.insert(id_of(id))) {
    throw BadValue(path, "expected a unique id, got a duplicate: " + shortened(id));
  }
}

std::size_t below(std::size_t number, std::size_t count, const char* what, const JsonPath& path) {
  if (number < count) return number;
  throw BadValue(path, "expected an index below " + std::to_string(count) + " (the number of " +
                           what + "), got " + std::to_string(number));
}

}  // namespace spandrop
