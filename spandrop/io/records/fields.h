// The names of a record's fields. An empty name: no such field.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spandrop {

struct Fields {
  // An array that is shortened with the tokens.
  struct Parallel {
    std::string name;
    bool required = true;  // a record without it is an error
  };

  std::string text = "text";                // the sequence: a string
  std::string tokens = "tokens";            // or an array
  std::string id = "id";                    // a string or a number
  std::string annotations = "annotations";  // [{"begin": b, "end": e, ...}, ...]
  std::string never_drop = "protected";     // [[b, e], ...]
  std::string spans = "spans";              // [[b, e], ...]
  std::string question = "question";        // a string, for adaptive spans
  std::string answers;                      // {"text": [...], "answer_start": [...]}
  std::string tags;                         // ["B-PER", "I-PER", "O", ...], one per token
  std::string never_drop_mask;              // [0, 1, ...], one per token; 1: never dropped
  std::string view;                         // receives the number of the view; must be new
  std::vector<Parallel> parallel;
  // The tokens are turns of a chat. System turns and the assistant's last turn are never dropped.
  bool chat = false;
};

// The names that fields_of_schema accepts.
const std::vector<std::string>& schema_names();

// The fields of a common format. Throws std::invalid_argument for an unknown name.
Fields fields_of_schema(std::string_view name);

}  // namespace spandrop
