// What a record holds: the names of its fields, and the names of its tags.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace spandrop {

// The names of a record's fields. An empty name: no such field.
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
  // The names of all tags in the order of their numbers, for tags that are numbers.
  std::vector<std::string> tag_names;
  // The tokens are turns of a chat. System turns and the assistant's last turn are never dropped; a
  // tool call and its results are one span.
  bool chat = false;
};

// Lists the names with what users call the field and a description. The description is empty if
// only a schema can name the field. The command line and the JSON of options use this list.
void visit_fields(auto& fields, auto&& visit)
  requires std::is_same_v<std::remove_cvref_t<decltype(fields)>, Fields>
{
  visit("text", fields.text, "The text");
  visit("tokens", fields.tokens, "The tokens");
  visit("id", fields.id, "The id; draws depend on it");
  visit("annotations", fields.annotations, "The annotations");
  visit("protected", fields.never_drop, "The ranges that are never dropped");
  visit("spans", fields.spans, "The spans, for --spans field");
  visit("question", fields.question, "The question, for --spans adaptive");
  visit("answers", fields.answers, "Answers in SQuAD's format");
  visit("tags", fields.tags, "Tags of entities (BIO, BIOES or BILOU), one per token");
  visit("never_drop", fields.never_drop_mask, "");
  visit("view", fields.view, "Add a field with this name that holds the number of the view");
}

// The names that fields_of_schema accepts.
const std::vector<std::string>& schema_names();

// The fields of a common format. Throws std::invalid_argument for an unknown name.
Fields fields_of_schema(std::string_view name);

}  // namespace spandrop
