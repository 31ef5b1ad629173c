#include "spandrop/nn/formats/safetensors.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
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

// A file in memory. Pages that a program changes are copied, and the file stays unchanged.
class Mapping {
 public:
  explicit Mapping(const std::filesystem::path& path) {
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) fail(path, "cannot be opened");
    struct stat status{};
    const bool is_file = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    size_ = is_file ? std::size_t(status.st_size) : 0;
    if (size_ > 0) {
      data_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0);
    }
    close(descriptor);
    if (!is_file || data_ == MAP_FAILED) fail(path, "cannot be read");
  }
  ~Mapping() {
    if (size_ > 0) munmap(data_, size_);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }
  char* at(std::size_t position) const { return static_cast<char*>(data_) + position; }

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

// An entry of the header: a type that may be unknown, and a range of the data.
struct Entry {
  std::string_view type_name;
  const Type* type = nullptr;
  std::vector<std::int64_t> shape;
  Range range;
};

Entry entry_of(simdjson::dom::object object, std::size_t data_size) {
  Entry entry;
  entry.type_name = object["dtype"].get_string().value();
  const Type* type = std::find_if(std::begin(kTypes), std::end(kTypes),
                                  [&](const Type& known) { return known.name == entry.type_name; });
  if (type != std::end(kTypes)) entry.type = type;
  std::uint64_t bytes = entry.type ? c10::elementSize(type->type) : 1;
  const simdjson::dom::array sizes = object["shape"].get_array().value();
  for (const simdjson::dom::element size : sizes) {
    entry.shape.push_back(std::int64_t(size.get_uint64().value()));
    if (entry.shape.back() < 0 ||
        __builtin_mul_overflow(bytes, std::uint64_t(entry.shape.back()), &bytes)) {
      throw std::runtime_error("the shape is too large");
    }
  }
  const simdjson::dom::array offsets = object["data_offsets"].get_array().value();
  const std::uint64_t begin = offsets.at(0).get_uint64().value();
  const std::uint64_t end = offsets.at(1).get_uint64().value();
  if (offsets.size() != 2 || begin > end || end > data_size ||
      (entry.type && end - begin != bytes)) {
    throw std::runtime_error("data_offsets do not match the shape or the file");
  }
  entry.range = {begin, end};
  return entry;
}

// A view of the mapping; a copy if the data are not aligned.
at::Tensor tensor_of(const Entry& entry, const std::shared_ptr<Mapping>& mapping,
                     std::size_t data_begin) {
  const at::ScalarType type = entry.type->type;
  if (entry.range.begin == entry.range.end) return at::empty(entry.shape, type);
  char* const bytes = mapping->at(data_begin + entry.range.begin);
  if (reinterpret_cast<std::uintptr_t>(bytes) % c10::elementSize(type) != 0) {
    const at::Tensor tensor = at::empty(entry.shape, type);
    std::memcpy(tensor.data_ptr(), bytes, entry.range.end - entry.range.begin);
    return tensor;
  }
  return at::from_blob(bytes, entry.shape, [mapping](void*) {}, type);
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
  std::size_t begin = 0;
  for (const auto& [name, tensor] : tensors) {
    if (tensor.scalar_type() != at::kFloat && tensor.scalar_type() != at::kLong) {
      throw std::invalid_argument(
          fmt::format("[save_tensors] expected float32 or int64, got {}: {}",
                      c10::toString(tensor.scalar_type()), name));
    }
    json.key(name).begin_object();
    json.field("dtype", tensor.scalar_type() == at::kLong ? "I64" : "F32");
    json.key("shape").begin_array();
    for (const std::int64_t size : tensor.sizes()) json.value(size);
    const std::size_t end = begin + tensor.nbytes();
    json.end_array().key("data_offsets").begin_array().value(begin).value(end).end_array();
    json.end_object();
    begin = end;
  }
  json.end_object();
  header.resize((header.size() + 7) / 8 * 8, ' ');  // aligns the data
  const std::uint64_t size = header.size();
  OutputFile file(path.string());
  file.write({reinterpret_cast<const char*>(&size), sizeof size});
  file.write(header);
  for (const auto& [name, tensor] : tensors) {
    const at::Tensor here = tensor.detach().cpu().contiguous();
    file.write({static_cast<const char*>(here.data_ptr()), here.nbytes()});
  }
  file.commit();
}

TensorFile load_tensors(const std::filesystem::path& path) {
  const auto mapping = std::make_shared<Mapping>(path);
  const std::string_view bytes = mapping->bytes();
  std::uint64_t size = 0;
  if (bytes.size() < sizeof size) fail(path, "too short for a safetensors file");
  std::memcpy(&size, bytes.data(), sizeof size);
  if (size > kLargestHeader || size > bytes.size() - sizeof size) {
    fail(path, "not a safetensors file, or truncated");
  }
  const std::size_t data_begin = sizeof size + size;
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
        const Entry found = entry_of(entry.get_object().value(), bytes.size() - data_begin);
        used.push_back(found.range);
        if (found.type) {
          file.tensors[at] = tensor_of(found, mapping, data_begin);
        } else {
          file.unsupported[at] = found.type_name;
        }
      }
    }
    at = "the header";
    check_cover(std::move(used), bytes.size() - data_begin);
  } catch (const std::exception& error) {
    fail(path, fmt::format("{}: {}", at, error.what()));
  }
  return file;
}

void copy_tensors(const TensorFile& file, const NamedTensors& into) {
  for (const auto& [name, weight] : into) {
    const auto found = file.tensors.find(name);
    if (found == file.tensors.end()) {
      const auto type = file.unsupported.find(name);
      throw std::runtime_error(type == file.unsupported.end()
                                   ? "missing weight " + name
                                   : fmt::format("{}: unsupported type {}", name, type->second));
    }
    if (found->second.sizes() != weight.sizes()) {
      throw std::runtime_error(fmt::format("expected shape [{}] for {}, got [{}]",
                                           fmt::join(weight.sizes(), ", "), name,
                                           fmt::join(found->second.sizes(), ", ")));
    }
  }
  for (const auto& [name, weight] : into) weight.copy_(file.tensors.at(name));
}

}  // namespace spandrop::nn
