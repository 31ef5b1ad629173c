// Drops sentences from every record of a file, like `spandrop drop`, and prints a summary.
// Usage: corpus IN OUT
#include <iostream>

#include "spandrop/io/records/drop_file.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  spandrop::RecordOptions options;
  options.spans = spandrop::SpanRule("sentence");
  options.draw.law = {.rate = 0.1, .gamma = 1};
  options.protect = spandrop::Protect::annotations;
  try {
    const spandrop::Summary summary =
        spandrop::drop_files({argv[1]}, argv[2], options, {.threads = 2});
    std::cout << summary.records << " records, " << summary.spans_dropped << " of " << summary.spans
              << " spans dropped\n";
  } catch (const spandrop::BadRecordError& error) {
    std::cerr << error.record.message() << "\n";
    return 1;
  }
}
