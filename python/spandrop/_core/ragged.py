"""Batches of sequences of different lengths, stored in two NumPy arrays: values and offsets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spandrop import _native
from spandrop._core.content import example_ids


class Ragged(NamedTuple):
    """A batch of shortened sequences: sequence i is values[offsets[i]:offsets[i + 1]].

    Attributes:
        values: The elements of all sequences.
        offsets: Where each sequence begins in `values`, and the end of the last one.
        parallel: The shortened parallel arrays, by name.
    """

    values: NDArray[Any]
    offsets: NDArray[numpy.int64]
    parallel: dict[str, NDArray[Any]]


class Batch:
    """The arguments of `drop_ragged` as arrays for the C++ code. Explains what cannot be converted."""

    def __init__(
        self, values: Any, offsets: Any, ids: Any, view: int, never_drop: Any, parallel: Any, threads: int, out: Any
    ) -> None:
        self._values, self._offsets = as_values(values, "values"), as_offsets(offsets)
        self._ids = as_ids(ids, self._values, self._offsets)
        self._flags = None if never_drop is None else as_flags(never_drop)
        self._parallel = as_parallel(parallel, self._values)
        self._view, self._threads, self._out = view, threads, out
        if out is not None:
            check_pair(out)
            check_out(out[0], self._values)

    def drop(self, options: _native.Options) -> Ragged:
        """Drop spans from each sequence."""
        out = self._out
        if out is not None:
            check_out(out[1], self._offsets)
            out = numpy.asarray(out[0]), numpy.asarray(out[1])  # may be subclasses, such as memmap
        others = {name: self._shortened(options, array, None).values for name, array in self._parallel.items()}
        return self._shortened(options, self._values, out)._replace(parallel=others)

    def _shortened(self, options: _native.Options, array: NDArray[Any], out: Any) -> Ragged:
        left: Ragged = _native.drop_ragged(
            Ragged, options, array, self._offsets, self._ids, self._view, self._flags, self._threads, out
        )
        return left

    def mask(self, options: _native.Options, value: Any) -> Ragged:
        """Replace the dropped elements of each sequence with `value`."""
        values = self._values
        masked = numpy.empty_like(values) if self._out is None else numpy.asarray(self._out[0])
        element = numpy.array([as_element(value, values.dtype)], dtype=values.dtype)
        _native.mask_ragged(
            options, values, self._offsets, self._ids, self._view, self._flags, self._threads, element, masked
        )
        return Ragged(masked[: len(values)], self._offsets, self._parallel)


def as_values(array: Any, what: str) -> NDArray[Any]:
    """A contiguous one-dimensional array whose elements the C++ code can copy as bytes."""
    if isinstance(array, numpy.ma.MaskedArray):
        raise ValueError(
            f"[drop_ragged] expected {what} without a mask, got a masked array; pass its mask in parallel="
        )
    array = numpy.asarray(array)
    if array.ndim != 1:
        raise ValueError(f"[drop_ragged] expected {what} to be one-dimensional, got shape {array.shape}")
    if array.dtype.kind not in "biufcmM" or array.dtype.itemsize not in (1, 2, 4, 8):
        raise ValueError(f"[drop_ragged] expected {what} to be numbers of 1, 2, 4 or 8 bytes, got {array.dtype}")
    if not array.flags.c_contiguous:
        raise ValueError(
            f"[drop_ragged] expected {what} to be contiguous, got strides of {array.strides[0]} bytes; "
            "make a contiguous copy with numpy.ascontiguousarray"
        )
    if not array.flags.aligned:
        raise ValueError(
            f"[drop_ragged] expected {what} to be aligned for {array.dtype}; make an aligned copy with copy()"
        )
    return array


def as_offsets(offsets: Any) -> NDArray[numpy.int64]:
    """Offsets as the C++ code expects them."""
    offsets = numpy.asarray(offsets)
    if offsets.ndim != 1 or (offsets.dtype.kind not in "iu" and offsets.size):
        raise ValueError(
            f"[drop_ragged] expected offsets to be a one-dimensional array of integers, got {offsets.dtype} "
            f"of shape {offsets.shape}"
        )
    return numpy.require(offsets, "i8", ("C", "ALIGNED"))  # not copied if it fits already


def as_ids(ids: Any, values: NDArray[Any], offsets: NDArray[numpy.int64]) -> NDArray[numpy.uint64]:
    """The ids of the sequences, computed from their content if none are given."""
    if ids is not None:
        return example_ids(ids)
    if values.dtype.kind not in "iu" or values.dtype == numpy.uint64:
        raise ValueError(f"[drop_ragged] expected ids for values of type {values.dtype}")
    wide = values if values.dtype in (numpy.int32, numpy.int64) else values.astype("i8")
    return _native.content_ids(wide, offsets)


def as_flags(never_drop: Any) -> NDArray[numpy.uint8]:
    """The flags as one byte per value."""
    never_drop = as_values(never_drop, "never_drop")
    return never_drop.view("u1") if never_drop.dtype.itemsize == 1 else (never_drop != 0).view("u1")


def as_parallel(parallel: Mapping[str, Any] | None, values: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The parallel arrays, which must be as long as the values."""
    if not parallel:
        return {}
    if not isinstance(parallel, Mapping):
        raise TypeError(f"[drop_ragged] expected parallel to map names to arrays, got {type(parallel).__name__}")
    beside = {name: as_values(array, name) for name, array in parallel.items()}
    for name, array in beside.items():
        if len(array) != len(values):
            raise ValueError(f"[drop_ragged] expected {name} to have {len(values)} elements, got {len(array)}")
    return beside


def check_pair(out: Any) -> None:
    """Reject anything but a pair of arrays."""
    if not isinstance(out, tuple) or len(out) != 2:
        raise ValueError("[drop_ragged] expected out to be a tuple of two arrays, (values, offsets)")


def check_out(out: Any, values: NDArray[Any]) -> None:
    """Reject memory that the result cannot be written to."""
    if not isinstance(out, numpy.ndarray) or out.dtype != values.dtype or out.ndim != 1:
        raise ValueError(
            f"[drop_ragged] expected out to contain one-dimensional arrays of the input's types, here {values.dtype}"
        )
    if not out.flags.writeable or not out.flags.c_contiguous:
        raise ValueError("[drop_ragged] expected out to contain writeable, contiguous arrays")
    if not out.flags.aligned:
        raise ValueError(f"[drop_ragged] expected out to contain arrays aligned for {out.dtype}")


def as_element(value: Any, dtype: numpy.dtype[Any]) -> Any:
    """A mask as an element of an array. Reject a mask that the conversion would change."""
    try:
        with numpy.errstate(over="ignore", invalid="ignore"):
            element = numpy.array([value]).astype(dtype)[0] if dtype.kind != "O" else value
        plain = (
            element.item() if isinstance(element, numpy.generic) else element
        )  # so that it is not compared as, say, float16
        fits = plain == value or dtype.kind == "f" and numpy.isclose(plain, value, rtol=1e-2, equal_nan=True)
    except (TypeError, ValueError, OverflowError):
        fits = False
    if not fits:
        raise ValueError(f"[SpanMask] expected a mask that fits into {dtype}, got {value!r}")
    return element
