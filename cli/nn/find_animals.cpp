#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/checks.h"
#include "cli/forwarded_commands.h"
#include "cli/nn/commands.h"
#include "cli/nn/training_line.h"
#include "cli/settings_options.h"
#include "cli/stop_signals.h"
#include "spandrop/base/json_writer.h"
#include "spandrop/io/files/output_file.h"
#include "spandrop/io/files/owned_directory.h"
#include "spandrop/nn/find_animals/run.h"
#include "spandrop/nn/find_animals/task.h"
#include "spandrop/nn/formats/safetensors.h"
#include "spandrop/nn/train/trainer.h"

namespace {

using spandrop::Settings;
using spandrop::nn::Outcome;
using spandrop::nn::find_animals::FindAnimalsTask;
using Options = spandrop::nn::find_animals::Options;

Settings read_settings(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path.string() + ": cannot be opened");
  return spandrop::settings_from_json(std::string(std::istreambuf_iterator<char>(file), {}));
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  spandrop::OutputFile file(path.string());
  file.write(text);
  file.commit();
}

struct TrainCommand {
  std::shared_ptr<Settings> given = std::make_shared<Settings>();
  std::string config;
  std::string directory;
  bool quiet = false;
};

std::string result_json(const Outcome& outcome) {
  std::string line;
  spandrop::JsonWriter json(line, spandrop::JsonWriter::Spacing::compact);
  json.begin_object();
  spandrop::nn::write_scores(json.key("scores"), outcome.scores);
  json.key("cpu_seconds").fixed(outcome.cpu_seconds, 1).end_object();
  return line + "\n";
}

void train(const TrainCommand& command) {
  Options options;
  if (!command.config.empty()) spandrop::apply_settings(read_settings(command.config), options);
  spandrop::apply_settings(*command.given, options);
  const std::stop_token stop = stop_on_signals();
  const std::filesystem::path directory = command.directory;
  const auto owned = spandrop::OwnedDirectory::own(directory);
  if (!owned) {
    throw std::runtime_error(directory.string() + ": another process is training in it");
  }
  // The settings of an earlier run stay, in case the trainer refuses to resume it with others.
  if (!std::filesystem::exists(directory / "checkpoint.safetensors")) {
    const std::string settings = spandrop::to_json(spandrop::settings_of(options));
    write_file(directory / "settings.json", settings + "\n");
  }
  Outcome outcome;
  {
    TrainingLine line("dev_error");
    const auto show = [&](const spandrop::nn::Metrics& metrics) {
      if (!command.quiet) line.show(metrics);
    };
    outcome = spandrop::nn::find_animals::run(options, directory, stop, show);
  }
  write_file(directory / "result.json", result_json(outcome));
  fmt::print("test error {:.2f} % (last step), {:.2f} % (step {:.0f}, best on dev)\n",
             outcome.scores.at("test_error"), outcome.scores.at("best_test_error"),
             outcome.scores.at("best_step"));
  for (const std::int64_t length : options.test_lengths) {
    fmt::print("test error {:.2f} % at length {}\n",
               outcome.scores.at(fmt::format("test_error_at_{}", length)), length);
  }
}

struct EvalCommand {
  std::string directory;
  std::string weights = "last";
  std::vector<std::int64_t> lengths;
  std::int64_t threads = 1;
};

void evaluate(const EvalCommand& command) {
  const std::filesystem::path directory = command.directory;
  Options options;
  spandrop::apply_settings(read_settings(directory / "settings.json"), options);
  const spandrop::nn::TensorFile file =
      spandrop::nn::load_tensors(directory / (command.weights + ".safetensors"));
  const std::vector<std::int64_t> lengths =
      command.lengths.empty() ? std::vector{options.data.length} : command.lengths;
  spandrop::nn::set_threads(command.threads);
  FindAnimalsTask task(options);
  spandrop::nn::copy_tensors(file, task.weights());
  for (const std::int64_t length : lengths) {
    fmt::print("test error {:.2f} % at length {}\n", task.test_error(length), length);
  }
}

}  // namespace

void add_find_animals_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("findanimals", kAboutFindAnimals);
  command->require_subcommand(1);

  CLI::App* training = command->add_subcommand("train", kAboutFindAnimalsTrain);
  const auto train_command = std::make_shared<TrainCommand>();
  training
      ->add_option(
          "-o,--output", train_command->directory,
          "Directory for weights, metrics and results; rerun to resume after an interruption")
      ->required()
      ->type_name("DIRECTORY");
  training
      ->add_option("--config", train_command->config,
                   "Settings as JSON; command-line options take precedence")
      ->type_name("FILE");
  training->add_flag("-q,--quiet", train_command->quiet, "Do not show progress");
  add_settings(*training, Options{}, train_command->given);
  training->callback([train_command] { train(*train_command); });
  training->footer(
      "Examples:\n"
      "  spandrop findanimals train --length 100 --method beta -o runs/beta\n"
      "      Train on strings of 100 letters with Beta-SpanDrop.\n"
      "  tensorboard --logdir runs\n"
      "      Show the learning curves.");

  CLI::App* testing = command->add_subcommand("eval", kAboutFindAnimalsEval);
  const auto eval_command = std::make_shared<EvalCommand>();
  testing
      ->add_option("directory", eval_command->directory,
                   "Output directory of a finished training run")
      ->required();
  testing
      ->add_option("--weights", eval_command->weights,
                   "Weights to test: of the last step, or of the step with the lowest dev error")
      ->check(CLI::IsMember({"last", "best"}))
      ->capture_default_str();
  testing
      ->add_option("--lengths", eval_command->lengths,
                   "Lengths of the test strings; by default the length of training")
      ->delimiter(',');
  testing->add_option("--threads", eval_command->threads, "Number of threads")
      ->type_name("N")
      ->check(whole_number(1, spandrop::nn::kMostThreads))
      ->capture_default_str();
  testing->callback([eval_command] { evaluate(*eval_command); });
}
