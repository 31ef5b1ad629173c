// Tokenises a question and a context as a pair, truncated to 16 tokens. Usage: wordpiece VOCABULARY
#include <iostream>
#include <string>

#include "spandrop/io/files/vocabulary_file.h"
#include "spandrop/text/wordpiece.h"

int main(int, char** argv) {
  const spandrop::WordPiece model(spandrop::read_vocabulary(argv[1]));
  const std::string question = "Was the ferry late?";
  const std::string context = "The ferry was late. A deckhand saw the crack.";

  spandrop::Tokens tokens;
  model.encode_pair(
      question, context,
      {.unit = spandrop::Unit::byte, .truncation = spandrop::Truncation{.max_length = 16}}, tokens);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto [begin, end] = tokens.offsets[i];
    const std::string& text = tokens.type_ids[i] == 0 ? question : context;
    std::cout << tokens.ids[i] << ":" << text.substr(begin, end - begin) << " ";
  }
  std::cout << "\n";
}
