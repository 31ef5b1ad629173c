"""The ids that draws are keyed by."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

import numpy
from numpy.typing import NDArray

from spandrop import _native
from spandrop._native import ExampleId


def id_of(name: str | int | ExampleId) -> ExampleId:
    """The id of an example that has a name; 17 and "17" are one id.

    >>> id_of(17) == id_of("17")
    True
    """
    return _native.id_of(name)


def content_id(sequence: str | Sequence[Any] | NDArray[Any]) -> ExampleId:
    """The id of an example without a name: equal contents have equal ids, and so equal draws.

    A list of tokens has the id that the command gives it; so have arrays of one axis with whole numbers, strings or objects.
    Of tokens that are mappings that is so if a file spells them as json.dumps(token, ensure_ascii=False) does, without
    members that are null. Other arrays have the id of the bytes of their rows, so that other types of the same numbers have
    other ids.

    >>> content_id([1, 2, 3]) == content_id(numpy.array([1, 2, 3], dtype="uint8"))
    True
    """
    if isinstance(sequence, str):
        return _native.content_id_of_text(sequence)
    if isinstance(sequence, numpy.ndarray):
        if sequence.dtype.kind == "O" or (sequence.ndim == 1 and sequence.dtype.kind in "iuUT"):
            return _content_id_of_tokens(sequence.tolist())
        if _has_holes(sequence.dtype) or sequence.dtype.kind == "T":
            raise ValueError(f"[drop] expected an id for arrays of type {sequence.dtype}, which have bytes that no value is in")
        rows = numpy.ascontiguousarray(sequence)
        return _native.content_id_of_rows(rows.view("u1").reshape(-1) if rows.size else _NO_BYTES, len(rows))
    return _content_id_of_tokens(sequence)


def _has_holes(dtype: numpy.dtype[Any]) -> bool:
    """Whether some bytes of an element are of no value, and may be anything."""
    if dtype.names is not None:
        fields = [dtype[name] for name in dtype.names]
        return sum(field.itemsize for field in fields) != dtype.itemsize or any(map(_has_holes, fields))
    return _has_holes(dtype.base) if dtype.subdtype is not None else dtype.char in "gG"


_UINT64 = numpy.dtype("u8")
_NO_BYTES = numpy.empty(0, "u1")


def _content_id_of_tokens(tokens: Sequence[Any]) -> ExampleId:
    if all(type(token) is int for token in tokens):
        try:
            return _native.content_id_of_numbers(numpy.array(tokens, dtype="i8"))
        except OverflowError:  # longer numbers are strings of digits
            pass
    return _native.content_id_of_strings([token if isinstance(token, str) else _spelled(token) for token in tokens])


def _spelled(token: Any) -> str:
    try:
        return json.dumps(_without_nulls(token), ensure_ascii=False)
    except (TypeError, ValueError) as error:
        kind = type(token).__name__
        raise ValueError(f"[drop] expected an id for tokens of type {kind}, which JSON does not have") from error


def _without_nulls(token: Any) -> Any:
    """A token without members that are None: whether a table has them hangs on the other rows."""
    if isinstance(token, Mapping):
        return {name: _without_nulls(member) for name, member in token.items() if member is not None}
    return [_without_nulls(member) for member in token] if isinstance(token, (list, tuple)) else token


def example_ids(names: Iterable[str | int] | NDArray[Any]) -> NDArray[numpy.uint64]:
    """The ids of many examples, two numbers each; make them once, and use them in every epoch.

    >>> example_ids(["a", "b"]).shape
    (2, 2)
    """
    if isinstance(names, numpy.ndarray):
        if names.dtype == _UINT64 and names.ndim == 2 and names.shape[1] == 2:
            return numpy.ascontiguousarray(names)
        if names.ndim == 1 and names.dtype.kind in "iu" and names.dtype != numpy.uint64:
            return _native.ids_of_numbers(numpy.ascontiguousarray(names, dtype="i8"))
        if names.ndim != 1:
            raise ValueError(f"ids: expected one axis, got the shape {names.shape}")
        names = names.tolist()
    elif hasattr(names, "to_pylist"):  # of pyarrow
        names = names.to_pylist()
    if isinstance(names, (str, bytes, Mapping, Set)) or not isinstance(names, Iterable):
        raise TypeError(f"ids: expected one for each sequence, got the {type(names).__name__} {names!r}")
    return _native.ids_of_names(names)
