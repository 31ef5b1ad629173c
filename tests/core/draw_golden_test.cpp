// The golden vectors of docs/draw.md, from an independent implementation, checked with every
// instruction set.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <simdjson.h>
#include <xxhash.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "spandrop/core/beta.h"
#include "spandrop/core/draw.h"
#include "tests/core/instruction_sets.h"
#include "tests/source_directory.h"

namespace spandrop {
namespace {

using simdjson::dom::element;

std::uint64_t integer(const element& object, const char* field) {
  return object[field].get_uint64();
}

// Doubles are written in hexadecimal, which strtod reads exactly.
double real(std::string_view text) { return std::strtod(std::string(text).c_str(), nullptr); }

double real(const element& object, const char* field) {
  return real(object[field].get_string().value());
}

ExampleId id_in(const element& object) {
  const std::string_view kind = object["kind"];
  const element value = object["value"];
  if (kind == "name" && value.is_string()) return id_of(value.get_string().value());
  if (kind == "name") return id_of(value.get_int64().value());
  if (kind == "text") return content_id(value.get_string().value());
  if (kind == "tokens") {
    std::vector<std::int64_t> tokens;
    for (const element token : value) tokens.push_back(token.get_int64());
    return content_id(tokens);
  }
  std::vector<std::string_view> tokens;
  for (const element token : value) tokens.push_back(token.get_string());
  return content_id(tokens);
}

std::string hex(const ExampleId& id) { return fmt::format("{:016x}{:016x}", id.high, id.low); }

std::string hex(const KeepMask& mask) {
  std::string text;
  for (std::size_t i = 0; i < mask.size(); i += 8) {
    text += fmt::format("{:02x}", mask.words()[i / 64] >> (i % 64) & 0xFF);
  }
  return text;
}

// The mask drawn for a vector. A later attempt is reached by rejecting the earlier ones.
KeepMask drawn(const element& vector, const Key& key, const Law& law) {
  const std::size_t n = integer(vector, "n");
  const std::uint64_t attempt = integer(vector, "attempt");
  const DrawOptions options{law, integer(vector, "min_keep"),
                            static_cast<std::uint32_t>(attempt + 1)};
  KeepMask never_drop(n);
  for (const element span : vector["protected"]) never_drop.keep(span.get_uint64());
  std::vector<double> rates;
  for (const element rate : vector["rates"]) rates.push_back(real(rate.get_string().value()));
  if (!rates.empty()) return draw_with_rates(key, rates, options, &never_drop);
  if (attempt == 0) return draw(key, n, options, &never_drop);
  std::uint64_t tries = 0;
  return draw_until(key, n, options, &never_drop,
                    [&](const KeepMask&) { return tries++ == attempt; })
      .mask;
}

void check(const element& vector) {
  const Key key{integer(vector, "seed"), integer(vector, "view"), id_in(vector)};
  EXPECT_EQ(hex(key.id), vector["id"].get_string().value());
  const Stream stream = stream_of(key);
  const std::uint32_t words[4] = {stream.key[0], stream.key[1], stream.high[0], stream.high[1]};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(fmt::format("{:08x}", words[i]), vector["stream"].at(i).get_string().value());
  }
  const Law law{real(vector, "rate"), real(vector, "gamma")};
  const auto attempt = static_cast<std::uint32_t>(integer(vector, "attempt"));
  EXPECT_EQ(drop_probability(stream, law, attempt), real(vector, "pi"));
  EXPECT_EQ(hex(drawn(vector, key, law)), vector["mask"].get_string().value());
}

class DrawGolden : public testing::Test {
 protected:
  simdjson::dom::array load(const char* name) {
    const element file = parser_.load(test::source_directory() + "/tests/data/draw_v1.json");
    return file[name];
  }

 private:
  simdjson::dom::parser parser_;
};

TEST_F(DrawGolden, EveryVectorWithEveryInstructionSet) {
  const auto vectors = load("vectors");
  ASSERT_GT(vectors.size(), 100u);
  with_each_instruction_set([&] {
    for (const element vector : vectors) {
      SCOPED_TRACE(simdjson::minify(vector));
      check(vector);
    }
  });
  std::cout << "instruction sets " << describe_instruction_sets() << "\n";
}

TEST_F(DrawGolden, ThousandsOfDropProbabilitiesToTheLastBit) {
  const auto digests = load("drop_probabilities");
  ASSERT_GT(digests.size(), 5u);
  for (const element one : digests) {
    SCOPED_TRACE(simdjson::minify(one));
    std::vector<double> probabilities;
    for (std::uint64_t view = 0; view < integer(one, "views"); ++view) {
      probabilities.push_back(drop_probability(stream_of({0, view, id_of("many")}),
                                               {real(one, "rate"), real(one, "gamma")}, 0));
    }
    const XXH128_hash_t hash =
        XXH3_128bits(probabilities.data(), probabilities.size() * sizeof(double));
    EXPECT_EQ(hex(ExampleId{hash.low64, hash.high64}), one["digest"].get_string().value());
  }
}

}  // namespace
}  // namespace spandrop
