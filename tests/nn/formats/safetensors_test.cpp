#include "spandrop/nn/formats/safetensors.h"

#include <ATen/ops/full.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/zeros.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <string>

#include "tests/io/files/files.h"
#include "tests/nn/tensors.h"

namespace spandrop::nn {
namespace {

using testing::HasSubstr;

// A file with this header, followed by `data` zero bytes.
std::string file_of(std::string header, std::size_t data) {
  const std::uint64_t size = header.size();
  return std::string(reinterpret_cast<const char*>(&size), sizeof size) + header +
         std::string(data, '\0');
}

class Safetensors : public testing::Test {
 protected:
  std::string why(const std::string& bytes) {
    store(path_, bytes);
    try {
      load_tensors(path_);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "nothing failed";
  }

  TemporaryDirectory directory_;
  std::string path_ = directory_ / "a.safetensors";
};

NamedTensors some_tensors(std::mt19937_64& random) {
  return {{"matrix", random_tensor({3, 5}, random)},
          {"quote\"d ü", random_tensor({4}, random)},
          {"count", at::full({2}, std::int64_t(1) << 60, at::kLong)},
          {"scalar", random_tensor({}, random)},
          {"empty", at::zeros({0, 3})},
          {"strange", at::full({2}, NAN)}};
}

TEST_F(Safetensors, RoundTripIsExact) {
  std::mt19937_64 random(1);
  const NamedTensors tensors = some_tensors(random);
  save_tensors(path_, tensors, {{"a\n", "b\"\\"}, {"step", "7"}});
  const TensorFile file = load_tensors(path_);
  EXPECT_EQ(file.metadata, (std::map<std::string, std::string>{{"a\n", "b\"\\"}, {"step", "7"}}));
  ASSERT_EQ(file.tensors.size(), tensors.size());
  for (const auto& [name, tensor] : tensors) {
    const at::Tensor& got = file.tensors.at(name);
    EXPECT_EQ(got.sizes(), tensor.sizes());
    ASSERT_EQ(got.scalar_type(), tensor.scalar_type());
    EXPECT_EQ(std::string(static_cast<const char*>(got.data_ptr()), got.nbytes()),
              std::string(static_cast<const char*>(tensor.data_ptr()), tensor.nbytes()));
  }
  EXPECT_EQ(directory_.size(), 1u);
}

TEST_F(Safetensors, ViewsAreSavedWithTheirOwnShape) {
  std::mt19937_64 random(2);
  const at::Tensor whole = random_tensor({4, 6}, random);
  save_tensors(path_, {{"part", whole.t().slice(0, 1, 3)}});
  EXPECT_TRUE(same(load_tensors(path_).tensors.at("part"), whole.t().slice(0, 1, 3)));
}

TEST_F(Safetensors, OtherTypesAreRefused) {
  EXPECT_THROW(save_tensors(path_, {{"double", at::zeros({2}, at::kDouble)}}),
               std::invalid_argument);
  EXPECT_EQ(directory_.size(), 0u);
}

TEST_F(Safetensors, ATruncatedFileIsRefused) {
  std::mt19937_64 random(3);
  save_tensors(path_, some_tensors(random), {{"step", "7"}});
  const std::string whole = load(path_);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THAT(why(whole.substr(0, size)), HasSubstr(path_ + ": ")) << size;
  }
  EXPECT_THAT(why(whole + "x"), HasSubstr("some bytes belong to no tensor"));
}

TEST_F(Safetensors, FlippedBitsNeverCrash) {
  std::mt19937_64 random(4);
  save_tensors(path_, some_tensors(random), {{"step", "7"}});
  const std::string whole = load(path_);
  std::uint64_t header = 0;
  std::memcpy(&header, whole.data(), sizeof header);
  int refused = 0;
  for (std::size_t bit = 0; bit < 8 * (sizeof header + header); ++bit) {
    std::string flipped = whole;
    flipped[bit / 8] = char(flipped[bit / 8] ^ 1 << bit % 8);
    refused += why(flipped) != "nothing failed";  // some give another valid file
  }
  EXPECT_GT(refused, int(4 * header));
}

TEST_F(Safetensors, HostileHeadersAreRefused) {
  const auto entry = [](const std::string& type, const std::string& shape,
                        const std::string& offsets) {
    return R"({"a":{"dtype":")" + type + R"(","shape":[)" + shape + R"(],"data_offsets":[)" +
           offsets + "]}}";
  };
  EXPECT_EQ(why(file_of(entry("F32", "2", "0,8"), 8)), "nothing failed");
  const std::string does_not_fit = "data_offsets do not match the shape or the file";
  EXPECT_THAT(why(file_of(entry("F32", "2", "0,12"), 8)), HasSubstr(does_not_fit));
  EXPECT_THAT(why(file_of(entry("F32", "3", "0,8"), 8)), HasSubstr(does_not_fit));
  EXPECT_THAT(why(file_of(entry("F32", "2", "8,0"), 8)), HasSubstr(does_not_fit));
  EXPECT_THAT(why(file_of(entry("F32", "2", "0,8,9"), 8)), HasSubstr(does_not_fit));
  EXPECT_THAT(why(file_of(entry("F32", "2", "18446744073709551608,0"), 8)),
              HasSubstr(does_not_fit));
  EXPECT_THAT(why(file_of(entry("F32", "4611686018427387904,4", "0,8"), 8)),
              HasSubstr("the shape is too large"));
  EXPECT_THAT(why(file_of(entry("F32", "0,9223372036854775808", "0,0"), 0)), HasSubstr(": a: "));
  EXPECT_THAT(why(file_of(entry("F32", "-2", "0,8"), 8)), HasSubstr(": a: "));
  EXPECT_THAT(why(file_of(entry("F32", "1", "4,8"), 8)), HasSubstr("leave a gap"));
  const std::string two = R"("dtype":"F32","shape":[2],"data_offsets":)";
  EXPECT_THAT(why(file_of(R"({"a":{)" + two + R"([0,8]},"b":{)" + two + "[4,12]}}", 12)),
              HasSubstr("overlap"));
  EXPECT_THAT(why(file_of(R"({"a":{)" + two + R"([0,8]},"b":{)" + two + "[0,8]}}", 8)),
              HasSubstr("overlap"));
  for (const char* header : {"", "[]", "{", "null", R"({"a":3})", R"({"a":{}})",
                             R"({"__metadata__":{"a":1}})", "{\"a\xff\":{}}"}) {
    EXPECT_THAT(why(file_of(header, 0)), HasSubstr(path_ + ": ")) << header;
  }
  for (const std::uint64_t size :
       {std::uint64_t(99), std::uint64_t(200'000'000), ~std::uint64_t(0)}) {
    std::string bytes = file_of("{}", 8);
    std::memcpy(bytes.data(), &size, sizeof size);
    EXPECT_THAT(why(bytes), HasSubstr("not a safetensors file, or truncated"));
  }
}

TEST_F(Safetensors, ATensorOfAnUnknownTypeIsRefusedOnlyWhereItIsNeeded) {
  const std::string header = R"({"known":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                             R"("other":{"dtype":"F8_E4M3","shape":[3],"data_offsets":[8,11]}})";
  EXPECT_EQ(why(file_of(header, 11)), "nothing failed");
  const TensorFile file = load_tensors(path_);
  const at::Tensor into = at::ones({2});
  copy_tensors(file, {{"known", into}});
  EXPECT_EQ(into.sum().item<float>(), 0);
  EXPECT_EQ(failure([&] { copy_tensors(file, {{"other", at::zeros({3})}}); }),
            "other: unsupported type F8_E4M3");
}

// The header's length decides the alignment in files of other programs.
TEST_F(Safetensors, DataNeedNotBeAligned) {
  for (int spaces = 0; spaces < 8; ++spaces) {
    std::string bytes = file_of(
        R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})" + std::string(spaces, ' '), 8);
    const float values[] = {1.5f, -2.0f};
    std::memcpy(bytes.data() + bytes.size() - sizeof values, values, sizeof values);
    store(path_, bytes);
    const at::Tensor tensor = load_tensors(path_).tensors.at("a");  // outlives the file's object
    EXPECT_EQ(tensor[0].item<float>(), 1.5f);
    EXPECT_EQ(tensor[1].item<float>(), -2.0f);
  }
}

