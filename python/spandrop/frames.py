"""Frames of pandas: only the columns that a drop looks at go through Arrow; others may hold anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy
import pyarrow

from spandrop import answers, labels, tables
from spandrop.augment import SpanDrop
from spandrop.unnamed import warn_of_rows

_PLACE = "place"  # of an annotation in its row


def drop_frame(aug: SpanDrop, frame: Any, names: tables.Columns, view: int, threads: int) -> Any:
    """A frame with the same columns and index."""
    names.check(list(frame.columns))
    warn_of_rows(frame, names)
    used = names.all if aug.spans.startswith("adaptive") else names.all - {names.question}
    given = {name: _column(frame[name], name, names) for name in frame.columns if name in used}
    left = frame.copy()
    for name, made in tables.drop_columns(aug, given, names, view, threads).items():
        old = frame[name]
        left[name] = type(old)(_values(made.to_pylist(), old.tolist(), name, names), index=old.index, dtype=old.dtype)
    return left


def _column(series: Any, name: str, names: tables.Columns) -> Any:
    """As a column of Arrow. Of labels no more than their places: what else they hold need not be of one type."""
    values = [None if isinstance(value, float) else value for value in series.tolist()]  # pandas has NaN for None
    if name == names.answers:
        return answers.from_rows(values)
    if name == names.annotations and _has_mappings(values):
        return pyarrow.array([None if row is None else [
            {"begin": begin, "end": end, _PLACE: place} for place, (begin, end) in enumerate(labels.ranges(row))] for row in values])
    try:
        made = pyarrow.array(series, from_pandas=True)
        return made.combine_chunks() if isinstance(made, pyarrow.ChunkedArray) else made
    except pyarrow.ArrowException as error:
        raise ValueError(f"[drop_table] column {name}: expected values of one type: {error}") from None


def _values(new: list[Any], old: list[Any], name: str, names: tables.Columns) -> list[Any]:
    """New values in the form of the old ones."""
    if name == names.answers:
        return answers.merged(new, old)
    if name == names.annotations and _has_mappings(old):
        return [before if row is None else [labels.moved(before[one[_PLACE]], one["begin"], one["end"]) for one in row]
                for row, before in zip(new, old, strict=True)]
    return [before if row is None else numpy.asarray(row) if isinstance(before, numpy.ndarray) else row
            for row, before in zip(new, old, strict=True)]


def _has_mappings(rows: list[Any]) -> bool:
    return any(isinstance(one, Mapping) for row in rows if not isinstance(row, (float, type(None))) for one in row)
