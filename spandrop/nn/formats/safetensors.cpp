#include "spandrop/nn/formats/safetensors.h"

#include <ATen/ops/empty.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "spandrop/base/json_writer.h"
#include "spandrop/core/range.h"
#include "spandrop/io/files/output_file.h"

namespace spandrop::nn {
namespace {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

constexpr std::uint64_t kLargestHeader = 100'000'000;  // the reference implementation's limit

struct Type {
  std::string_view name;
  at::ScalarType type;
};
constexpr Type kTypes[] = {
    {"F32", at::kFloat}, {"I64", at::kLong}, {"F16", at::kHalf}, {"BF16", at::kBFloat16}};

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view why) {
  throw std::runtime_error(fmt::format("{}: {}", path.string(), why));
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) fail(path, "cannot be opened");
  std::string bytes(std::filesystem::file_size(path), '\0');
  if (!in.read(bytes.data(), std::streamsize(bytes.size()))) fail(path, "cannot be read");
  return bytes;
}

// Reads the tensor of one header entry out of `data`, and adds its range of bytes to `used`.
at::Tensor tensor_of(simdjson::dom::object entry, std::string_view data, std::vector<Range>& used) {
  const std::string_view type_name = entry["dtype"].get_string().value();
  const Type* type = std::find_if(std::begin(kTypes), std::end(kTypes),
                                  [&](const Type& known) { return known.name == type_name; });
  if (type == std::end(kTypes))
    throw std::runtime_error(fmt::format("unsupported type {}", type_name));
  std::vector<std::int64_t> shape;
  std::uint64_t bytes = c10::elementSize(type->type);
  const simdjson::dom::array sizes = entry["shape"].get_array().value();
  for (const simdjson::dom::element size : sizes) {
    shape.push_back(std::int64_t(size.get_uint64().value()));
    if (__builtin_mul_overflow(bytes, std::uint64_t(shape.back()), &bytes)) {
      throw std::runtime_error("the shape is too large");
    }
  }
  const simdjson::dom::array offsets = entry["data_offsets"].get_array().value();
  const std::uint64_t begin = offsets.at(0).get_uint64().value();
  const std::uint64_t end = offsets.at(1).get_uint64().value();
  if (offsets.size() != 2 || begin > end || end > data.size() || end - begin != bytes) {
    throw std::runtime_error("data_offsets do not match the shape or the file");
  }
  used.push_back({begin, end});
  at::Tensor tensor = at::empty(shape, type->type);
  if (bytes > 0) std::memcpy(tensor.data_ptr(), data.data() + begin, bytes);
  return tensor.is_floating_point() ? tensor.to(at::kFloat) : tensor;
}

// The format allows no overlaps and no gaps, so that no bytes are hidden or shared.
void check_cover(std::vector<Range> used, std::size_t size) {
  std::sort(used.begin(), used.end(), [](const Range& one, const Range& other) {
    return std::pair(one.begin, one.end) < std::pair(other.begin, other.end);
  });
  std::size_t at = 0;
  for (const Range& range : used) {
    if (range.begin != at) throw std::runtime_error("tensors overlap or leave a gap");
    at = range.end;
  }
  if (at != size) throw std::runtime_error("some bytes belong to no tensor");
}

}  // namespace

void save_tensors(const std::filesystem::path& path, const NamedTensors& tensors,
                  const std::map<std::string, std::string>& metadata) {
  std::string header;
  JsonWriter json(header, JsonWriter::Spacing::compact);
  json.begin_object().key("__metadata__").begin_object();
  for (const auto& [name, value] : metadata) json.field(name, value);
  json.end_object();
  std::string data;
  for (const auto& [name, tensor] : tensors) {
    const at::Tensor here = tensor.detach().cpu().contiguous();
    if (here.scalar_type() != at::kFloat && here.scalar_type() != at::kLong) {
      throw std::invalid_argument(
          fmt::format("[save_tensors] expected float32 or int64, got {}: {}",
                      c10::toString(here.scalar_type()), name));
    }
    const std::size_t begin = data.size();
    data.append(static_cast<const char*>(here.data_ptr()), here.nbytes());
    json.key(name).begin_object();
    json.field("dtype", here.scalar_type() == at::kLong ? "I64" : "F32");
    json.key("shape").begin_array();
    for (const std::int64_t size : here.sizes()) json.value(size);
    json.end_array().key("data_offsets").begin_array().value(begin).value(data.size()).end_array();
    json.end_object();
  }
  json.end_object();
  header.resize((header.size() + 7) / 8 * 8, ' ');  // aligns the data
  const std::uint64_t size = header.size();
  OutputFile file(path.string());
  file.write({reinterpret_cast<const char*>(&size), sizeof size});
  file.write(header);
  file.write(data);
  file.commit();
}

TensorFile load_tensors(const std::filesystem::path& path) {
  const std::string bytes = read_file(path);
  std::uint64_t size = 0;
  if (bytes.size() < sizeof size) fail(path, "too short for a safetensors file");
  std::memcpy(&size, bytes.data(), sizeof size);
  if (size > kLargestHeader || size > bytes.size() - sizeof size) {
    fail(path, "not a safetensors file, or truncated");
  }
  const std::string_view data = std::string_view(bytes).substr(sizeof size + size);
  TensorFile file;
  std::vector<Range> used;
  std::string at = "the header";
  try {
    simdjson::dom::parser parser;
    const simdjson::padded_string header(bytes.data() + sizeof size, size);
    const simdjson::dom::object entries = parser.parse(header).get_object().value();
    for (const auto& [name, entry] : entries) {
      at = name;
      if (name == "__metadata__") {
        const simdjson::dom::object values = entry.get_object().value();
        for (const auto& [key, value] : values) {
          file.metadata[std::string(key)] = std::string(value.get_string().value());
        }
      } else {
        file.tensors[at] = tensor_of(entry.get_object().value(), data, used);
      }
    }
    at = "the header";
    check_cover(std::move(used), data.size());
  } catch (const std::exception& error) {
    fail(path, fmt::format("{}: {}", at, error.what()));
  }
  return file;
}

void copy_tensors(const TensorFile& file, const NamedTensors& into) {
  for (const auto& [name, weight] : into) {
    const auto found = file.tensors.find(name);
    if (found == file.tensors.end()) throw std::runtime_error("missing weight " + name);
    if (found->second.sizes() != weight.sizes()) {
      throw std::runtime_error(fmt::format("expected shape [{}] for {}, got [{}]",
                                           fmt::join(weight.sizes(), ", "), name,
                                           fmt::join(found->second.sizes(), ", ")));
    }
  }
  for (const auto& [name, weight] : into) weight.copy_(file.tensors.at(name));
}

}  // namespace spandrop::nn
