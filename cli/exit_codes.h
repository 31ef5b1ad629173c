// How `spandrop` ends; docs/drop.md tells users.
#pragma once

enum ExitCode {
  kExitOk = 0,
  kExitFile = 1,       // a file could not be read or written
  kExitUsage = 2,      // the command line is wrong
  kExitBadRecord = 3,  // a record is wrong, and --bad skip was not given
  kExitInterrupted = 130,
};
