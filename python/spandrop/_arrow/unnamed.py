"""Warn about columns that look like labels of the sequences but were not named, and so stay unchanged."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import pyarrow
import pyarrow.compute

from spandrop._arrow import columns

if TYPE_CHECKING:
    from spandrop._arrow.tables import Columns

_ANSWERS = {"text", "answer_start"}
_RANGE = {"begin", "end"}


def warn_of_columns(table: Any, names: Columns) -> None:
    """Check a pyarrow table by the types of its columns."""
    has_text = names.text in table.schema.names
    has_lists = not has_text and columns.is_list(table.schema.field(names.tokens).type)
    for place, field in enumerate(table.schema):
        if field.name in names.all:
            continue
        if has_text and _ANSWERS <= _members(field.type):
            _warn_of_answers(field.name)
        elif columns.is_list(field.type) and _RANGE <= _members(field.type.value_type):
            _warn_of_ranges(field.name)
        elif has_lists and columns.is_list(field.type):
            sizes = (pyarrow.compute.list_value_length(table.column(column)) for column in (place, names.tokens))
            _warn_if_parallel(field.name, *(size.to_pylist() for size in sizes))


def warn_of_rows(rows: Mapping[Any, Iterable[Any]], names: Columns) -> None:
    """Check columns of Python values."""
    of_tokens = None if names.text in rows else [_size(value) for value in rows[names.tokens]]
    for name, values in rows.items():
        if name in names.all:
            continue
        first = next((value for value in values if value is not None), None)
        if of_tokens is None and isinstance(first, Mapping) and _ANSWERS <= first.keys():
            _warn_of_answers(name)
        elif isinstance(first, list) and _RANGE <= _keys_of_first(values):
            _warn_of_ranges(name)
        elif of_tokens is not None:
            _warn_if_parallel(name, map(_size, values), of_tokens)


def _members(kind: Any) -> set[str]:
    """The names of the fields of a struct."""
    return {field.name for field in kind} if pyarrow.types.is_struct(kind) else set()


def _keys_of_first(rows: Iterable[Any]) -> set[Any]:
    """The keys of the first mapping in rows that are lists."""
    first = next((row[0] for row in rows if isinstance(row, list) and row), None)
    return set(first) if isinstance(first, Mapping) else set()


def _size(value: Any) -> int | None:
    """The number of elements of a row; None if it is not a list."""
    return None if isinstance(value, (str, bytes, Mapping)) or not hasattr(value, "__len__") else len(value)


def _warn_of_answers(name: str) -> None:
    warnings.warn(f'[drop_table] {name} contains answers that will not be moved; pass answers="{name}"', stacklevel=4)


def _warn_of_ranges(name: str) -> None:
    warnings.warn(
        f'[drop_table] {name} contains ranges that will not be moved; pass annotations="{name}"', stacklevel=4
    )


def _warn_if_parallel(name: str, sizes: Iterable[int | None], of_tokens: list[int | None]) -> None:
    if any(of_tokens) and all(size == tokens for size, tokens in zip(sizes, of_tokens, strict=True)):
        warnings.warn(
            f"[drop_table] {name} has one element per token but will not be shortened; add it to parallel=",
            stacklevel=4,
        )
