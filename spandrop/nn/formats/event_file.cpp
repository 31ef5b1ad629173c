#include "spandrop/nn/formats/event_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstring>
#include <stdexcept>

namespace spandrop::nn {
namespace {

// CRC-32C (Castagnoli), reflected.
std::uint32_t crc32c(std::string_view bytes) {
  static const auto kTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ (value & 1 ? 0x82F63B78u : 0);
      table[i] = value;
    }
    return table;
  }();
  std::uint32_t crc = ~0u;
  for (const char byte : bytes) {
    crc = kTable[(crc ^ static_cast<unsigned char>(byte)) & 0xFF] ^ crc >> 8;
  }
  return ~crc;
}

// The format masks its checksums, because a CRC of data that contains CRCs is weak.
std::uint32_t masked(std::uint32_t crc) { return (crc >> 15 | crc << 17) + 0xA282EAD8u; }

template <class T>
std::string raw(T value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

// Fields of protocol buffers: a tag with field number and wire type, then the value.
std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += char((value & 0x7F) | 0x80);
  return bytes + char(value);
}
std::string tag(int field, int wire_type) { return varint(std::uint64_t(field << 3 | wire_type)); }
std::string message(int field, const std::string& bytes) {
  return tag(field, 2) + varint(bytes.size()) + bytes;
}

// Event: 1 wall_time (double), 2 step (int64), 3 file_version (string), 5 summary.
std::string event(double wall_time, std::int64_t step, const std::string& rest) {
  return tag(1, 1) + raw(wall_time) + tag(2, 0) + varint(std::uint64_t(step)) + rest;
}

constexpr std::string_view kPrefix = "events.out.tfevents.";

}  // namespace

EventFile::EventFile(const std::filesystem::path& directory) {
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    if (entry.path().filename().string().starts_with(kPrefix)) std::filesystem::remove(entry);
  }
  const double now =
      std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  const auto path =
      directory / fmt::format("{}{:010}.spandrop.{}", kPrefix, std::int64_t(now), getpid());
  out_.open(path, std::ios::binary);
  if (!out_) throw std::runtime_error(path.string() + ": cannot be created");
  write_record(event(now, 0, message(3, "brain.Event:2")));
}

void EventFile::add(std::int64_t step, double wall_time,
                    const std::map<std::string, double>& scalars) {
  std::string summary;
  for (const auto& [name, value] : scalars) {
    // Summary: 1 value; Value: 1 tag (string), 2 simple_value (float).
    summary += message(1, message(1, name) + tag(2, 5) + raw(float(value)));
  }
  write_record(event(wall_time, step, message(5, summary)));
}

void EventFile::write_record(const std::string& bytes) {
  const std::string length = raw(std::uint64_t(bytes.size()));
  out_ << length << raw(masked(crc32c(length))) << bytes << raw(masked(crc32c(bytes)));
  out_.flush();
}

}  // namespace spandrop::nn
