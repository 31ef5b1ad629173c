#include "cli/theory.h"

#include <fmt/format.h>

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
#include "spandrop/core/figure.h"
#include "spandrop/core/theory.h"

namespace {

using spandrop::Figure;
using spandrop::Forecast;
using spandrop::Law;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct TheoryOptions {
  std::size_t n = 100;  // spans of the sequence
  std::size_t m = 3;    // supporting facts among them
  Law law;
  std::string figure;  // empty: the forecast for n, m and the law
  bool json = false;
};

// JSON has no infinity: it is written as a string.
std::string json_number(double x) {
  return std::isinf(x) ? fmt::format("\"{}\"", x) : fmt::format("{}", x);
}

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
  std::string json = fmt::format("{{\"n\": {}, \"m\": {}", f.n, f.m);
  for (const auto& [name, value] : fields) {
    json += fmt::format(", \"{}\": {}", name, json_number(value));
  }
  return json + "}\n";
}

std::string figure_json(const Figure& figure) {
  std::string rows;
  for (const auto& row : figure.rows) {
    rows += fmt::format("{}[{}]", rows.empty() ? "" : ", ", fmt::join(row, ", "));
  }
  return fmt::format("{{\"about\": \"{}\", \"columns\": [\"{}\"], \"rows\": [{}]}}\n", figure.about,
                     fmt::join(figure.columns, "\", \""), rows);
}

std::string figure_text(const Figure& figure) {
  std::string text = fmt::format("{}\n", fmt::join(figure.columns, "\t"));
  for (const auto& row : figure.rows) text += fmt::format("{}\n", fmt::join(row, "\t"));
  return text;
}

std::string number(double x) { return fmt::format("{:.4g}", x); }

// exp(x) for an x that may be too great, or too far below 0, for a double.
std::string power_of_ten(double x) { return fmt::format("10^{:.4g}", x / std::numbers::ln10); }

// A probability as a reader likes it, from its natural logarithm.
std::string percent(double log_p) {
  const bool tiny = log_p < std::log(1e-8) && std::isfinite(log_p);
  return tiny ? power_of_ten(log_p) : fmt::format("{:.3g}%", 100 * std::exp(log_p));
}

// The table of SpanDrop and, unless gamma is infinite, Beta-SpanDrop beside it.
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
         "Length: how far does the drop move the data from what it was?\n" +
         row("spans kept, mean", &Forecast::length_mean, whole) +
         row("spans kept, standard deviation", &Forecast::length_sd, number) +
         row("sequence unchanged", &Forecast::log_p_unchanged, percent) +
         "Noise: does the evidence for the label survive?\n" +
         row("all m supporting facts kept", &Forecast::log_p_support_kept, percent) +
         row("supporting facts lost, mean", &Forecast::expected_lost, number) +
         "Variety: how many different sequences come of one?\n" +
         row("entropy, nats a span", &Forecast::entropy_per_span, number) +
         row("typical set, sequences", &Forecast::log_typical_set, power_of_ten);
}

std::string forecast_text(const Forecast& beta) {
  const Forecast drop = spandrop::forecast({beta.law.rate, kInfinity}, beta.n, beta.m);
  std::string text = fmt::format(
      "A sequence of n = {} spans, m = {} of them supporting facts. SpanDrop drops each span by\n"
      "itself with probability p = {}.\n",
      beta.n, beta.m, beta.law.rate);
  if (std::isinf(beta.law.gamma)) return text + "\n" + forecast_table(drop, beta);
  text += fmt::format(
      "Beta-SpanDrop has the same p on average, but each draw takes a rate of its own from a Beta\n"
      "law with gamma = {}: the smaller gamma, the more the spans of a draw share one fate.\n\n",
      beta.law.gamma);
  text += forecast_table(drop, beta);
  text += fmt::format(
      "\nThe lengths of the two lie {:.3g} apart (total variation: 0 is the same law, 1 has "
      "nothing\n"
      "in common).",
      beta.drift_from_bernoulli);
  if (beta.noise < drop.noise) {
    text +=
        " Both lose as many supporting facts on average, but Beta-SpanDrop loses several\n"
        "at a time, so that more draws keep them all. The price is entropy: less variety.";
  }
  return text + "\n";
}

void run_theory(const TheoryOptions& options) {
  std::string text;
  if (options.figure.empty()) {
    const Forecast f = spandrop::forecast(options.law, options.n, options.m);
    text = options.json ? forecast_json(f) : forecast_text(f);
  } else {
    const Figure figure = spandrop::make_figure(options.figure);
    text = options.json ? figure_json(figure) : figure_text(figure);
  }
  std::fputs(text.c_str(), stdout);
}

}  // namespace

void add_theory_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "theory", "Tell what a rate and gamma do to length, evidence and variety, in closed form");
  const auto options = std::make_shared<TheoryOptions>();
  CLI::Option* const m =
      command->add_option("--m", options->m, "Supporting facts: spans that the label rests on");
  CLI::Option* const forecast_options[] = {
      command->add_option("--n", options->n, "Spans of the sequence")->check(whole_number(0)),
      m->check(whole_number(0)),
      command->add_option("--rate", options->law.rate, "Mean probability that a span is dropped"),
      command->add_option("--gamma", options->law.gamma,
                          "Concentration of the Beta law; inf is plain SpanDrop"),
  };
  CLI::Option* figure =
      command
          ->add_option("--figure", options->figure,
                       "Print a data table of the paper's Figure 2 instead, tab-separated")
          ->check(CLI::IsMember({"length", "noise", "entropy"}));
  for (CLI::Option* option : forecast_options) {
    option->capture_default_str();
    figure->excludes(option);
  }
  command->add_flag("--json", options->json, "Print one JSON object");
  command->footer(
      "Examples:\n"
      "  How often do 10 supporting facts all survive?  34.9% with SpanDrop, 47.4% with gamma = "
      "1:\n"
      "    spandrop theory --n 100 --m 10 --rate 0.1 --gamma 1\n"
      "  The same for a program to read, logarithms natural, infinity written \"inf\":\n"
      "    spandrop theory --n 100 --m 10 --rate 0.1 --gamma inf --json\n"
      "  The length distribution of Figure 2(a), for a plot:\n"
      "    spandrop theory --figure length > length.tsv");
  command->callback([options, m] {
    if (m->count() == 0) options->m = std::min(options->m, options->n);
    run_theory(*options);
  });
}
