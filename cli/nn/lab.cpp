#include "cli/nn/lab.h"

#include <signal.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>

#include "cli/nn/lab_run.h"
#include "spandrop/lab/job.h"

namespace {

// The parent asks with SIGTERM to save and end.
void run_job(const std::string& directory) {
  sigset_t terminate;
  sigemptyset(&terminate);
  sigaddset(&terminate, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &terminate, nullptr);  // in the threads that libtorch starts, too
  static std::stop_source stop;
  std::thread([terminate] {
    int signal = 0;
    sigwait(&terminate, &signal);
    stop.request_stop();
  }).detach();
  spandrop::lab::carry_out(directory, stop.get_token());
}

}  // namespace

void add_lab_command(CLI::App& app) {
  CLI::App* lab =
      app.add_subcommand("lab", "Run experiments that are written as files, and report on them");
  lab->require_subcommand(1);
  add_lab_run_command(*lab);

  CLI::App* job = lab->add_subcommand("job", "");
  job->group("");  // hidden: `lab run` starts it
  const auto directory = std::make_shared<std::string>();
  job->add_option("directory", *directory)->required();
  job->callback([directory] { run_job(*directory); });
}
