"""Frames of pandas and polars: only the columns that a drop looks at go through Arrow; others may hold anything."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

import numpy
import pyarrow

from spandrop import _native, answers, columns, elements, labels, tables
from spandrop.augment import SpanDrop, SpanMask
from spandrop.content import content_id
from spandrop.ranges import offsets_of
from spandrop.unnamed import warn_of_columns, warn_of_rows

_PLACE = "place"  # of an annotation in its row


def drop_pandas(aug: SpanDrop, frame: Any, names: tables.Columns, view: int, threads: int) -> Any:
    """A frame with the same columns and index."""
    names.check(list(frame.columns))
    warn_of_rows(frame, names)
    lists = [name for name in (names.tokens, *names.parallel) if names.tokens in frame.columns]
    given = {name: _column(frame[name], name, names) for name in names.used(aug, frame.columns) if name not in lists}
    made = _drop_lists(aug, frame, given, names, view, threads) if lists else {
        name: array.to_pylist() for name, array in tables.drop_columns(aug, given, names, view, threads).items()}
    left = frame.copy()
    for name, values in made.items():
        old = frame[name]
        # Categories are made anew: what is left of a text is none of the old ones.
        kind = "category" if str(old.dtype) == "category" else old.dtype
        left[name] = type(old)(_values(values, old.tolist(), name, names), index=old.index, dtype=kind)
    return left


def drop_polars(aug: SpanDrop, frame: Any, names: tables.Columns, view: int, threads: int) -> Any:
    """A frame with the same columns; a text that was an Enum is a String, for what is left of it is none of its values."""
    import polars

    names.check(frame.columns)
    _warn_of_polars(frame, names)
    series = {name: frame[name] for name in names.used(aug, frame.columns)}
    given = {name: (column.cast(polars.String) if column.dtype == polars.Enum else column).to_arrow()
             for name, column in series.items()}
    made = tables.drop_columns(aug, given, names, view, threads)
    return frame.with_columns(polars.Series(name, array) for name, array in made.items())


def _warn_of_polars(frame: Any, names: tables.Columns) -> None:
    """By the columns of lists and structs alone: others may be of types that Arrow does not have."""
    sequence = names.text if names.text in frame.columns else names.tokens
    nested = [name for name in frame.columns if name != sequence and frame[name].dtype.is_nested()]
    shown = frame.select([sequence, *nested])
    with contextlib.suppress(pyarrow.ArrowException):
        warn_of_columns(shown.head(0 if sequence == names.text else len(shown)).to_arrow(), names)


def _drop_lists(aug: SpanDrop, frame: Any, given: dict[str, Any], names: tables.Columns, view: int,
                threads: int) -> dict[str, list[Any]]:
    """The columns that a drop of tokens changes. Tokens are taken from their rows as they are, whatever they are."""
    rows = {name: [_tokens(row, name) for row in frame[name].tolist()] for name in (names.tokens, *names.parallel)}
    offsets = {name: offsets_of([len(row) for row in listed]) for name, listed in rows.items()}
    for name in names.parallel:
        if not numpy.array_equal(offsets[name], offsets[names.tokens]):
            raise ValueError(f"[drop_table] expected the lists of {name} to be as long as those of {names.tokens}")
    begins = offsets[names.tokens]
    moving = tables.Labels(aug, given, names, begins)
    keys = columns.ids(given.get(names.id), lambda: _native.ids_of_names([_content_id(row) for row in rows[names.tokens]]))
    dropped = tables.drop_sequences(aug, begins, keys, view, threads, moving.arguments)
    cuts = dropped["offsets"]
    made: dict[str, list[Any]] = {}
    for name, listed in rows.items():
        made[name] = [elements.take(row, dropped["sources"][cuts[i] : cuts[i + 1]] - begins[i]) for i, row in enumerate(listed)]
        if name == names.tokens and isinstance(aug, SpanMask):
            made[name] = [elements.masked(row, numpy.flatnonzero(dropped["masked"][cuts[i] : cuts[i + 1]]), aug.mask)
                          for i, row in enumerate(made[name])]
    return made | {name: array.to_pylist() for name, array in moving.as_columns(dropped).items()}


def _tokens(row: Any, name: str) -> Any:
    """The tokens of a row; none where it has none."""
    if isinstance(row, (list, tuple, numpy.ndarray)):
        return row
    if _is_missing(row):
        return []
    raise ValueError(f"[drop_table] expected {name} to be a column of lists, got a {type(row).__name__}")


def _content_id(row: Any) -> Any:
    tokens = row.tolist() if isinstance(row, numpy.ndarray) else row
    try:
        return content_id(tokens)
    except ValueError:  # perhaps for numbers of NumPy, which JSON does not have
        return content_id([token.item() if isinstance(token, numpy.generic) else token for token in tokens])


def _is_missing(value: Any) -> bool:
    """Whether it is None, or what pandas has for it: NaN, NA or NaT."""
    return value is None or isinstance(value, float) and value != value or type(value).__name__ in ("NAType", "NaTType")


def _column(series: Any, name: str, names: tables.Columns) -> Any:
    """As a column of Arrow. Of labels no more than their places: what else they hold need not be of one type."""
    if name in (names.answers, names.annotations):
        values = [None if _is_missing(value) else value for value in series.tolist()]
        if name == names.answers:
            return answers.from_rows(values)
        if _has_mappings(values):
            return pyarrow.array([None if row is None else [
                {"begin": begin, "end": end, _PLACE: place} for place, (begin, end) in enumerate(labels.ranges(row))]
                for row in values])
    try:
        made = pyarrow.array(series, from_pandas=True)
        return made.combine_chunks() if isinstance(made, pyarrow.ChunkedArray) else made
    except pyarrow.ArrowException as error:
        raise ValueError(f"[drop_table] column {name}: expected values of one type: {error}") from None


def _values(new: list[Any], old: list[Any], name: str, names: tables.Columns) -> list[Any]:
    """New values in the form of the old ones, which stay where there was none."""
    if name == names.answers:
        return answers.merged(new, old)
    if name == names.annotations and _has_mappings(old):
        return [before if row is None else [labels.moved(before[one[_PLACE]], one["begin"], one["end"]) for one in row]
                for row, before in zip(new, old, strict=True)]
    return [before if _is_missing(before) else _like(row, before) for row, before in zip(new, old, strict=True)]


def _like(row: Any, before: Any) -> Any:
    """Ranges that were an array are one."""
    if not isinstance(before, numpy.ndarray) or isinstance(row, numpy.ndarray):
        return row
    return numpy.array(row, dtype=before.dtype if before.dtype != object or not row else None)


def _has_mappings(rows: list[Any]) -> bool:
    return any(isinstance(one, Mapping) for row in rows if not _is_missing(row) for one in row)
