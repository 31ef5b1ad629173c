"""Drop elements of rows of Python values, as in data sets and pandas frames.

Values keep their types. A draw depends only on its own row, which a conversion to Arrow would not guarantee: a column of
Arrow has one type for all rows.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from typing import Any

import numpy
import pyarrow
import pyarrow.compute
from numpy.typing import NDArray

from spandrop import _native
from spandrop._arrow import answers, columns, tables
from spandrop._arrow.columns import is_missing
from spandrop._core import elements, labels
from spandrop._core.augment import SpanDrop, SpanMask
from spandrop._core.content import content_id
from spandrop._core.own_texts import OwnTexts
from spandrop._core.ragged import as_element
from spandrop._core.ranges import cut, offsets_of

_PLACE = "place"  # index of an annotation in its row


def drop_lists(
    aug: SpanDrop,
    rows: Mapping[str, list[Any]],
    given: Mapping[str, Any],
    names: tables.Columns,
    view: int,
    threads: int,
) -> dict[str, Any]:
    """The columns that a drop of tokens changes. `rows` has the tokens and the parallel lists, `given` the other columns.

    Tokens may be of any type. Labels are returned as Arrow columns, for `in_form`.
    """
    if all(map(is_missing, rows[names.tokens])):
        return {}
    lists = {
        name: listed if _are_lists(listed) else [_tokens(row, name) for row in listed] for name, listed in rows.items()
    }
    sizes = {name: [len(row) for row in listed] for name, listed in lists.items()}
    for name in names.parallel:
        if sizes[name] != sizes[names.tokens]:
            raise ValueError(f"[drop_table] expected the lists of {name} to be as long as those of {names.tokens}")
    offsets = offsets_of(sizes[names.tokens])
    moving = tables.Labels(aug, given, names, offsets)
    keys = columns.ids(
        given.get(names.id), lambda: _native.ids_of_names([_content_id(row) for row in lists[names.tokens]])
    )
    dropped = tables.drop_sequences(aug, offsets, keys, view, threads, moving.arguments)
    made = {name: _taken(listed, offsets, dropped) for name, listed in lists.items()}
    if isinstance(aug, SpanMask):
        _put_masks(made[names.tokens], dropped, aug.mask)
    for name, listed in rows.items():
        if lists[name] is not listed:
            made[name] = [old if is_missing(old) else new for new, old in zip(made[name], listed, strict=True)]
    return made | moving.as_columns(dropped)


def labels_column(values: list[Any], name: str, names: tables.Columns) -> Any | None:
    """The positions of answers, or of ranges with further members, as an Arrow column; None for other columns.

    Only positions are converted, because the other members may be of any type."""
    if name == names.answers:
        return answers.from_rows(values)
    if name not in _ranges_of(names) or not _hold_more(values):
        return None
    listed = [[] if is_missing(row) else labels.ranges(row, name) for row in values]
    offsets = offsets_of([len(row) for row in listed])
    places = numpy.arange(offsets[-1]) - numpy.repeat(offsets[:-1], numpy.diff(offsets))
    flat = [place for row in listed for place in row]
    try:
        begins, ends = (pyarrow.array([_number(place[i]) for place in flat], pyarrow.int64()) for i in (0, 1))
    except (pyarrow.ArrowException, OverflowError, TypeError) as error:
        raise ValueError(f"[drop_table] expected begin and end of {name} to be integers: {error}") from None
    structs = pyarrow.StructArray.from_arrays([begins, ends, pyarrow.array(places)], ["begin", "end", _PLACE])
    nulls = pyarrow.array([is_missing(row) for row in values])
    return pyarrow.LargeListArray.from_arrays(pyarrow.array(offsets), structs, mask=nulls)


def in_form(
    column: Any, old: list[Any], name: str, names: tables.Columns, sequences: tuple[list[Any], list[Any]]
) -> list[Any]:
    """The values of an Arrow column in the form of the old values. Missing values stay as they are.

    `sequences` are the texts or tokens of the rows before and after the drop."""
    if name == names.answers:
        return answers.merged(column.to_pylist(), old)
    if name in _ranges_of(names) and _hold_more(old):
        inner = columns.rows(column, name)
        flat = zip(
            *(pyarrow.compute.struct_field(inner.values, member).to_pylist() for member in (_PLACE, "begin", "end"))
        )
        sizes, texts = numpy.diff(inner.offsets).tolist(), OwnTexts()
        made = [
            before
            if is_missing(before)
            else [
                texts.moved(before[place], begin, end, *sequence) for place, begin, end in itertools.islice(flat, size)
            ]
            for before, size, sequence in zip(old, sizes, zip(*sequences, strict=True), strict=True)
        ]
        texts.warn()
        return made
    return [
        before if is_missing(before) else _like(row, before)
        for row, before in zip(column.to_pylist(), old, strict=True)
    ]


def _are_lists(rows: list[Any]) -> bool:
    return all(type(row) is list for row in rows)


def _tokens(row: Any, name: str) -> Any:
    """The tokens of a row. A missing row has none."""
    if isinstance(row, (list, tuple, numpy.ndarray)):
        return row
    if is_missing(row):
        return []
    raise ValueError(f"[drop_table] expected {name} to be a column of lists, got a {type(row).__name__}")


def _number(value: Any) -> Any:
    """A number from an array without axes, as in data sets with the format numpy."""
    return value.item() if isinstance(value, numpy.ndarray) and not value.ndim else value


def _ranges_of(names: tables.Columns) -> tuple[str, str, str]:
    return names.annotations, names.protected, names.spans


def _taken(rows: list[Any], offsets: NDArray[numpy.int64], dropped: Mapping[str, Any]) -> list[Any]:
    """The remaining elements of each row, as the type of that row."""
    if _are_lists(rows):
        return _native.take_from_lists(rows, dropped["sources"], dropped["offsets"])
    if all(type(row) is numpy.ndarray and row.ndim == 1 and row.dtype == rows[0].dtype for row in rows):
        return cut(numpy.concatenate(rows)[dropped["sources"]], dropped["offsets"])
    places = cut(dropped["sources"], dropped["offsets"])
    return [elements.take(row, place - begin) for row, place, begin in zip(rows, places, offsets.tolist())]


def _put_masks(rows: list[Any], dropped: Mapping[str, Any], mask: Any) -> None:
    """Insert the masks."""
    places = numpy.flatnonzero(dropped["masked"])
    counts = numpy.bincount(numpy.searchsorted(dropped["offsets"], places, side="right") - 1, minlength=len(rows))
    places -= numpy.repeat(dropped["offsets"][:-1], counts)
    places_of = cut(places, offsets_of(counts))
    for row in numpy.flatnonzero(counts).tolist():
        rows[row] = _masked(rows[row], places_of[row], mask)


def _masked(row: Any, places: NDArray[numpy.int64], mask: Any) -> Any:
    """A row with a mask at the given indices. If all tokens have one type, the mask must have it too."""
    if not isinstance(row, numpy.ndarray):
        kinds = set(map(type, row))
        if kinds == {int} and type(mask) is not int:
            mask = int(as_element(mask, numpy.dtype("i8")))
        elif kinds <= {int, float} and isinstance(mask, str) or kinds == {str} and not isinstance(mask, str):
            raise ValueError(
                f"[SpanMask] expected a mask that fits into tokens of type {kinds.pop().__name__}, got {mask!r}"
            )
    return elements.masked(row, places, mask)


def _content_id(row: Any) -> Any:
    try:
        return content_id(row.tolist() if isinstance(row, numpy.ndarray) else row)
    except ValueError:  # perhaps because of NumPy values, which JSON lacks
        return content_id(_plain(row))


def _plain(value: Any) -> Any:
    """Convert NumPy values to Python values."""
    if isinstance(value, (numpy.ndarray, numpy.generic)):
        return _plain(value.tolist())
    if isinstance(value, Mapping):
        return {name: _plain(member) for name, member in value.items()}
    return [_plain(member) for member in value] if isinstance(value, (list, tuple)) else value


def _like(row: Any, before: Any) -> Any:
    """Ranges as an array, or as an array of arrays, if they were one before."""
    if not isinstance(before, numpy.ndarray) or isinstance(row, numpy.ndarray):
        return row
    if before.dtype != object or not row:
        return numpy.array(row, dtype=before.dtype)
    if before.ndim > 1:
        return numpy.array(row)
    made = numpy.empty(len(row), dtype=object)
    for place, one in enumerate(row):
        made[place] = numpy.array(one) if isinstance(before[0], numpy.ndarray) else one
    return made


def _hold_more(rows: list[Any]) -> bool:
    """Whether ranges are more than pairs: mappings, or tuples and lists with further members."""
    return any(
        isinstance(one, (Mapping, tuple)) or isinstance(one, list) and len(one) > 2
        for row in rows
        if isinstance(row, Iterable)
        for one in row
    )
