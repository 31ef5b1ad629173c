"""Warn about columns that look like labels of the sequences but were not named, and so stay unchanged."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy
import pyarrow
import pyarrow.compute

from spandrop._arrow import columns
from spandrop._core import caller

if TYPE_CHECKING:
    from spandrop._arrow.tables import Columns

_ANSWERS = {"text", "answer_start"}
_POSITION = re.compile(r"(^|_)(begins?|starts?|ends?|stops?)(_|$)")
_NOT_A_POSITION = re.compile(
    r"(^|_)(is|has|time|times|timestamp|date|year|month|week|day|hour|minutes?|min|seconds?|sec|ms|page|line|price|to|of|at|id)(_|$)"
)


def is_position(name: Any, in_text: bool) -> bool:
    """Whether a column or member has a name like start, answer_start, start_char or endOffset.

    Positions of characters say nothing about tokens.

    >>> [name for name in ("start", "subj_end", "startChar", "end_time", "trend", "label") if is_position(name, True)]
    ['start', 'subj_end', 'startChar']
    """
    if not isinstance(name, str):
        return False
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().replace(".", "_").replace("-", "_")
    if not in_text and ("char" in words or words.startswith("answer")):
        return False
    return bool(_POSITION.search(words)) and not _NOT_A_POSITION.search(words)


def warn_of_columns(table: Any, names: Columns) -> None:
    """Check a pyarrow table by the types of its columns."""
    has_text = names.text in table.schema.names
    has_lists = not has_text and columns.is_list(table.schema.field(names.tokens).type)
    positions = []
    for place, field in enumerate(table.schema):
        if field.name in names.all:
            continue
        is_list = columns.is_list(field.type)
        own, listed = _members(field.type), _members(field.type.value_type) if is_list else set()
        if has_text and _ANSWERS <= own:
            _warn_of_answers(field.name)
        elif own - _ANSWERS and _positions(own, has_text) or _positions(listed, has_text):
            _warn_of_members(field.name, own, listed, has_text)
        elif has_lists and is_list and _are_parallel(table, place, names):
            _warn_of_parallel(field.name)
        elif is_position(field.name, has_text) and _holds_integers(field.type):
            positions.append(field.name)
    _warn_of_positions(positions)


def warn_of_rows(rows: Mapping[Any, Iterable[Any]], names: Columns) -> None:
    """Check columns of Python values."""
    has_text = names.text in rows
    of_tokens = None if has_text else [_size(value) for value in rows[names.tokens]]
    positions = []
    for name, values in rows.items():
        if name in names.all:
            continue
        first = next((value for value in values if not columns.is_missing(value)), None)
        one = _first_of_lists(values) if _is_list(first) else None
        own, listed = (set(value) if isinstance(value, Mapping) else set() for value in (first, one))
        if has_text and _ANSWERS <= own:
            _warn_of_answers(name)
        elif own - _ANSWERS and _positions(own, has_text) or _positions(listed, has_text):
            _warn_of_members(name, own, listed, has_text)
        elif _is_labelled_pair(one):
            _warn_of_ranges(name)
        elif of_tokens is not None and any(of_tokens) and of_tokens == [_size(value) for value in values]:
            _warn_of_parallel(name)
        elif is_position(name, has_text) and (_is_whole(first) or _is_whole(one)):
            positions.append(name)
    _warn_of_positions(positions)


def _members(kind: Any) -> set[str]:
    """The names of the fields of a struct."""
    return {field.name for field in kind} if pyarrow.types.is_struct(kind) else set()


def _positions(members: Iterable[Any], has_text: bool) -> list[str]:
    return sorted(member for member in members if member == "begin" or is_position(member, has_text))


def _holds_integers(kind: Any) -> bool:
    return pyarrow.types.is_integer(kind.value_type if columns.is_list(kind) else kind)


def _first_of_lists(rows: Iterable[Any]) -> Any:
    """The first element of the first row that is a list with elements."""
    return next((row[0] for row in rows if _is_list(row) and len(row)), None)


def _is_list(row: Any) -> bool:
    return isinstance(row, (list, tuple)) or isinstance(row, numpy.ndarray) and row.ndim > 0


def _is_whole(value: Any) -> bool:
    """Whether a value is an integer, or one that pandas stores as a fraction because others are missing."""
    if isinstance(value, (bool, numpy.bool_)):
        return False
    return isinstance(value, (int, numpy.integer)) or isinstance(value, (float, numpy.floating)) and value == value // 1


def _is_labelled_pair(one: Any) -> bool:
    """Whether a value is like spaCy's (0, 5, "PER")."""
    return isinstance(one, (list, tuple)) and len(one) > 2 and all(map(_is_whole, one[:2])) and isinstance(one[2], str)


def _size(value: Any) -> int | None:
    """The number of elements of a row; None if it is not a list."""
    return None if isinstance(value, (str, bytes, Mapping)) or not hasattr(value, "__len__") else len(value)


def _are_parallel(table: Any, place: int, names: Columns) -> bool:
    """Whether the lists of a column are as long as those of the tokens."""
    sizes, of_tokens = (
        pyarrow.compute.list_value_length(table.column(column)).to_pylist() for column in (place, names.tokens)
    )
    return any(of_tokens) and sizes == of_tokens


def _warn(message: str) -> None:
    warnings.warn(f"[drop_table] {message}", stacklevel=caller.stacklevel())


def _warn_of_answers(name: str) -> None:
    _warn(f'{name} contains answers that will not be moved; pass answers="{name}"')


def _warn_of_ranges(name: str) -> None:
    _warn(f'{name} contains ranges that will not be moved; pass annotations="{name}"')


def _warn_of_members(name: str, own: set[Any], listed: set[Any], has_text: bool) -> None:
    """Warn about structs, or lists of structs, with positions."""
    if "end" in listed and len({"begin", "start"} & listed) == 1:
        _warn_of_ranges(name)
        return
    found = ", ".join(_positions(own or listed, has_text))
    advice = "convert it to lists of mappings with start and end" if own else "rename the members to start and end"
    _warn(f'{name} contains positions ({found}) that will not be moved; {advice}, and pass annotations="{name}"')


def _warn_of_parallel(name: str) -> None:
    _warn(f"{name} has one element per token but will not be shortened; add it to parallel=")


def _warn_of_positions(names: list[str]) -> None:
    if names:
        _warn(
            f"{' and '.join(names)} look{'s' if len(names) == 1 else ''} like positions and will not be moved; put them "
            "into a column of lists of mappings with start and end, and pass that column as annotations="
        )
