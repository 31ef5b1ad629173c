"""Examples that are packed: several sequences in one row, with their positions or lengths in columns of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
from numpy.typing import NDArray

from spandrop._core.ranges import Numbers, offsets_of
from spandrop.torch._examples import Columns, Flat, like, numbers

POSITIONS, LENGTHS = "position_ids", "seq_lengths"
_OF_BATCHES = ("cu_seq_lens_q", "cu_seq_lens_k", "max_length_q", "max_length_k")


def moved(columns: Columns, sources: Numbers, offsets: Numbers, ignored: Sequence[str], flat: bool) -> dict[str, Any]:
    """The columns of packed examples after a drop, except those to be `ignored`."""
    for name in _OF_BATCHES:
        if name in columns and name not in ignored:
            raise ValueError(
                f"[SpanDropCollator] expected examples without {name}, which a drop makes wrong; use padding=False to "
                "compute it after the drop"
            )
    made: dict[str, Any] = {}
    if POSITIONS in columns and POSITIONS not in ignored:
        new = Flat(_moved_positions(columns, sources), offsets)
        old = columns.values(POSITIONS)
        made[POSITIONS] = new if flat else [like(value, row) for value, row in zip(old, new.cut())]
    if LENGTHS in columns and LENGTHS not in ignored:
        made[LENGTHS] = _moved_lengths(columns, sources)
    return made


def starts(positions: Numbers, offsets: Numbers) -> NDArray[numpy.bool_]:
    """Which tokens start a sequence: the first of an example, and those whose position is not above the one before."""
    found = numpy.ones(len(positions), bool)
    found[1:] = positions[1:] <= positions[:-1]
    found[offsets[:-1][numpy.diff(offsets) > 0]] = True
    return found


def lengths_within(values: Any, sizes: Numbers) -> Flat:
    """The lengths of packed sequences, which must add up to the tokens of each example."""
    flat = numbers(values, LENGTHS)
    sums = numpy.diff(numpy.append(0, numpy.cumsum(flat.values))[flat.offsets])
    wrong = numpy.flatnonzero(sums != sizes)
    if len(wrong) or (flat.values < 0).any():
        row = wrong[0] if len(wrong) else numpy.searchsorted(flat.offsets, numpy.argmin(flat.values), "right") - 1
        raise ValueError(
            f"[SpanDropCollator] example {row}: expected {LENGTHS} that add up to {sizes[row]} tokens, got "
            f"{list(map(int, values[row]))}"
        )
    return flat


def _moved_positions(columns: Columns, sources: Numbers) -> Numbers:
    """Positions that count up in each sequence again."""
    old = columns.beside_tokens(POSITIONS)
    begins = starts(old, columns.offsets)
    has_gap = ~begins
    has_gap[1:] &= old[1:] != old[:-1] + 1
    attended = columns.flags("attention_mask")
    wrong = numpy.flatnonzero(has_gap if attended is None else has_gap & attended)
    if len(wrong):
        place = wrong[0]
        row = numpy.searchsorted(columns.offsets, place, "right") - 1
        raise ValueError(
            f"[SpanDropCollator] example {row}: expected {POSITIONS} that count up by 1 in each packed sequence, got "
            f"{old[place]} after {old[place - 1]}; add {POSITIONS} to parallel= to keep the old positions"
        )
    sequence = (numpy.cumsum(begins) - 1)[sources]
    first = numpy.flatnonzero(numpy.diff(sequence, prepend=-1))  # the first remaining token of each sequence
    rank = numpy.arange(len(sources)) - numpy.repeat(first, numpy.diff(numpy.append(first, len(sources))))
    return old[numpy.flatnonzero(begins)[sequence]] + rank


def _moved_lengths(columns: Columns, sources: Numbers) -> list[Any]:
    """The remaining length of each sequence. Sequences that became empty are removed."""
    old = columns.values(LENGTHS)
    flat = lengths_within(old, columns.sizes)
    left = numpy.diff(numpy.searchsorted(sources, offsets_of(flat.values)))
    return [like(value, row[row > 0]) for value, row in zip(old, Flat(left, flat.offsets).cut())]
