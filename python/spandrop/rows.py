"""Rows of Python's own values, as data sets and frames of pandas have them: what a drop leaves of them keeps its types, and
draws hang on a row alone, not on what stands beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy
import pyarrow
from numpy.typing import NDArray

from spandrop import _native, answers, columns, elements, labels, tables
from spandrop.augment import SpanDrop, SpanMask
from spandrop.content import content_id
from spandrop.ranges import offsets_of

_PLACE = "place"  # of an annotation in its row


def drop_lists(aug: SpanDrop, rows: Mapping[str, list[Any]], given: Mapping[str, Any], names: tables.Columns, view: int,
               threads: int) -> dict[str, list[Any]]:
    """The columns that a drop of tokens changes; `rows` are the tokens and what is parallel to them, `given` the others.

    Tokens are taken from their rows as they are, whatever they are; labels may have another form than they had.
    """
    lists = {name: listed if _are_lists(listed) else [_tokens(row, name) for row in listed] for name, listed in rows.items()}
    sizes = {name: [len(row) for row in listed] for name, listed in lists.items()}
    for name in names.parallel:
        if sizes[name] != sizes[names.tokens]:
            raise ValueError(f"[drop_table] expected the lists of {name} to be as long as those of {names.tokens}")
    offsets = offsets_of(sizes[names.tokens])
    moving = tables.Labels(aug, given, names, offsets)
    keys = columns.ids(given.get(names.id), lambda: _native.ids_of_names([_content_id(row) for row in lists[names.tokens]]))
    dropped = tables.drop_sequences(aug, offsets, keys, view, threads, moving.arguments)
    made = {name: _taken(listed, offsets, dropped) for name, listed in lists.items()}
    if isinstance(aug, SpanMask):
        masks = numpy.split(dropped["masked"], dropped["offsets"][1:-1])
        made[names.tokens] = [elements.masked(row, numpy.flatnonzero(mask), aug.mask)
                              for row, mask in zip(made[names.tokens], masks)]
    for name, listed in rows.items():
        if lists[name] is not listed:
            made[name] = [old if is_missing(old) else new for new, old in zip(made[name], listed, strict=True)]
    return made | {name: array.to_pylist() for name, array in moving.as_columns(dropped).items()}


def labels_column(values: list[Any], name: str, names: tables.Columns) -> Any | None:
    """Answers, or annotations that are more than pairs, as a column of Arrow with no more than their places: what else they
    hold need not be of one type. None of other columns."""
    if name == names.answers:
        return answers.from_rows(values)
    if name != names.annotations or not _hold_more(values):
        return None
    return pyarrow.array([None if row is None else [
        {"begin": begin, "end": end, _PLACE: place} for place, (begin, end) in enumerate(labels.ranges(row))] for row in values])


def in_form(new: list[Any], old: list[Any], name: str, names: tables.Columns) -> list[Any]:
    """New values in the form of the old ones, which stay where there was none."""
    if name == names.answers:
        return answers.merged(new, old)
    if name == names.annotations and _hold_more(old):
        return [before if row is None else [labels.moved(before[one[_PLACE]], one["begin"], one["end"]) for one in row]
                for row, before in zip(new, old, strict=True)]
    return [before if is_missing(before) else _like(row, before) for row, before in zip(new, old, strict=True)]


def is_missing(value: Any) -> bool:
    """Whether it is None, or what pandas has for it: NaN, NA or NaT."""
    return value is None or isinstance(value, float) and value != value or type(value).__name__ in ("NAType", "NaTType")


def _are_lists(rows: list[Any]) -> bool:
    return all(type(row) is list for row in rows)


def _tokens(row: Any, name: str) -> Any:
    """The tokens of a row; none where it has none."""
    if isinstance(row, (list, tuple, numpy.ndarray)):
        return row
    if is_missing(row):
        return []
    raise ValueError(f"[drop_table] expected {name} to be a column of lists, got a {type(row).__name__}")


def _taken(rows: list[Any], offsets: NDArray[numpy.int64], dropped: Mapping[str, Any]) -> list[Any]:
    """What is left of each row, of its own type."""
    if _are_lists(rows):
        return _native.take_from_lists(rows, dropped["sources"], dropped["offsets"])
    places = numpy.split(dropped["sources"], dropped["offsets"][1:-1])
    return [elements.take(row, place - begin) for row, place, begin in zip(rows, places, offsets)]


def _content_id(row: Any) -> Any:
    tokens = row.tolist() if isinstance(row, numpy.ndarray) else row
    try:
        return content_id(tokens)
    except ValueError:  # perhaps for numbers of NumPy, which JSON does not have
        return content_id([token.item() if isinstance(token, numpy.generic) else token for token in tokens])


def _like(row: Any, before: Any) -> Any:
    """Ranges that were an array are one."""
    if not isinstance(before, numpy.ndarray) or isinstance(row, numpy.ndarray):
        return row
    return numpy.array(row, dtype=before.dtype if before.dtype != object or not row else None)


def _hold_more(rows: list[Any]) -> bool:
    """Whether annotations are more than pairs in lists or arrays: mappings, or tuples that begin with a pair."""
    return any(isinstance(one, (Mapping, tuple)) or isinstance(one, list) and len(one) > 2
               for row in rows if not is_missing(row) for one in row)
