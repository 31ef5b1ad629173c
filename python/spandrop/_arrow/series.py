"""Columns that are arrays, or series of pandas or polars, as lists and back."""

from __future__ import annotations

from typing import Any

import numpy

from spandrop._core import elements


def as_list(values: Any) -> list[Any] | None:
    """The rows of a column; None if it is neither a list, an array nor a series."""
    if isinstance(values, list):
        return values
    if elements.is_series(values):
        return values.to_list()
    if not isinstance(values, numpy.ndarray) or not values.ndim:
        return None
    return values.tolist() if values.ndim == 1 else list(values)


def in_kind_of(old: Any, values: list[Any]) -> Any:
    """Rows as a column of the kind that it was before."""
    if isinstance(old, list):
        return values
    if elements.is_series(old):
        return elements.series(old, values)
    if old.dtype.kind == "U":
        return numpy.array(values, dtype=str)
    made = numpy.empty(len(values), dtype=object)
    for row, value in enumerate(values):  # one by one, because NumPy would merge arrays of equal length
        # Data sets can store arrays of rows, but not arrays of arrays of rows.
        made[row] = value.tolist() if isinstance(value, numpy.ndarray) and value.ndim > 1 else value
    return made
