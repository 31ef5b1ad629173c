#include "cli/commands.h"

#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <numbers>
#include <string>
#include <utility>

#include "cli/checks.h"
#include "cli/shared_options.h"
#include "spandrop/base/json_writer.h"
#include "spandrop/core/theory.h"
#include "spandrop/lab/paper/figure2.h"

namespace {

using spandrop::Forecast;
using spandrop::JsonWriter;
using spandrop::Law;
using spandrop::lab::Figure;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct TheoryOptions {
  std::size_t n = 100;  // spans of the sequence
  std::size_t m = 3;    // supporting facts among them
  Law law;
  std::string figure;  // empty for the forecast for n, m and the law
  bool json = false;
};

std::string forecast_json(const Forecast& f) {
  const std::pair<const char*, double> fields[] = {
      {"rate", f.law.rate},
      {"gamma", f.law.gamma},
      {"length_mean", f.length_mean},
      {"length_variance", f.length_variance},
      {"length_sd", f.length_sd},
      {"p_unchanged", f.p_unchanged},
      {"log_p_unchanged", f.log_p_unchanged},
      {"p_support_kept", f.p_support_kept},
      {"log_p_support_kept", f.log_p_support_kept},
      {"noise", f.noise},
      {"expected_lost", f.expected_lost},
      {"entropy_per_span", f.entropy_per_span},
      {"log_typical_set", f.log_typical_set},
      {"drift_from_original", f.drift_from_original},
      {"drift_from_bernoulli", f.drift_from_bernoulli},
  };
  std::string line;
  JsonWriter json(line);
  json.begin_object().field("n", f.n).field("m", f.m);
  for (const auto& [name, value] : fields) json.field(name, value);
  json.end_object();
  return line + "\n";
}

std::string figure_json(const Figure& figure) {
  std::string line;
  JsonWriter json(line);
  json.begin_object().field("about", figure.about).key("columns").begin_array();
  for (const std::string& column : figure.columns) json.value(column);
  json.end_array().key("rows").begin_array();
  for (const auto& row : figure.rows) {
    json.begin_array();
    for (const double cell : row) json.value(cell);
    json.end_array();
  }
  json.end_array().end_object();
  return line + "\n";
}

std::string figure_text(const Figure& figure) {
  std::string text = fmt::format("{}\n", fmt::join(figure.columns, "\t"));
  for (const auto& row : figure.rows) text += fmt::format("{}\n", fmt::join(row, "\t"));
  return text;
}

std::string number(double x) { return fmt::format("{:.4g}", x); }

// exp(x), also for an x whose result is too large or too small for a double.
std::string power_of_ten(double x) { return fmt::format("10^{:.4g}", x / std::numbers::ln10); }

// A probability for people, from its natural logarithm.
std::string percent(double log_p) {
  const bool tiny = log_p < std::log(1e-8) && std::isfinite(log_p);
  return tiny ? power_of_ten(log_p) : fmt::format("{:.3g}%", 100 * std::exp(log_p));
}

// A column for SpanDrop and, unless gamma is infinite, one for Beta-SpanDrop.
std::string forecast_table(const Forecast& drop, const Forecast& beta) {
  const bool both = std::isfinite(beta.law.gamma);
  const auto line = [&](const char* name, const std::string& of_drop, const std::string& of_beta) {
    const std::string last = both ? fmt::format("{:>16}", of_beta) : "";
    return fmt::format("  {:<42}{:>14}{}\n", name, of_drop, last);
  };
  const auto row = [&](const char* name, double Forecast::* field, auto show) {
    return line(name, show(drop.*field), show(beta.*field));
  };
  const auto whole = [](double x) { return fmt::format("{:.8g}", x); };
  return line("", "SpanDrop", "Beta-SpanDrop") +
         "Length: how much does a draw change the length?\n" +
         row("spans kept, mean", &Forecast::length_mean, whole) +
         row("spans kept, standard deviation", &Forecast::length_sd, number) +
         row("sequence unchanged", &Forecast::log_p_unchanged, percent) +
         "Noise: does the evidence for the label survive?\n" +
         row("all m supporting facts kept", &Forecast::log_p_support_kept, percent) +
         row("supporting facts lost, mean", &Forecast::expected_lost, number) +
         "Variety: how many different sequences can a draw produce?\n" +
         row("entropy, nats per span", &Forecast::entropy_per_span, number) +
         row("typical set, sequences", &Forecast::log_typical_set, power_of_ten);
}

std::string forecast_text(const Forecast& beta) {
  const Forecast drop = spandrop::forecast({beta.law.rate, kInfinity}, beta.n, beta.m);
  std::string text = fmt::format(
      "For a sequence of n = {} spans, m = {} of them supporting facts. SpanDrop drops each span\n"
      "independently with probability p = {}.\n",
      beta.n, beta.m, beta.law.rate);
  if (std::isinf(beta.law.gamma)) return text + "\n" + forecast_table(drop, beta);
  text += fmt::format(
      "Beta-SpanDrop has the same mean p, but each draw takes its own rate from a Beta law with\n"
      "gamma = {}: the smaller gamma is, the more often spans are kept or dropped together.\n\n",
      beta.law.gamma);
  text += forecast_table(drop, beta);
  text += fmt::format(
      "\nThe length distributions of the two differ by {:.3g} (total variation distance: 0 is\n"
      "identical, 1 has nothing in common).",
      beta.drift_from_bernoulli);
  if (beta.noise < drop.noise) {
    text +=
        " Both lose equally many supporting facts on average, but\n"
        "Beta-SpanDrop loses several at a time, so that more of its draws keep all of them. The\n"
        "price is less variety: a lower entropy.";
  }
  return text + "\n";
}

void run_theory(const TheoryOptions& options) {
  std::string text;
  if (options.figure.empty()) {
    const Forecast f = spandrop::forecast(options.law, options.n, options.m);
    text = options.json ? forecast_json(f) : forecast_text(f);
  } else {
    const Figure figure = spandrop::lab::make_figure(options.figure);
    text = options.json ? figure_json(figure) : figure_text(figure);
  }
  std::fputs(text.c_str(), stdout);
}

}  // namespace

