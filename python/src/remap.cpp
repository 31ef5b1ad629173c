#include "spandrop/core/remap.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "python/src/arrays.h"
#include "python/src/bindings.h"
#include "python/src/convert.h"
#include "spandrop/drop/summary.h"

namespace spandrop::python {
namespace {

Array<std::int64_t> old_to_new(const Remap& remap) {
  std::vector<std::int64_t> positions;
  positions.reserve(remap.old_length());
  std::size_t begin = 0;
  for (const Piece& piece : remap.pieces()) {
    for (std::size_t i = 0; i < piece.old.size(); ++i) {
      positions.push_back(piece.kept ? static_cast<std::int64_t>(begin + i) : -1);
    }
    begin += piece.size;
  }
  return to_array(std::move(positions));
}

// The old position of each new one; -1 for masks unless `with_masked`.
std::vector<std::int64_t> sources(const Remap& remap, bool with_masked) {
  std::vector<std::int64_t> positions;
  positions.reserve(remap.new_length());
  for (const Piece& piece : remap.pieces()) {
    for (std::size_t i = 0; i < piece.size; ++i) {
      const bool told = piece.kept || with_masked;
      positions.push_back(told ? static_cast<std::int64_t>(piece.old.begin + i) : -1);
    }
  }
  return positions;
}

// A position, or the end, mapped to the other sequence.
template <class Move>
std::optional<std::size_t> moved(nb::handle position, std::size_t length, std::size_t other_length,
                                 Move move) {
  const std::uint64_t place = whole_number(position, "position");
  if (place > length) {
    throw nb::index_error(("position: expected one of 0 to " + std::to_string(length) + ", got " +
                           std::to_string(place))
                              .c_str());
  }
  return place == length ? other_length : move(place);
}

// A pickled piece: where the old piece ends, then `kept`, `size` and `by_element`.
using PieceState = std::tuple<std::size_t, bool, std::size_t, bool>;

std::vector<PieceState> state_of(const Remap& remap) {
  std::vector<PieceState> state;
  for (const Piece& piece : remap.pieces())
    state.emplace_back(piece.old.end, piece.kept, piece.size, piece.by_element);
  return state;
}

Remap remap_of(const std::vector<PieceState>& state) {
  std::vector<Piece> pieces;
  std::size_t begin = 0;
  for (const auto& [end, kept, size, by_element] : state) {
    if (end < begin || ((kept || by_element) && size != end - begin))
      throw std::invalid_argument("[Offsets] expected the state of Offsets");
    pieces.push_back({{begin, end}, kept, size, by_element});
    begin = end;
  }
  return Remap(std::move(pieces));
}

}  // namespace

void bind_remap(nb::module_& module) {
  module.attr("FATES") = nb::make_tuple(name_of(Fate::kept), name_of(Fate::shifted),
                                        name_of(Fate::cut), name_of(Fate::gone));
  nb::class_<Remap>(module, "Offsets",
                    "From positions in the old sequence to positions in the new one, and back.")
      .def_prop_ro("old_length", &Remap::old_length)
      .def_prop_ro("new_length", &Remap::new_length)
      .def(
          "to_new",
          [](const Remap& remap, nb::handle position) {
            return moved(position, remap.old_length(), remap.new_length(),
                         [&](std::size_t place) { return remap.to_new(place); });
          },
          nb::arg("position").none(),
          nb::sig("def to_new(self, position: typing.SupportsIndex) -> int | None"),
          "The new position of an old one, or None if it was dropped. The end stays the end.")
      .def(
          "to_old",
          [](const Remap& remap, nb::handle position) {
            return moved(position, remap.new_length(), remap.old_length(),
                         [&](std::size_t place) { return remap.to_old(place); });
          },
          nb::arg("position").none(),
          nb::sig("def to_old(self, position: typing.SupportsIndex) -> int | None"),
          "The old position of a new one, or None if it is a mask. The end stays the end.")
      .def("old_to_new", &old_to_new, "The new position of each old one; -1 if it was dropped.")
      .def(
          "new_to_old", [](const Remap& remap) { return to_array(sources(remap, false)); },
          "The old position of each new one; -1 if it is a mask.")
      .def(
          "sources", [](const Remap& remap) { return to_array(sources(remap, true)); },
          "The old position of each new one; a mask has the position that it replaces.")
      .def("__getstate__", &state_of)
      .def("__setstate__",
           [](Remap& remap, const std::vector<PieceState>& state) {
             new (&remap) Remap(remap_of(state));
           })
      .def("__repr__", [](const Remap& remap) {
        return nb::str(("Offsets(old_length=" + std::to_string(remap.old_length()) +
                        ", new_length=" + std::to_string(remap.new_length()) + ")")
                           .c_str());
      });
}

}  // namespace spandrop::python
