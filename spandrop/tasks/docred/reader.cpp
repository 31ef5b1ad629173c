#include "spandrop/tasks/docred/reader.h"

#include <utility>

#include "spandrop/tasks/files/file_walk.h"

namespace spandrop::docred {
namespace {

class Reader {
 public:
  Reader(std::string_view json, const ReadOptions& options)
      : walk_(json, options), check_places_(options.check_places) {}

  tl::expected<Dataset, ReadError> read();

 private:
  Document document(json::value value, const JsonPath& path);
  std::vector<std::string> sentence(json::value value, const JsonPath& path);
  Entity entity(json::value value, const JsonPath& path);
  Mention mention(json::value value, const JsonPath& path);
  Range tokens(json::value value, const JsonPath& path);
  Fact fact(json::value value, const JsonPath& path);

  FileWalk walk_;
  bool check_places_;
};

tl::expected<Dataset, ReadError> Reader::read() {
  return read_content<Dataset>(walk_, [&](json::value file, Dataset& dataset) {
    dataset.documents_at = walk_.records(
        file, {}, dataset.documents,
        [&](json::value element, const JsonPath& path) { return document(element, path); });
    dataset.skipped = walk_.take_skipped();
  });
}

void check_mention(const Mention& mention, const Document& document, const JsonPath& path) {
  const auto& sentences = document.sentences;
  below(mention.sentence, sentences.size(), "sentences", {.parent = &path, .field = "sent_id"});
  const std::size_t length = sentences[mention.sentence].size();
  if (mention.tokens.begin >= mention.tokens.end || mention.tokens.end > length) {
    throw BadValue({.parent = &path, .field = "pos"},
                   "expected a range in the " + std::to_string(length) + " tokens of sentence " +
                       std::to_string(mention.sentence) + ", got " +
                       std::to_string(mention.tokens.begin) + " to " +
                       std::to_string(mention.tokens.end));
  }
}

// Runs when the whole document has been read, because members may come in any order.
void check(const Document& document, bool check_places, const JsonPath& path) {
  for (std::size_t i = 0; i < document.entities.size(); ++i) {
    const JsonPath entity{.parent = &path, .field = "vertexSet", .item = i};
    const std::vector<Mention>& mentions = document.entities[i].mentions;
    for (std::size_t k = 0; k < mentions.size(); ++k) {
      check_mention(mentions[k], document, {.parent = &entity, .item = k});
    }
  }
  for (std::size_t i = 0; i < document.facts.size(); ++i) {
    const JsonPath at{.parent = &path, .field = "labels", .item = i};
    const Fact& fact = document.facts[i];
    below(fact.head, document.entities.size(), "entities", {.parent = &at, .field = "h"});
    below(fact.tail, document.entities.size(), "entities", {.parent = &at, .field = "t"});
    for (std::size_t k = 0; check_places && k < fact.evidence.size(); ++k) {
      below(fact.evidence[k], document.sentences.size(), "sentences",
            {.parent = &at, .field = "evidence", .item = k});
    }
  }
}

Document Reader::document(json::value value, const JsonPath& path) {
  Document document;
  const auto title = [&](json::value member, const JsonPath& at) {
    document.title = walk_.text(member, at, &document.title_at);
    walk_.once(document.title, at);
  };
  const auto sentences = [&](json::value member, const JsonPath& at) {
    document.sentences_at = walk_.array(member, at, [&](json::value element, auto i) {
      document.sentences.push_back(sentence(element, {.parent = &at, .item = i}));
    });
  };
  const auto entities = [&](json::value member, const JsonPath& at) {
    document.entities_at = walk_.array(member, at, [&](json::value element, auto i) {
      document.entities.push_back(entity(element, {.parent = &at, .item = i}));
    });
  };
  const auto facts = [&](json::value member, const JsonPath& at) {
    document.facts_at = walk_.array(member, at, [&](json::value element, auto i) {
      document.facts.push_back(fact(element, {.parent = &at, .item = i}));
    });
  };
  walk_.object(value, path, Member{"title", title}, Member{"sents", sentences},
               Member{"vertexSet", entities}, optional_member("labels", facts));
  check(document, check_places_, path);
  return document;
}

std::vector<std::string> Reader::sentence(json::value value, const JsonPath& path) {
  std::vector<std::string> tokens;
  walk_.array(value, path, [&](json::value element, auto i) {
    tokens.push_back(walk_.text(element, {.parent = &path, .item = i}));
  });
  return tokens;
}

Entity Reader::entity(json::value value, const JsonPath& path) {
  Entity entity;
  entity.mentions_at = walk_.array(value, path, [&](json::value element, auto i) {
    entity.mentions.push_back(mention(element, {.parent = &path, .item = i}));
  });
  if (entity.mentions.empty()) throw BadValue(path, "expected at least one mention, got none");
  return entity;
}

Mention Reader::mention(json::value value, const JsonPath& path) {
  Mention mention;
  const auto read_text = [&](std::string& into) {
    return [this, &into](json::value member, const JsonPath& at) { into = walk_.text(member, at); };
  };
  const auto sentence = [&](json::value member, const JsonPath& at) {
    mention.sentence = walk_.number(member, at, &mention.sentence_at);
  };
  const auto pos = [&](json::value member, const JsonPath& at) {
    mention.tokens = tokens(member, at);
  };
  const auto global_pos = [&](json::value member, const JsonPath& at) {
    mention.global_tokens_at = walk_.numbers(member, at, mention.global_tokens);
  };
  const auto index = [&](json::value member, const JsonPath& at) {
    mention.index = walk_.text(member, at, &mention.index_at);
  };
  walk_.object(value, path, Member{"name", read_text(mention.name)},
               Member{"type", read_text(mention.type)}, Member{"sent_id", sentence},
               Member{"pos", pos}, optional_member("global_pos", global_pos),
               optional_member("index", index));
  return mention;
}

Range Reader::tokens(json::value value, const JsonPath& path) {
  std::vector<std::size_t> ends;
  walk_.numbers(value, path, ends);
  if (ends.size() != 2) {
    throw BadValue(path,
                   "expected [begin, end], got an array of length " + std::to_string(ends.size()));
  }
  return {ends[0], ends[1]};
}

Fact Reader::fact(json::value value, const JsonPath& path) {
  Fact fact;
  const auto head = [&](json::value member, const JsonPath& at) {
    fact.head = walk_.number(member, at, &fact.head_at);
  };
  const auto tail = [&](json::value member, const JsonPath& at) {
    fact.tail = walk_.number(member, at, &fact.tail_at);
  };
  const auto relation = [&](json::value member, const JsonPath& at) {
    fact.relation = walk_.text(member, at);
  };
  const auto evidence = [&](json::value member, const JsonPath& at) {
    fact.evidence_at = walk_.numbers(member, at, fact.evidence);
  };
  walk_.object(value, path, Member{"h", head}, Member{"t", tail}, Member{"r", relation},
               Member{"evidence", evidence});
  return fact;
}

}  // namespace

tl::expected<Dataset, ReadError> read(std::string_view json, const ReadOptions& options) {
  return Reader(json, options).read();
}

}  // namespace spandrop::docred
