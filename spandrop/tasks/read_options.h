// How the official file of a data set is read, and what is told when something in it is wrong.
#pragma once

#include <string>

namespace spandrop {

struct ReadOptions {
  // What is wrong is left out and listed instead of ending the reading: a question, or where it
  // concerns more than one, their paragraph, article or document.
  bool skip_bad = false;
  // Whether answers, supporting facts and evidence must be found in the text. Scores compare labels
  // and never look there.
  bool check_places = true;
};

// What is wrong with a file.
struct ReadError {
  std::string path;    // inside the file, such as data[3].paragraphs[0].qas[2].answers[0].text
  std::string reason;  // what was expected, and what was there

  std::string message() const { return path.empty() ? reason : path + ": " + reason; }
};

}  // namespace spandrop
