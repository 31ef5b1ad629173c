"""Drop spans from pandas and polars data frames. Columns that a drop does not read may have any type."""

from __future__ import annotations

import contextlib
from typing import Any

import pyarrow

from spandrop._arrow import columns, rows, tables
from spandrop._arrow.unnamed import is_position, warn_of_columns, warn_of_rows
from spandrop._core.augment import SpanDrop


def drop_pandas(aug: SpanDrop, frame: Any, names: tables.Columns, view: int, threads: int) -> Any:
    """Drop spans from each row. Columns and index stay."""
    names.check(aug, list(frame.columns))
    warn_of_rows(frame, names)
    lists = {name: frame[name].tolist() for name in (names.tokens, *names.parallel) if names.tokens in frame.columns}
    given = {name: _column(frame[name], name, names) for name in names.used(aug, frame.columns) if name not in lists}
    made = (
        rows.drop_lists(aug, lists, given, names, view, threads)
        if lists
        else tables.drop_columns(aug, given, names, view, threads)
    )
    sequence = names.tokens if lists else names.text
    sequences = lists.get(sequence) or frame[sequence].tolist(), _as_list(made.get(sequence, frame[sequence]))
    left = frame.copy()
    for name, values in made.items():
        old = frame[name]
        left[name] = type(old)(
            values if name in lists else rows.in_form(values, old.tolist(), name, names, sequences),
            index=old.index,
            dtype=_kind(old.dtype),
        )
    return left


def drop_polars(aug: SpanDrop, frame: Any, names: tables.Columns, view: int, threads: int) -> Any:
    """Drop spans from each row. An Enum becomes a String, because a shortened text is not one of its values."""
    import polars

    names.check(aug, frame.columns)
    _warn_of_polars(frame, names)
    series = {name: frame[name] for name in names.used(aug, frame.columns)}
    given = {
        name: (column.cast(polars.String) if column.dtype == polars.Enum else column).to_arrow()
        for name, column in series.items()
    }
    made = tables.drop_columns(aug, given, names, view, threads)
    return frame.with_columns(polars.Series(name, array) for name, array in made.items())


def _warn_of_polars(frame: Any, names: tables.Columns) -> None:
    """Warn by the columns of lists and structs, and by integers with the name of a position. Others may have types that
    Arrow lacks."""
    has_text = names.text in frame.columns
    sequence = names.text if has_text else names.tokens
    kinds = {name: frame[name].dtype for name in frame.columns if name != sequence}
    checked = [
        name for name, kind in kinds.items() if kind.is_nested() or kind.is_integer() and is_position(name, has_text)
    ]
    shown = frame.select([sequence, *checked])
    with contextlib.suppress(pyarrow.ArrowException):
        warn_of_columns(shown.head(0 if sequence == names.text else len(shown)).to_arrow(), names)


def _column(series: Any, name: str, names: tables.Columns) -> Any:
    """A pandas series as an Arrow column."""
    if name not in (names.text, names.id, names.question):
        made = rows.labels_column(
            [None if columns.is_missing(value) else value for value in series.tolist()], name, names
        )
        if made is not None:
            return made
    try:
        made = pyarrow.array(series, from_pandas=True)
        return made.combine_chunks() if isinstance(made, pyarrow.ChunkedArray) else made
    except pyarrow.ArrowException as error:
        raise ValueError(f"[drop_table] column {name}: expected values of one type: {error}") from None


def _as_list(values: Any) -> list[Any]:
    return values.to_pylist() if isinstance(values, pyarrow.Array) else list(values)


def _kind(dtype: Any) -> Any:
    """The type of a column after a drop. Categories are rebuilt, because a shortened text is not one of the old ones.
    Fixed-size lists become lists."""
    if str(dtype) == "category":
        return "category"
    arrow = getattr(dtype, "pyarrow_dtype", None)
    if arrow is not None and pyarrow.types.is_dictionary(arrow):
        return type(dtype)(pyarrow.dictionary(pyarrow.int32(), arrow.value_type))
    if arrow is not None and pyarrow.types.is_fixed_size_list(arrow):
        return type(dtype)(pyarrow.list_(arrow.value_field))
    return dtype
