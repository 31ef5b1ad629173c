// `spandrop lab report`: results as a page, by the Python program beside the lab.
#pragma once

namespace CLI {
class App;
}

void add_lab_report_command(CLI::App& lab);
