"""Ranges of tokens in the rows of a batch, stored in arrays."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spandrop._core import labels

Numbers = NDArray[numpy.int64]


class Ranges(NamedTuple):
    """Range i covers the tokens [begins[i], ends[i]) of row rows[i]."""

    rows: Numbers
    begins: Numbers
    ends: Numbers

    def column(self, count: int) -> tuple[tuple[Numbers, Numbers, Numbers], Numbers]:
        """The ranges sorted by row, as the C++ code expects them, and the old index of each."""
        order = numpy.argsort(self.rows, kind="stable")
        sizes = numpy.bincount(self.rows, minlength=count)
        return (offsets_of(sizes), self.begins[order], self.ends[order]), order


NONE = Ranges(*3 * [numpy.empty(0, "i8")])


def offsets_of(sizes: Any) -> Numbers:
    """The offsets of consecutive rows with these sizes.

    >>> offsets_of([2, 0, 3])
    array([0, 2, 2, 5])
    """
    return numpy.concatenate([[0], numpy.cumsum(sizes)]).astype("i8")


def cut(values: NDArray[Any], offsets: Numbers) -> list[NDArray[Any]]:
    """Split values into rows. numpy.split takes ten times as long for short rows."""
    return [values[begin:end] for begin, end in itertools.pairwise(offsets.tolist())]


def join(parts: Sequence[Ranges]) -> Ranges:
    """The ranges of all parts, in order."""
    return Ranges(*(numpy.concatenate([part[i] for part in parts]) for i in range(3)))


def runs(ids: Numbers, offsets: Numbers) -> Ranges:
    """The ranges of adjacent tokens with the same id. A negative id belongs to no range.

    >>> runs(numpy.array([4, 4, -1, 0, 0]), numpy.array([0, 4, 5]))
    Ranges(rows=array([0, 0, 1]), begins=array([0, 3, 0]), ends=array([2, 4, 1]))
    """
    begins_run = numpy.ones(len(ids), dtype=bool)
    begins_run[1:] = ids[1:] != ids[:-1]
    begins_run[offsets[:-1][offsets[:-1] < len(ids)]] = True
    begins = numpy.flatnonzero(begins_run)
    ends = numpy.append(begins[1:], len(ids))
    counts = ids[begins] >= 0
    begins, ends = begins[counts], ends[counts]
    rows = numpy.searchsorted(offsets, begins, side="right") - 1
    return Ranges(rows, begins - offsets[rows], ends - offsets[rows])


def from_lists(column: Iterable[Iterable[Any] | None], name: str) -> Ranges:
    """The ranges in lists of pairs or of mappings with begin and end. None counts as an empty list."""
    found = [
        (row, begin, end)
        for row, listed in enumerate(column)
        for begin, end in labels.ranges(() if listed is None else listed, f"[SpanDropCollator] example {row}: {name}")
    ]
    try:
        table = numpy.array(
            [(row, operator.index(begin), operator.index(end)) for row, begin, end in found], dtype="i8"
        )
    except (TypeError, OverflowError):
        raise ValueError(
            f"[SpanDropCollator] expected begin and end of {name} to be integers, "
            f"got {next(pair for _, *pair in found if not _are_places(pair))}"
        ) from None
    table = table.reshape(-1, 3)
    return Ranges(*(numpy.ascontiguousarray(table[:, i]) for i in range(3)))


def _are_places(pair: Sequence[Any]) -> bool:
    return all(hasattr(place, "__index__") and abs(operator.index(place)) < 2**63 for place in pair)
