#include "spandrop/io/records/fields.h"

#include <stdexcept>

namespace spandrop {

const std::vector<std::string>& schema_names() {
  static const std::vector<std::string> names = {"squad-hf", "conll", "tokenized", "chat",
                                                 "sharegpt"};
  return names;
}

Fields fields_of_schema(std::string_view name) {
  Fields fields;
  if (name == "squad-hf") {
    fields.text = "context";
    fields.tokens.clear();
    fields.answers = "answers";
  } else if (name == "conll") {
    fields.text.clear();
    fields.tags = "tags";
  } else if (name == "tokenized") {
    fields.text.clear();
    fields.tokens = "input_ids";
    fields.never_drop_mask = "special_tokens_mask";
    fields.parallel = {{"attention_mask", false}, {"token_type_ids", false}};
  } else if (name == "chat") {
    fields.text.clear();
    fields.tokens = "messages";
    fields.chat = true;
  } else if (name == "sharegpt") {
    fields.text.clear();
    fields.tokens = "conversations";
    fields.chat = true;
  } else {
    throw std::invalid_argument(
        "[schema] expected squad-hf, conll, tokenized, chat or sharegpt, got " + std::string(name));
  }
  return fields;
}

}  // namespace spandrop
