#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/number_text.h"
#include "cli/shared_options.h"
#include "spandrop/io/files/vocabulary_file.h"
#include "spandrop/tasks/dataset_statistics.h"
#include "spandrop/tasks/statistics/statistics_json.h"

namespace {

using namespace spandrop;

constexpr const char* kExamples = R"(Examples:
  spandrop stats multirc train_456-fixedIds.json
      Count the sentences of each question's paragraph, and those that the question needs.
  spandrop stats squad train-v1.1.json --vocab vocab.txt
      Count the tokens of each question's paragraph, and those in a bigram shared with the question.
  spandrop stats hotpotqa part1.json part2.json --rate 0.2 --json
      Count two files as one, and predict the effect of a rate of 0.2.

Each question counts once (for DocRED: each fact), so a paragraph counts once per question.
See docs/datasets.md for what counts as a span and as a supporting fact.

)";

struct StatsOptions {
  std::string format;
  std::vector<std::string> files;
  std::string vocabulary;
  Law law;
  bool skip_bad = false;
  bool json = false;
};

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string quartile(double value) {
  return value == std::floor(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.2f}", value);
}

std::string measure_row(const char* role, const Statistics::Measure& measure) {
  const Distribution d = distribution(measure.values);
  const std::string name = *role ? fmt::format("{}: {}", role, measure.name) : measure.name;
  return fmt::format("  {:<46}{:>9.2f}{:>8}{:>8}{:>7}{:>7}\n", name, d.mean, quartile(d.quartile_1),
                     quartile(d.quartile_3), d.least, d.most);
}

std::string outlook_table(const Law& law, const Statistics& s) {
  const bool both = std::isfinite(law.gamma);
  const Outlook drop = outlook({law.rate, kInfinity}, s);
  const Outlook beta = both ? outlook(law, s) : drop;
  const auto line = [&](const char* name, const std::string& first, const std::string& second) {
    return fmt::format("  {:<46}{:>10}{}\n", name, first,
                       both ? fmt::format("{:>16}", second) : std::string());
  };
  const auto row = [&](const char* name, double Outlook::* field, const char* form) {
    return line(name, fmt::format(fmt::runtime(form), drop.*field),
                fmt::format(fmt::runtime(form), beta.*field));
  };
  const auto percent = [&](const char* name, double Outlook::* field) {
    return line(name, fmt::format("{:.3g}%", 100 * (drop.*field)),
                fmt::format("{:.3g}%", 100 * (beta.*field)));
  };
  return line("", "SpanDrop", "Beta-SpanDrop") +
         row("spans kept, mean", &Outlook::spans_kept, "{:.2f}") +
         percent("sequence unchanged", &Outlook::unchanged) +
         percent("some supporting fact lost", &Outlook::noise) +
         row("supporting facts lost, mean", &Outlook::lost, "{:.4f}") +
         row("entropy, nats per span", &Outlook::entropy_per_span, "{:.4f}");
}

std::string report_text(const StatsOptions& options, const Statistics& s, std::size_t skipped) {
  std::string text;
  for (const Statistics::Count& count : s.counts) {
    text += fmt::format("  {:<46}{:>9}\n", count.name, thousands(count.count));
  }
  if (skipped > 0) text += fmt::format("  {:<46}{:>9}\n", "skipped", thousands(skipped));
  text +=
      fmt::format("\n  {:<46}{:>9}{:>8}{:>8}{:>7}{:>7}\n", "", "mean", "25%", "75%", "min", "max");
  text += measure_row("spans", s.spans) + measure_row("support", s.support);
  for (const Statistics::Measure& measure : s.others) text += measure_row("", measure);
  const std::string gamma =
      std::isfinite(options.law.gamma) ? fmt::format(", gamma = {}", options.law.gamma) : "";
  text +=
      fmt::format("\nWith p = {}{} and nothing protected, on average:\n", options.law.rate, gamma);
  return text + outlook_table(options.law, s);
}

void run(const StatsOptions& options) {
  check(options.law);
  const DatasetFormat format = dataset_format(options.format);
  std::optional<WordPiece> wordpiece;
  if (!options.vocabulary.empty()) wordpiece.emplace(read_vocabulary(options.vocabulary));
  if (format == DatasetFormat::squad && !wordpiece) {
    throw std::invalid_argument("squad requires --vocab FILE, because its spans are tokens");
  }
  Statistics statistics;
  std::size_t skipped = 0;
  for (const std::string& file : options.files) {
    const FileStatistics found = dataset_statistics(
        {file}, format, wordpiece ? &*wordpiece : nullptr, {.skip_bad = options.skip_bad});
    statistics += found.statistics;
    skipped += found.skipped.size();
  }
  const std::string text = options.json
                               ? statistics_json(options.format, statistics, skipped, options.law)
                               : report_text(options, statistics, skipped);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace

void add_stats_command(CLI::App& app) {
  auto options = std::make_shared<StatsOptions>();
  CLI::App* command = app.add_subcommand(
      "stats", "Count the spans and supporting facts of a data set, and predict what a drop does");
  command->footer(std::string(kExamples) + kExitCodeHelp);
  add_format_argument(*command, options->format);
  command->add_option("files", options->files, "Official files; gzip and zstd are recognised")
      ->required()
      ->type_name("FILE");
  OptionSection input(*command, "Input");
  add_vocabulary_option(input, options->vocabulary, "; required for squad");
  add_bad_option(input, options->skip_bad, "question");
  add_law_options({*command, "Law to predict"}, options->law);
  add_json_option({*command, "Output"}, options->json);
  command->callback([options] { run(*options); });
}
