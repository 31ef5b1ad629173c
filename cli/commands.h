// The subcommands of `spandrop`, one source file each. Parsing a subcommand runs it.
#pragma once

namespace CLI {
class App;
}

// Augments a corpus.
void add_drop_command(CLI::App& app);
// Checks an augmented file; sets the exit code.
void add_verify_command(CLI::App& app, int& exit_code);
// Computes the official scores of predictions.
void add_score_command(CLI::App& app);
// Predicts the effect of a rate and gamma in closed form.
void add_theory_command(CLI::App& app);
// Counts the spans and supporting facts of a data set.
void add_stats_command(CLI::App& app);
// Turns texts into token ids and offsets.
void add_tokenize_command(CLI::App& app);
// Generates the paper's synthetic benchmark. Its train and eval run in spandrop-nn, which receives
// the command line `argv`.
void add_find_animals_command(CLI::App& app, char** argv);
