// How the official file of a data set is read, and how an error in it is reported.
#pragma once

#include <string>

namespace spandrop {

struct ReadOptions {
  // Skip and list invalid parts instead of stopping: a question or, if several are affected, their
  // paragraph, article or document.
  bool skip_bad = false;
  // Whether answers, supporting facts and evidence must exist in the text. Scoring compares only
  // labels, so it does not need this.
  bool check_places = true;
};

// What is wrong with a file.
struct ReadError {
  std::string path;    // inside the file, such as data[3].paragraphs[0].qas[2].answers[0].text
  std::string reason;  // what was expected, and what was found

  std::string message() const { return path.empty() ? reason : path + ": " + reason; }
};

}  // namespace spandrop
