"""The answers and replies of examples, and annotations at their new positions."""

from __future__ import annotations

import operator
from typing import Any

import numpy

from spandrop._core import labels
from spandrop._core.ranges import NONE, Numbers, Ranges
from spandrop.torch._batches import IGNORED
from spandrop.torch._examples import Columns
from spandrop.torch._left import Flags


def answers_of(columns: Columns) -> Ranges:
    """The answer of each example, if the examples have answers."""
    if not {"start_positions", "end_positions"} & columns.names:
        return NONE
    try:
        starts, ends = (
            numpy.fromiter(map(_whole_number, columns.values(name)), "i8", len(columns))
            for name in ("start_positions", "end_positions")
        )
    except (TypeError, OverflowError) as error:
        raise ValueError(
            f"[SpanDropCollator] expected start_positions and end_positions to be integers: {error}"
        ) from None
    wrong = numpy.flatnonzero((starts < 0) | (ends < starts) | (ends >= columns.sizes))
    if len(wrong):
        row = wrong[0]
        raise ValueError(
            f"[SpanDropCollator] example {row}: expected an answer within {columns.sizes[row]} tokens, got "
            f"start_positions {starts[row]} and end_positions {ends[row]}; use 0 and 0 for an answer that was truncated"
        )
    return Ranges(numpy.arange(len(columns)), starts, ends + 1)


def replies(columns: Columns, special: Flags) -> Flags | bool:
    """The tokens that supervised fine-tuning learns: in examples whose labels are -100 in the prompt and repeat the tokens
    elsewhere. Labels that differ from the tokens, such as tags, are not meant, nor is -100 for padding or special tokens
    only."""
    if not columns.is_beside_tokens("labels"):
        return False
    try:
        labels_of_tokens = columns.beside_tokens("labels")
    except TypeError:
        return False
    learnt = labels_of_tokens != IGNORED
    prompt = ~(learnt | special)
    if not prompt.any():
        return False
    is_tuned = _examples_with(prompt, columns) & ~_examples_with(learnt & (labels_of_tokens != columns.tokens), columns)
    attended = columns.flags("attention_mask") if is_tuned.any() else None
    if attended is not None:
        is_tuned &= _examples_with(prompt & attended, columns)
    return learnt & numpy.repeat(is_tuned, columns.sizes) if is_tuned.any() else False


def _examples_with(tokens: Flags, columns: Columns) -> Flags:
    """Which examples contain any of these tokens."""
    return numpy.diff(numpy.append(0, numpy.cumsum(tokens))[columns.offsets]) > 0


def moved(listed: list[Any], begins: Numbers, ends: Numbers, stays: Flags) -> list[Any]:
    """The remaining annotations at their new positions."""
    places = iter(zip(begins.tolist(), ends.tolist(), stays.tolist()))
    left = []
    for row in listed:
        found = [(one, *next(places)) for one in (() if row is None else row)]
        left.append([labels.moved(one, begin, end) for one, begin, end, stay in found if stay])
    return left


def _whole_number(value: Any) -> int:
    return operator.index(value.item() if hasattr(value, "item") else value)
