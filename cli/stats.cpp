#include "cli/stats.h"

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

#include "cli/checks.h"
#include "cli/run_files.h"
#include "spandrop/io/vocabulary_file.h"
#include "spandrop/tasks/dataset_statistics.h"
#include "spandrop/tasks/statistics_json.h"

namespace {

using namespace spandrop;

constexpr const char* kAbout = R"(Examples:
  spandrop stats multirc train_456-fixedIds.json
      sentences of each question's paragraph, and those that the question needs
  spandrop stats squad train-v1.1.json --vocab vocab.txt
      tokens of each question's paragraph, and those that are in a bigram of the question
  spandrop stats hotpotqa part1.json part2.json --rate 0.2 --json
      two files counted as one, and what a rate of 0.2 makes of them

Each question counts once (of DocRED: each fact), so that a paragraph with many counts often.
Exit codes: 0 done, 1 a file failed, 2 wrong usage, 3 a bad file.)";

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
         row("entropy, nats a span", &Outlook::entropy_per_span, "{:.4f}");
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
    throw std::invalid_argument("the spans of squad are tokens: --vocab FILE is needed");
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
      "stats", "Spans and supporting facts of a data set, and what a law makes of them");
  command->footer(kAbout);
  command->add_option("format", options->format, "squad, hotpotqa, multirc or docred")
      ->required()
      ->check(CLI::IsMember(dataset_format_names()).description(""))
      ->type_name("FORMAT");
  command->add_option("files", options->files, "Official files, plain or .gz or .zst")
      ->required()
      ->type_name("FILE");
  command
      ->add_option(
          "--vocab", options->vocabulary,
          "Vocabulary of an uncased WordPiece model: vocab.txt or tokenizer.json; for squad")
      ->type_name("FILE");
  command->add_option("--rate", options->law.rate, "Mean probability that a span is dropped")
      ->capture_default_str()
      ->type_name("P");
  command
      ->add_option("--gamma", options->law.gamma,
                   "Concentration of the Beta law; inf for plain SpanDrop alone")
      ->capture_default_str()
      ->type_name("G");
  command
      ->add_option("--bad", options->skip_bad,
                   "A bad question: stop (the default), or skip and count it")
      ->transform(one_of({"stop", "skip"}))
      ->type_name("WHAT");
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options] { run(*options); });
}
