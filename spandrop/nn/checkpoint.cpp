#include "spandrop/nn/checkpoint.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <charconv>
#include <stdexcept>
#include <system_error>

#include "spandrop/nn/safetensors.h"

namespace spandrop::nn {
namespace {

std::string field(const TensorFile& file, const std::string& name) {
  const auto found = file.metadata.find(name);
  if (found == file.metadata.end()) {
    throw std::runtime_error("is no checkpoint: it does not say " + name);
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

// The settings that are not the same, for a message.
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
    if (from != to) all += fmt::format("{}{} {}, now {}", all.empty() ? "" : "; ", name, from, to);
  }
  return all;
}

}  // namespace

void save_checkpoint(const std::filesystem::path& path, const NamedWeights& state,
                     const Progress& progress, const std::string& fingerprint) {
  save_tensors(path, state,
               {{"step", fmt::format("{}", progress.step)},
                {"best_step", fmt::format("{}", progress.best_step)},
                {"best_goal", fmt::format("{}", progress.best_goal)},
                {"loss_sum", fmt::format("{}", progress.loss_sum)},
                {"loss_steps", fmt::format("{}", progress.loss_steps)},
                {"cpu_seconds", fmt::format("{}", progress.cpu_seconds)},
                {"fingerprint", fingerprint}});
}

std::optional<Progress> load_checkpoint(const std::filesystem::path& path,
                                        const NamedWeights& state, const std::string& fingerprint) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  const TensorFile file = load_tensors(path);
  try {
    const std::string before = field(file, "fingerprint");
    if (before != fingerprint) {
      throw std::runtime_error("belongs to a run with other settings: " +
                               differences(before, fingerprint));
    }
    Progress progress;
    read(file, "step", progress.step);
    read(file, "best_step", progress.best_step);
    read(file, "best_goal", progress.best_goal);
    read(file, "loss_sum", progress.loss_sum);
    read(file, "loss_steps", progress.loss_steps);
    read(file, "cpu_seconds", progress.cpu_seconds);
    copy_tensors(file, state);
    return progress;
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("{}: {}", path.string(), error.what()));
  }
}

}  // namespace spandrop::nn
