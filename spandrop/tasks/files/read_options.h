// How the official file of a data set is read, and how an error in it is reported.
#pragma once

#include <string>

namespace spandrop {

struct ReadOptions {
  // Leave out and list what is wrong instead of stopping: a question or, if more than one is
  // affected, their paragraph, article or document.
  bool skip_bad = false;
  // Whether answers, supporting facts and evidence must be found in the text. Scores compare only
  // labels, so they do not need this.
  bool check_places = true;
};

// What is wrong with a file.
struct ReadError {
  std::string path;    // inside the file, such as data[3].paragraphs[0].qas[2].answers[0].text
  std::string reason;  // what was expected, and what was found

  std::string message() const { return path.empty() ? reason : path + ": " + reason; }
};

}  // namespace spandrop
