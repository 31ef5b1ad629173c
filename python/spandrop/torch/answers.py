"""The answers of examples, and annotations at their new places."""

from __future__ import annotations

import operator
from typing import Any

import numpy

from spandrop import labels
from spandrop.ranges import NONE, Numbers, Ranges
from spandrop.torch.examples import Columns
from spandrop.torch.left import Flags


def answers_of(columns: Columns) -> Ranges:
    """The answer of each example, if they have one."""
    if not {"start_positions", "end_positions"} & columns.names:
        return NONE
    try:
        starts, ends = (numpy.fromiter(map(_whole_number, columns.values(name)), "i8", len(columns))
                        for name in ("start_positions", "end_positions"))
    except (TypeError, OverflowError) as error:
        raise ValueError(f"[SpanDropCollator] expected start_positions and end_positions to be whole numbers: {error}") from None
    wrong = numpy.flatnonzero((starts < 0) | (ends < starts) | (ends >= columns.sizes))
    if len(wrong):
        row = wrong[0]
        raise ValueError(f"[SpanDropCollator] example {row}: expected an answer within {columns.sizes[row]} tokens, got "
                         f"start_positions {starts[row]} and end_positions {ends[row]}; one that was cut off is at 0, 0")
    return Ranges(numpy.arange(len(columns)), starts, ends + 1)


def moved(listed: list[Any], begins: Numbers, ends: Numbers, stays: Flags) -> list[Any]:
    """The annotations that stay, at their new places."""
    places = iter(zip(begins.tolist(), ends.tolist(), stays.tolist()))
    left = []
    for row in listed:
        found = [(one, *next(places)) for one in (() if row is None else row)]
        left.append([labels.moved(one, begin, end) for one, begin, end, stay in found if stay])
    return left


def _whole_number(value: Any) -> int:
    return operator.index(value.item() if hasattr(value, "item") else value)