TEST_F(Safetensors, HalfPrecisionBecomesFloatInWeights) {
  const std::string header = R"({"half":{"dtype":"F16","shape":[2],"data_offsets":[0,4]},)"
                             R"("brain":{"dtype":"BF16","shape":[2],"data_offsets":[4,8]}})";
  const std::uint16_t bits[] = {0x3E00, 0xC000, 0x3FC0, 0xC000};  // 1.5 and -2, twice
  std::string bytes = file_of(header, 8);
  std::memcpy(bytes.data() + bytes.size() - sizeof bits, bits, sizeof bits);
  store(path_, bytes);
  const TensorFile file = load_tensors(path_);
  for (const char* name : {"half", "brain"}) {
    const at::Tensor tensor = at::zeros({2});
    copy_tensors(file, {{name, tensor}});
    EXPECT_EQ(tensor[0].item<float>(), 1.5f);
    EXPECT_EQ(tensor[1].item<float>(), -2.0f);
  }
}

TEST_F(Safetensors, AMissingFileIsNamed) {
  EXPECT_EQ(failure([&] { load_tensors(directory_ / "none"); }),
            (directory_ / "none") + ": cannot be opened");
}

TEST_F(Safetensors, CopyNamesTheWeightThatDoesNotMatch) {
  const TensorFile file{{{"a", at::zeros({2, 3})}}, {}, {}};
  EXPECT_EQ(failure([&] { copy_tensors(file, {{"b", at::zeros({2})}}); }), "missing weight b");
  EXPECT_EQ(failure([&] { copy_tensors(file, {{"a", at::zeros({3, 2})}}); }),
            "expected shape [3, 2] for a, got [2, 3]");
}

}  // namespace
}  // namespace spandrop::nn
