#include "tests/text/corpus.h"
#include "tests/source_directory.h"

#include <simdjson.h>

#include <cstdlib>
#include <filesystem>

namespace spandrop::test {
namespace {

using simdjson::dom::element;

std::string joined(element list, const char* between) {
  std::string text;
  for (const element item : list.get_array()) {
    if (!text.empty()) text += between;
    text += std::string_view(item);
  }
  return text;
}

void read_squad(element root, std::vector<std::string>& texts) {
  for (const element article : root["data"].get_array()) {
    for (const element paragraph : article["paragraphs"].get_array()) {
      texts.emplace_back(std::string_view(paragraph["context"]));
    }
  }
}

void read_hotpotqa(element root, std::vector<std::string>& texts) {
  for (const element question : root.get_array()) {
    for (const element paragraph : question["context"].get_array()) {
      texts.push_back(joined(paragraph.at(1), ""));
    }
  }
}

void read_multirc(element root, std::vector<std::string>& texts) {
  for (const element item : root["data"].get_array()) {
    texts.emplace_back(std::string_view(item["paragraph"]["text"]));
  }
}

void read_docred(element root, std::vector<std::string>& texts) {
  for (const element document : root.get_array()) {
    std::string text;
    for (const element sentence : document["sents"].get_array()) {
      text += joined(sentence, " ") + "\n";
    }
    texts.push_back(std::move(text));
  }
}

struct Source {
  const char* name;
  std::vector<const char*> files;
  void (*read)(element, std::vector<std::string>&);
};

const std::vector<Source> sources = {
    {"squad", {"squad/train-v1.1.json", "squad/dev-v1.1.json"}, read_squad},
    {"hotpotqa",
     {"hotpotqa/hotpot_train_distractor_subset.json", "hotpotqa/hotpot_dev_distractor_subset.json"},
     read_hotpotqa},
    {"multirc", {"multirc/train_456-fixedIds.json", "multirc/dev_83-fixedIds.json"}, read_multirc},
    {"docred",
     {"docred/docred_hwe_dev_699.json", "docred/redocred_dev_revised.json"},
     read_docred}};

}  // namespace

std::string data_file(const std::string& name) {
  const char* set = std::getenv("SPANDROP_DATA");
  return (set ? set : source_directory() + "/../shared/data") + "/" + name;
}

Corpus read_corpus(const std::string& name) {
  Corpus corpus;
  for (const Source& source : sources) {
    if (source.name != name) continue;
    for (const char* file : source.files) {
      const std::string path = data_file(file);
      if (!std::filesystem::exists(path)) return {{}, path};
      simdjson::dom::parser parser;
      source.read(parser.load(path), corpus.texts);
    }
  }
  return corpus;
}

}  // namespace spandrop::test