void add_theory_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "theory", "Predict the effect of a rate and gamma on length, evidence and variety");
  const auto options = std::make_shared<TheoryOptions>();
  OptionSection sequence(*command, "Sequence and law");
  sequence.add("--n", options->n, "N", "Number of spans in the sequence")
      ->check(whole_number(0))
      ->capture_default_str();
  CLI::Option* const m =
      sequence
          .add("--m", options->m, "N", "Number of supporting facts: spans that the label needs")
          ->check(whole_number(0))
          ->capture_default_str();
  add_law_options(sequence, options->law);
  OptionSection output(*command, "Output");
  CLI::Option* figure =
      output
          .add("--figure", options->figure, "NAME",
               "Print a data table of the paper's Figure 2 instead, separated by tabs: length, "
               "noise or entropy")
          ->check(CLI::IsMember({"length", "noise", "entropy"}).description(""));
  for (const char* name : {"--n", "--m", "--rate", "--gamma"}) figure->excludes(name);
  add_json_option(output, options->json);
  command->footer(R"(Examples:
  spandrop theory --n 100 --m 10 --rate 0.1 --gamma 1
      How often do all of 10 supporting facts survive? 34.9% of draws with SpanDrop, 47.4% with
      Beta-SpanDrop.
  spandrop theory --n 100 --m 10 --rate 0.1 --gamma 1 --json
      Beta-SpanDrop's numbers as JSON, for a program. Logarithms are natural, and infinity is written "inf".
  spandrop theory --figure length > length.tsv
      The length distribution of Figure 2(a), for a plot.

See docs/theory.md for the formulas.)");
  command->callback([options, m] {
    if (m->count() == 0) options->m = std::min(options->m, options->n);
    run_theory(*options);
  });
}
