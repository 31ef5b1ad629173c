// What a draw depends on: seed, view and example. There is no shared or stateful generator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace spandrop {

// Identifies an example: a 128-bit hash of its own id or of its content.
struct ExampleId {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const ExampleId&, const ExampleId&) = default;
};

// The id of a named example; 17 and "17" give the same id.
ExampleId id_of(std::string_view name);
ExampleId id_of(std::int64_t number);

// The id of an example without a name, from its text or tokens. Equal contents get equal ids and
// therefore equal draws.
ExampleId content_id(std::string_view text);
ExampleId content_id(std::span<const std::int32_t> tokens);
ExampleId content_id(std::span<const std::int64_t> tokens);
ExampleId content_id(std::span<const std::string_view> tokens);

struct Key {
  std::uint64_t seed = 0;  // the user's choice
  std::uint64_t view = 0;  // which augmented copy; an epoch is a view
  ExampleId id;
};

}  // namespace spandrop
