"""The ids of examples. A draw depends on the id of its example."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

import numpy
from numpy.typing import NDArray

from spandrop import _native
from spandrop._core.errors import shortened
from spandrop._native import ExampleId


def id_of(name: str | int | ExampleId) -> ExampleId:
    """Return the id of an example with a name.

    Args:
        name: A string or an integer. 17 and "17" give the same id. An ExampleId is returned unchanged.

    >>> id_of(17) == id_of("17")
    True
    """
    return _native.id_of(name)


def content_id(sequence: str | Sequence[Any] | NDArray[Any]) -> ExampleId:
    """Return the id of an example without a name. Equal contents have equal ids, and therefore equal draws.

    Args:
        sequence: A text, a list of tokens or an array.

    Texts, lists of tokens, and one-dimensional arrays of integers, strings or objects have the same id as with the command.
    For tokens that are mappings, this requires that the file contains them as json.dumps(token, ensure_ascii=False) writes
    them, without null members. For other arrays, the id depends on the bytes of the rows, so the same numbers in another
    type have another id.

    >>> content_id([1, 2, 3]) == content_id(numpy.array([1, 2, 3], dtype="uint8"))
    True
    """
    if isinstance(sequence, str):
        return _native.content_id_of_text(sequence)
    if isinstance(sequence, numpy.ndarray):
        if sequence.dtype.kind == "O" or (sequence.ndim == 1 and sequence.dtype.kind in "iuUT"):
            return _content_id_of_tokens(sequence.tolist())
        if _has_holes(sequence.dtype) or sequence.dtype.kind == "T":
            raise ValueError(
                f"[drop] expected an id for arrays of type {sequence.dtype}, which contain padding bytes; pass id="
            )
        rows = numpy.ascontiguousarray(sequence)
        return _native.content_id_of_rows(rows.view("u1").reshape(-1) if rows.size else _NO_BYTES, len(rows))
    return _content_id_of_tokens(sequence)


def _has_holes(dtype: numpy.dtype[Any]) -> bool:
    """Whether an element contains padding bytes, whose content is arbitrary."""
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
        except OverflowError:  # larger integers are hashed as strings of digits
            pass
    return _native.content_id_of_strings([token if isinstance(token, str) else _spelled(token) for token in tokens])


def _spelled(token: Any) -> str:
    try:
        return json.dumps(_without_nulls(token), ensure_ascii=False)
    except (TypeError, ValueError) as error:
        kind = type(token).__name__
        raise ValueError(
            f"[drop] expected an id for tokens of type {kind}, which cannot be written as JSON; pass id="
        ) from error


def _without_nulls(token: Any) -> Any:
    """A token without members that are None. Whether a table stores them depends on its other rows."""
    if isinstance(token, Mapping):
        return {name: _without_nulls(member) for name, member in token.items() if member is not None}
    return [_without_nulls(member) for member in token] if isinstance(token, (list, tuple)) else token


def example_ids(names: Iterable[str | int] | NDArray[Any]) -> NDArray[numpy.uint64]:
    """Return the ids of many examples, as an array of two integers per example. Compute it once and reuse it in every epoch.

    Args:
        names: One string or integer per example. An array from this function is returned unchanged.

    >>> example_ids(["a", "b"]).shape
    (2, 2)
    """
    if isinstance(names, numpy.ndarray):
        if names.dtype == _UINT64 and names.ndim == 2 and names.shape[1] == 2:
            return numpy.ascontiguousarray(names)
        if names.ndim == 1 and names.dtype.kind in "iu" and names.dtype != numpy.uint64:
            return _native.ids_of_numbers(numpy.ascontiguousarray(names, dtype="i8"))
        if names.ndim != 1:
            raise ValueError(f"ids: expected a one-dimensional array, got shape {names.shape}")
        names = names.tolist()
    elif hasattr(names, "to_pylist"):  # pyarrow
        names = names.to_pylist()
    if isinstance(names, (str, bytes, Mapping, Set)) or not isinstance(names, Iterable):
        raise TypeError(f"ids: expected one id per sequence, got the {type(names).__name__} {shortened(repr(names))}")
    return _native.ids_of_names(names)
