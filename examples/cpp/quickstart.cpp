// Drops sentences from a text and updates the position of a label.
#include <iostream>
#include <string>

#include "spandrop/spandrop.h"

int main() {
  const std::string text =
      "The ferry was late. A deckhand saw the crack. Ines Calloway called the divers. "
      "It rained. The ramp was closed.";
  const spandrop::Range answer{46, 59};  // bytes of "Ines Calloway"

  const spandrop::Spans spans = spandrop::sentences(text);
  const spandrop::Key key{.seed = 7, .view = 0, .id = spandrop::id_of("ferry")};
  const spandrop::KeepMask keep = spandrop::draw(key, spans.size(), {.law = {.rate = 0.4}});

  const spandrop::Remap remap(spans, keep);
  const auto [now, fate] = remap.move(answer);
  const std::string shorter = spandrop::drop(text, spans, keep);
  std::cout << keep.count() << " of " << spans.size() << " sentences: " << shorter << "\n"
            << "answer: " << shorter.substr(now.begin, now.size()) << "\n";
  if (fate == spandrop::Fate::gone) std::cout << "it is gone\n";

  const spandrop::Forecast forecast = spandrop::forecast({.rate = 0.4, .gamma = 1}, 5, 1);
  std::cout << "theory: the answer survives with probability " << forecast.p_support_kept << "\n";
}
