// Reads TensorBoard's event files, independently of spandrop/nn/formats/event_file.cpp.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tests/io/files/files.h"

namespace spandrop::nn {

struct Event {
  double wall_time = 0;
  std::int64_t step = 0;
  std::string version;
  std::map<std::string, float> scalars;
};

// CRC-32C, one bit at a time.
inline std::uint32_t slow_crc32c(std::string_view bytes) {
  std::uint32_t crc = 0xFFFFFFFF;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? crc >> 1 ^ 0x82F63B78 : crc >> 1;
  }
  return crc ^ 0xFFFFFFFF;
}

inline std::uint32_t slow_masked_crc(std::string_view bytes) {
  const std::uint32_t crc = slow_crc32c(bytes);
  return ((crc >> 15) | (crc << 17)) + 0xA282EAD8;
}

// Consumes bytes from the front; throws std::runtime_error at the end of the data.
class EventBytes {
 public:
  explicit EventBytes(std::string_view bytes) : left_(bytes) {}
  bool empty() const { return left_.empty(); }

  std::string_view take(std::uint64_t size) {
    if (size > left_.size()) throw std::runtime_error("truncated");
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }

  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }

  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(take(1)[0]);
      value |= std::uint64_t(byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
  }

  std::string_view message() { return take(varint()); }

 private:
  std::string_view left_;
};

// The payloads of the records: length, checksum of the length, payload, checksum of the payload.
inline std::vector<std::string> records_of(const std::string& file) {
  EventBytes bytes(file);
  std::vector<std::string> records;
  while (!bytes.empty()) {
    const std::string_view length = bytes.take(8);
    if (bytes.number<std::uint32_t>() != slow_masked_crc(length)) {
      throw std::runtime_error("wrong checksum of a length");
    }
    const std::string_view payload = bytes.take(EventBytes(length).number<std::uint64_t>());
    if (bytes.number<std::uint32_t>() != slow_masked_crc(payload)) {
      throw std::runtime_error("wrong checksum of a payload");
    }
    records.emplace_back(payload);
  }
  return records;
}

// Reads the protocol buffer of one event. Tags are (field << 3) | wire type.
inline Event event_of(const std::string& record) {
  Event event;
  for (EventBytes bytes(record); !bytes.empty();) {
    const std::uint64_t tag = bytes.varint();
    if (tag == 0x09) {
      event.wall_time = bytes.number<double>();
    } else if (tag == 0x10) {
      event.step = std::int64_t(bytes.varint());
    } else if (tag == 0x1A) {
      event.version = bytes.message();
    } else if (tag == 0x2A) {
      for (EventBytes summary(bytes.message()); !summary.empty();) {
        if (summary.varint() != 0x0A) throw std::runtime_error("unknown field of a summary");
        EventBytes value(summary.message());
        if (value.varint() != 0x0A) throw std::runtime_error("missing tag of a value");
        const std::string name(value.message());
        if (value.varint() != 0x15) throw std::runtime_error("missing number of a value");
        event.scalars[name] = value.number<float>();
      }
    } else {
      throw std::runtime_error("unknown field of an event");
    }
  }
  return event;
}

// All events of the only event file in a directory.
inline std::vector<Event> events_in(const std::string& directory) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    if (entry.path().filename().string().starts_with("events.out.tfevents.")) {
      files.push_back(entry.path());
    }
  }
  if (files.size() != 1) throw std::runtime_error("expected one event file");
  std::vector<Event> events;
  for (const std::string& record : records_of(load(files[0]))) events.push_back(event_of(record));
  return events;
}

}  // namespace spandrop::nn
