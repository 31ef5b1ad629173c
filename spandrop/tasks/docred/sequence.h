// DocRED's documents as token sequences, one per head entity:
// [CLS] head [SEP] sentence [SEP] sentence [SEP] ...
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "spandrop/tasks/docred/reader.h"
#include "spandrop/tasks/sequences/token_sequence.h"

namespace spandrop::docred {

// A fact of the head entity. `tail` is the number of an entity; `evidence` are spans.
struct HeadFact {
  std::size_t tail = 0;
  std::string relation;
  std::vector<std::size_t> evidence;
};

struct Sequence : TokenSequence {
  std::size_t head = 0;
  // The tokens of each mention of each entity. The file gives them in words of a sentence. A
  // mention is left out if WordPiece produces no token for it.
  std::vector<std::vector<Range>> mentions;
  std::vector<HeadFact> facts;
};

// A sentence with its [SEP] is a span. The evidence of the head's facts is the support; the
// sentences that hold the only mentions of a fact's entities are needed too.
Sequence make_sequence(const Document& document, std::size_t head, const TextEncoder& encoder);

}  // namespace spandrop::docred
