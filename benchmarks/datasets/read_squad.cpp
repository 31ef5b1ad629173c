// Reads and indexes a SQuAD file, and prints the number of articles, paragraphs, questions and
// answers.
#include <cstdio>

#include "spandrop/tasks/files/padded_file.h"
#include "spandrop/tasks/squad/reader.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const spandrop::PaddedFile file(argv[1]);
  const auto dataset = spandrop::squad::read(file.text());
  if (!dataset) return 1;
  std::size_t paragraphs = 0, questions = 0, answers = 0;
  for (const auto& article : dataset->articles) {
    paragraphs += article.paragraphs.size();
    for (const auto& paragraph : article.paragraphs) {
      questions += paragraph.questions.size();
      for (const auto& question : paragraph.questions) answers += question.answers.size();
    }
  }
  std::printf("%zu %zu %zu %zu\n", dataset->articles.size(), paragraphs, questions, answers);
}
