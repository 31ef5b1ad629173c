"""Batches of sequences of different lengths in two NumPy arrays: values and offsets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spandrop import _native
from spandrop.content import example_ids



class Ragged(NamedTuple):
    """A batch: sequence i is values[offsets[i]:offsets[i + 1]]; parallel has what is left of arrays beside it, by name."""

    values: NDArray[Any]
    offsets: NDArray[numpy.int64]
    parallel: dict[str, NDArray[Any]]
    """What is left of the parallel arrays, by name."""


def drop(options: _native.Options, values: Any, offsets: Any, ids: Any, view: int, never_drop: Any,
         parallel: Any, threads: int, out: Any) -> Ragged:
    """The batch without the spans that are dropped, whatever it is made of; or the reason why not."""
    values, offsets = as_values(values, "values"), as_offsets(offsets)
    keys, flags = as_ids(ids, values, offsets), as_flags(never_drop) if never_drop is not None else None
    beside = as_parallel(parallel, values)
    if out is not None:
        check_pair(out)
        check_out(out[0], values)
        check_out(out[1], offsets)
        out = numpy.asarray(out[0]), numpy.asarray(out[1])  # of a subclass, such as a file in memory

    def shorten(array: NDArray[Any], into: Any) -> Ragged:
        left: Ragged = _native.drop_ragged(Ragged, options, array, offsets, keys, view, flags, threads, into)
        return left

    others = {name: shorten(array, None).values for name, array in beside.items()}
    return shorten(values, out)._replace(parallel=others)


def mask(options: _native.Options, value: Any, values: Any, offsets: Any, ids: Any, view: int, never_drop: Any,
         parallel: Any, threads: int, out: Any) -> Ragged:
    """The batch with `value` in place of what is dropped."""
    values, offsets = as_values(values, "values"), as_offsets(offsets)
    keys, flags = as_ids(ids, values, offsets), as_flags(never_drop) if never_drop is not None else None
    if out is not None:
        check_pair(out)
        check_out(out[0], values)
    masked = numpy.asarray(out[0]) if out is not None else numpy.empty_like(values)
    element = numpy.array([as_element(value, values.dtype)], dtype=values.dtype)
    _native.mask_ragged(options, values, offsets, keys, view, flags, threads, element, masked)
    return Ragged(masked[: len(values)], offsets, as_parallel(parallel, values))


def as_values(array: Any, what: str) -> NDArray[Any]:
    """An array of one axis whose elements can be moved by their bits."""
    if isinstance(array, numpy.ma.MaskedArray):
        raise ValueError(f"[drop_ragged] expected {what} without a mask, got a masked array; its mask may be parallel")
    array = numpy.asarray(array)
    if array.ndim != 1:
        raise ValueError(f"[drop_ragged] expected {what} of one axis, got the shape {array.shape}")
    if array.dtype.kind not in "biufcmM" or array.dtype.itemsize not in (1, 2, 4, 8):
        raise ValueError(f"[drop_ragged] expected {what} of a type of 1, 2, 4 or 8 bytes, got {array.dtype}")
    if not array.flags.c_contiguous:
        raise ValueError(f"[drop_ragged] expected {what} in one piece, got strides of {array.strides[0]} bytes; "
                         "numpy.ascontiguousarray makes a copy that is")
    if not array.flags.aligned:
        raise ValueError(f"[drop_ragged] expected {what} at an address that fits {array.dtype}; copy() makes one")
    return array


def as_offsets(offsets: Any) -> NDArray[numpy.int64]:
    """Offsets as the library takes them."""
    offsets = numpy.asarray(offsets)
    if offsets.ndim != 1 or (offsets.dtype.kind not in "iu" and offsets.size):
        raise ValueError(f"[drop_ragged] expected offsets of whole numbers and one axis, got {offsets.dtype} "
                         f"of the shape {offsets.shape}")
    return numpy.require(offsets, "i8", ("C", "ALIGNED"))  # itself, where it is that already


def as_ids(ids: Any, values: NDArray[Any], offsets: NDArray[numpy.int64]) -> NDArray[numpy.uint64]:
    """The ids of the sequences: given, or those of their contents."""
    if ids is not None:
        return example_ids(ids)
    if values.dtype.kind not in "iu" or values.dtype == numpy.uint64:
        raise ValueError(f"[drop_ragged] expected ids for values of type {values.dtype}")
    wide = values if values.dtype in (numpy.int32, numpy.int64) else values.astype("i8")
    return _native.content_ids(wide, offsets)


def as_flags(never_drop: Any) -> NDArray[numpy.uint8]:
    """One byte for each value."""
    never_drop = as_values(never_drop, "never_drop")
    return never_drop.view("u1") if never_drop.dtype.itemsize == 1 else (never_drop != 0).view("u1")


def as_parallel(parallel: Mapping[str, Any] | None, values: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """Arrays beside the values."""
    if not parallel:
        return {}
    if not isinstance(parallel, Mapping):
        raise TypeError(f"[drop_ragged] expected parallel to be arrays by name, got {type(parallel).__name__}")
    beside = {name: as_values(array, name) for name, array in parallel.items()}
    for name, array in beside.items():
        if len(array) != len(values):
            raise ValueError(f"[drop_ragged] expected {name} to have {len(values)} elements, got {len(array)}")
    return beside


def check_pair(out: Any) -> None:
    """Refuses anything else than two arrays."""
    if not isinstance(out, tuple) or len(out) != 2:
        raise ValueError("[drop_ragged] expected out to be a tuple of two arrays, for values and for offsets")


def check_out(out: Any, values: NDArray[Any]) -> None:
    """Refuses memory that the result cannot be written to."""
    if not isinstance(out, numpy.ndarray) or out.dtype != values.dtype or out.ndim != 1:
        raise ValueError(f"[drop_ragged] expected an array of {values.dtype} for the result")
    if not out.flags.writeable or not out.flags.c_contiguous:
        raise ValueError("[drop_ragged] expected an array for the result that is writeable and in one piece")
    if not out.flags.aligned:
        raise ValueError(f"[drop_ragged] expected an array for the result at an address that fits {out.dtype}")


def as_element(value: Any, dtype: numpy.dtype[Any]) -> Any:
    """A mask as an element of an array. Refuses one that the type would change."""
    try:
        with numpy.errstate(over="ignore", invalid="ignore"):
            element = numpy.array([value]).astype(dtype)[0] if dtype != object else value
        plain = element.item() if isinstance(element, numpy.generic) else element  # compared as it is, not as a float16
        fits = plain == value or dtype.kind == "f" and numpy.isclose(plain, value, rtol=1e-2, equal_nan=True)
    except (TypeError, ValueError, OverflowError):
        fits = False
    if not fits:
        raise ValueError(f"[SpanMask] expected a mask that fits into {dtype}, got {value!r}")
    return element
