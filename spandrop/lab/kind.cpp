#include "spandrop/lab/kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "spandrop/lab/options_of_kind.h"

namespace spandrop::lab {
namespace {

using find_animals::GeneratorOptions;
using find_animals::Method;
using find_animals::MethodOptions;
using find_animals::Positions;

// Levenshtein distance.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

bool is_beta(Method method) { return method == Method::beta || method == Method::beta_mask; }
bool shortens(Method method) { return method == Method::drop || method == Method::beta; }

// Resets the options that the method ignores to their defaults.
void reset_ignored(MethodOptions& options) {
  const MethodOptions defaults;
  if (options.method == Method::none) options = defaults;
  if (!is_beta(options.method)) options.law.gamma = defaults.law.gamma;
}
void reset_ignored(TrainingOptions& options) {
  reset_ignored(options.method);
  if (!shortens(options.method.method)) options.random_start = false;
}
void reset_ignored(NoiseOptions& options) { reset_ignored(options.method); }
void reset_ignored(TheoryOptions&) {}

std::string label(const MethodOptions& options) {
  std::string text(names_of(options.method)[std::size_t(options.method)]);
  if (options.noise_free) text += "-noise-free";
  if (options.method != Method::none) text += fmt::format("-p{}", options.law.rate);
  return text;
}

std::string label(const GeneratorOptions& options) {
  std::string text = fmt::format("n{}-", options.length);
  text += options.animals.size() == 1 ? options.animals[0]
                                      : fmt::format("{}-animals", options.animals.size());
  if (options.positions != Positions::uniform) {
    text += fmt::format("-{}", names_of(options.positions)[std::size_t(options.positions)]);
  }
  return text;
}

std::string label(const TrainingOptions& options) {
  return fmt::format("{}-{}-{}x{}-seed{}", label(options.method), label(options.data),
                     options.train_size, options.train.steps, options.train.seed);
}
std::string label(const NoiseOptions& options) {
  return fmt::format("noise-{}-{}-seed{}", label(options.method), label(options.data),
                     options.seed);
}
std::string label(const TheoryOptions& options) {
  return fmt::format("theory-{}", names_of(options.table)[std::size_t(options.table)]);
}

// Multiplications of one example: the matrices of the layers, and attention.
double forward_cost(const nn::EncoderOptions& encoder, double tokens) {
  const double width = double(encoder.width);
  const double matrices = width * (4 * width + 2 * double(encoder.feed_forward));
  return double(encoder.layers) * tokens * (matrices + 2 * tokens * width);
}

double cost(const TrainingOptions& options) {
  const MethodOptions& method = options.method;
  const double tokens = double(options.data.length);
  const double train_tokens = shortens(method.method) ? (1 - method.law.rate) * tokens : tokens;
  const double steps = double(options.train.steps);
  const double evaluations =
      steps / double(std::max<std::int64_t>(options.train.evaluate_every, 1));
  double cost =
      3 * steps * double(options.train.batch) * forward_cost(options.encoder, train_tokens);
  cost += (evaluations * double(options.dev_size + std::min(options.train_size, options.dev_size)) +
           2 * double(options.test_size)) *
          forward_cost(options.encoder, tokens);
  for (const std::int64_t length : options.test_lengths) {
    cost += double(options.test_size) * forward_cost(options.encoder, double(length));
  }
  return cost;
}
double cost(const NoiseOptions& options) {
  return 100 * double(options.draws) * double(options.data.length);
}
double cost(const TheoryOptions&) { return 1; }

}  // namespace

std::optional<Kind> kind_named(std::string_view name) {
  const auto names = names_of(Kind{});
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return Kind(found - names.begin());
}

void check_setting(Kind kind, const std::string& name, const SettingValue& value) {
  with_options(kind, [&](auto options) {
    const Settings all = settings_of(options);
    if (!all.contains(name)) {
      const auto nearest = std::ranges::min_element(
          all, {}, [&](const auto& setting) { return distance(setting.first, name); });
      throw std::invalid_argument(fmt::format("[settings] {} has no setting {}; did you mean {}?",
                                              name_of(kind), name, nearest->first));
    }
    apply_settings({{name, value}}, options);
  });
}

Settings completed(Kind kind, const Settings& settings) {
  return with_options(kind, settings, [](auto options) {
    reset_ignored(options);
    check(options);
    return settings_of(options);
  });
}

std::string label_of(Kind kind, const Settings& settings) {
  return with_options(kind, settings, [](const auto& options) { return label(options); });
}

double cost_of(Kind kind, const Settings& settings) {
  return with_options(kind, settings, [](const auto& options) { return cost(options); });
}

}  // namespace spandrop::lab
