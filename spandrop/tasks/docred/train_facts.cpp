#include "spandrop/tasks/docred/train_facts.h"

#include <string>
#include <vector>

#include "spandrop/tasks/files/file_walk.h"

namespace spandrop::docred {
namespace {

// 0xFF never occurs in valid UTF-8.
ExampleId fact_id(std::string_view head, std::string_view tail, std::string_view relation) {
  std::string name(head);
  name.append("\xFF").append(tail).append("\xFF").append(relation);
  return id_of(name);
}

using Names = std::vector<std::string>;  // of the mentions of an entity

struct Label {
  std::size_t head = 0;
  std::size_t tail = 0;
  std::string relation;
};

Names names(FileWalk& walk, json::value entity, const JsonPath& path) {
  Names names;
  const auto name = [&](json::value member, const JsonPath& at) {
    names.push_back(walk.text(member, at));
  };
  walk.array(entity, path, [&](json::value mention, auto i) {
    walk.object(mention, {.parent = &path, .item = i}, Member{"name", name});
  });
  return names;
}

Label label(FileWalk& walk, json::value value, const JsonPath& path) {
  Label label;
  const auto read_number = [&](std::size_t& into) {
    return [&](json::value member, const JsonPath& at) { into = walk.number(member, at); };
  };
  const auto relation = [&](json::value member, const JsonPath& at) {
    label.relation = walk.text(member, at);
  };
  walk.object(value, path, Member{"h", read_number(label.head)},
              Member{"t", read_number(label.tail)}, Member{"r", relation});
  return label;
}

void read_document(FileWalk& walk, json::value document, const JsonPath& path, TrainFacts& facts) {
  std::vector<Names> entities;
  std::vector<Label> labels;
  const auto read_entities = [&](json::value member, const JsonPath& at) {
    walk.array(member, at, [&](json::value element, auto i) {
      entities.push_back(names(walk, element, {.parent = &at, .item = i}));
    });
  };
  const auto read_labels = [&](json::value member, const JsonPath& at) {
    walk.array(member, at, [&](json::value element, auto i) {
      labels.push_back(label(walk, element, {.parent = &at, .item = i}));
    });
  };
  walk.object(document, path, Member{"vertexSet", read_entities}, Member{"labels", read_labels});

  for (std::size_t i = 0; i < labels.size(); ++i) {
    const JsonPath at{.parent = &path, .field = "labels", .item = i};
    below(labels[i].head, entities.size(), "entities", {.parent = &at, .field = "h"});
    below(labels[i].tail, entities.size(), "entities", {.parent = &at, .field = "t"});
    for (const std::string& head : entities[labels[i].head]) {
      for (const std::string& tail : entities[labels[i].tail]) {
        facts.insert(head, tail, labels[i].relation);
      }
    }
  }
}

}  // namespace

void TrainFacts::insert(std::string_view head, std::string_view tail, std::string_view relation) {
  facts_.insert(fact_id(head, tail, relation));
}

bool TrainFacts::contains(std::string_view head, std::string_view tail,
                          std::string_view relation) const {
  return facts_.contains(fact_id(head, tail, relation));
}

tl::expected<TrainFacts, ReadError> read_train_facts(std::string_view json) {
  FileWalk walk(json, {});
  return read_content<TrainFacts>(walk, [&](json::value file, TrainFacts& facts) {
    walk.array(file, {}, [&](json::value element, auto i) {
      read_document(walk, element, {.item = i}, facts);
    });
  });
}

}  // namespace spandrop::docred
