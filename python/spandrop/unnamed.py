"""Columns that are not named and stay as they are, though they look like labels of what is dropped: a warning."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import pyarrow
import pyarrow.compute

from spandrop import columns

if TYPE_CHECKING:
    from spandrop.tables import Columns

_ANSWERS = {"text", "answer_start"}


def warn_of_columns(table: Any, names: Columns) -> None:
    """Of a table of pyarrow, by the types of its columns."""
    has_text = names.text in table.schema.names
    has_lists = not has_text and columns.is_list(table.schema.field(names.tokens).type)
    for place, field in enumerate(table.schema):
        if field.name in names.all:
            continue
        if has_text and pyarrow.types.is_struct(field.type) and _ANSWERS <= {inner.name for inner in field.type}:
            _warn_of_answers(field.name)
        elif has_lists and columns.is_list(field.type):
            sizes = (pyarrow.compute.list_value_length(table.column(column)) for column in (place, names.tokens))
            _warn_if_parallel(field.name, *(size.to_pylist() for size in sizes))


def warn_of_rows(rows: Mapping[Any, Iterable[Any]], names: Columns) -> None:
    """Of columns of Python's own values."""
    of_tokens = None if names.text in rows else [_size(value) for value in rows[names.tokens]]
    for name, values in rows.items():
        if name in names.all:
            continue
        if of_tokens is not None:
            _warn_if_parallel(name, map(_size, values), of_tokens)
            continue
        first = next((value for value in values if value is not None), None)
        if isinstance(first, Mapping) and _ANSWERS <= first.keys():
            _warn_of_answers(name)


def _size(value: Any) -> int | None:
    """How many elements a row has; None where it is no list."""
    return None if isinstance(value, (str, bytes, Mapping)) or not hasattr(value, "__len__") else len(value)


def _warn_of_answers(name: str) -> None:
    warnings.warn(f'[drop_table] {name} has answers that will not move; name it as answers="{name}"', stacklevel=4)


def _warn_if_parallel(name: str, sizes: Iterable[int | None], of_tokens: list[int | None]) -> None:
    if any(of_tokens) and all(size == tokens for size, tokens in zip(sizes, of_tokens, strict=True)):
        warnings.warn(f"[drop_table] {name} has one element a token and is not shortened; name it in parallel=", stacklevel=4)
