#include "spandrop/nn/train/checkpoint.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <charconv>
#include <stdexcept>
#include <system_error>

#include "spandrop/nn/formats/safetensors.h"

namespace spandrop::nn {
namespace {

std::string field(const TensorFile& file, const std::string& name) {
  const auto found = file.metadata.find(name);
  if (found == file.metadata.end()) {
    throw std::runtime_error("not a checkpoint: missing required field " + name);
  }
  return found->second;
}

template <class Number>
void read(const TensorFile& file, const std::string& name, Number& number) {
  const std::string text = field(file, name);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw std::runtime_error(fmt::format("expected a number for {}, got {}", name, text));
  }
}

// The settings that differ, for an error message.
std::string differences(const std::string& before, const std::string& now) {
  simdjson::dom::parser parsers[2];
  simdjson::dom::object old_settings, new_settings;
  if (parsers[0].parse(before).get_object().get(old_settings) ||
      parsers[1].parse(now).get_object().get(new_settings)) {
    return before;
  }
  std::string all;
  for (const auto& [name, value] : new_settings) {
    simdjson::dom::element old_value;
    const bool was_there = !old_settings.at_key(name).get(old_value);
    const std::string from = was_there ? simdjson::to_string(old_value) : "none";
    const std::string to = simdjson::to_string(value);
    if (from != to)
      all += fmt::format("{}{} was {}, now {}", all.empty() ? "" : "; ", name, from, to);
  }
  return all;
}

}  // namespace

void save_checkpoint(const std::filesystem::path& path, const NamedTensors& tensors,
                     const TrainState& state, const std::string& fingerprint) {
  save_tensors(path, tensors,
               {{"step", fmt::format("{}", state.step)},
                {"best_step", fmt::format("{}", state.best_step)},
                {"best_goal", fmt::format("{}", state.best_goal)},
                {"loss_sum", fmt::format("{}", state.loss_sum)},
                {"loss_steps", fmt::format("{}", state.loss_steps)},
                {"is_measured", state.is_measured ? "1" : "0"},
                {"cpu_seconds", fmt::format("{}", state.cpu_seconds)},
                {"fingerprint", fingerprint}});
}

std::optional<TrainState> load_checkpoint(const std::filesystem::path& path,
                                          const NamedTensors& tensors,
                                          const std::string& fingerprint) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  const TensorFile file = load_tensors(path);
  try {
    const std::string saved = field(file, "fingerprint");
    if (saved != fingerprint) {
      throw std::runtime_error("belongs to a run with other settings: " +
                               differences(saved, fingerprint));
    }
    TrainState state;
    read(file, "step", state.step);
    read(file, "best_step", state.best_step);
    read(file, "best_goal", state.best_goal);
    read(file, "loss_sum", state.loss_sum);
    read(file, "loss_steps", state.loss_steps);
    int is_measured = 1;
    read(file, "is_measured", is_measured);
    state.is_measured = is_measured != 0;
    read(file, "cpu_seconds", state.cpu_seconds);
    copy_tensors(file, tensors);
    return state;
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("{}: {}", path.string(), error.what()));
  }
}

}  // namespace spandrop::nn
