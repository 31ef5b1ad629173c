#include "spandrop/lab/run.h"

#include <fmt/format.h>

#include "spandrop/core/key.h"

namespace spandrop::lab {

std::string name_of(const Run& run) {
  Settings counting = run.settings;
  for (const char* name : {"device", "threads", "checkpoint_every"}) counting.erase(name);
  const std::string_view kind = names_of(run.kind)[std::size_t(run.kind)];
  const ExampleId hash = content_id(fmt::format("{}\n{}", kind, to_json(counting)));
  return fmt::format("{}-{:016x}", label_of(run.kind, run.settings), hash.low);
}

}  // namespace spandrop::lab
