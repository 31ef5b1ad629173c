"""Arrow columns as NumPy arrays, and back. Strings and numbers are not copied."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy
import pyarrow
import pyarrow.compute
from numpy.typing import NDArray

from spandrop import _native
from spandrop._core import labels
from spandrop._core.content import content_id
from spandrop._core.ranges import offsets_of

Texts = tuple[NDArray[numpy.uint8], NDArray[numpy.int64]]
Places = tuple[NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.int64]]
"""The offsets of the rows, and the begin and end of each range."""
Moved = tuple[NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.bool_]]
"""The begin and end of each range after a drop, and whether the range is kept."""


class Rows(NamedTuple):
    """A list column: row i has values[offsets[i]:offsets[i + 1]]. A null row is empty."""

    values: Any
    offsets: NDArray[numpy.int64]


def is_text(kind: Any) -> bool:
    types = pyarrow.types
    return (
        types.is_string(kind)
        or types.is_large_string(kind)
        or types.is_string_view(kind)
        or (types.is_dictionary(kind) and is_text(kind.value_type))
    )


def is_list(kind: Any) -> bool:
    return pyarrow.types.is_list(kind) or pyarrow.types.is_large_list(kind) or pyarrow.types.is_fixed_size_list(kind)


def from_list(values: Any, name: str) -> Any:
    """A list of Python values as a column. For strings, our own conversion is many times faster than pyarrow's."""
    if values and isinstance(values[0], str):
        try:
            return text_array(*_native.flat_texts(values))
        except TypeError:  # some values are not strings
            pass
    if any(isinstance(value, numpy.ndarray) and value.ndim > 1 for value in values):
        values = [value.tolist() if isinstance(value, numpy.ndarray) else value for value in values]
    try:
        return pyarrow.array(values)
    except (pyarrow.ArrowException, OverflowError) as error:
        raise ValueError(
            f"[Augment] column {name}: expected values of one type, from a data set with_format(None) or "
            f'with_format("arrow"): {error}'
        ) from None


def is_missing(value: Any) -> bool:
    """Whether a value is None or one of the missing values of pandas: NaN, NA or NaT."""
    return value is None or isinstance(value, float) and value != value or type(value).__name__ in ("NAType", "NaTType")


def decoded(column: Any) -> Any:
    """A column without dictionary encoding, which can hide nulls."""
    return column.cast(column.type.value_type) if pyarrow.types.is_dictionary(column.type) else column


def take(values: Any, places: Any) -> Any:
    """The values at the given indices. Views, which pyarrow's take does not support, are converted to strings first."""
    try:
        return values.take(places)
    except pyarrow.ArrowNotImplementedError:
        wide = {pyarrow.string_view(): pyarrow.large_string(), pyarrow.binary_view(): pyarrow.large_binary()}.get(
            values.type
        )
        if wide is None:
            raise ValueError(
                f"[drop_table] expected a type that pyarrow's take supports, got {values.type}; cast the column first"
            ) from None
        return values.cast(wide).take(places).cast(values.type)


def texts(column: Any, name: str) -> Texts:
    """The bytes of a column of strings, and the offsets of its rows."""
    if not is_text(column.type):
        raise ValueError(f"[drop_table] expected {name} to be a column of strings, got {column.type}")
    if not (pyarrow.types.is_string(column.type) or pyarrow.types.is_large_string(column.type)):
        column = column.cast(pyarrow.large_string())
    width = "i8" if pyarrow.types.is_large_string(column.type) else "i4"
    _, offsets, data = column.buffers()
    places = (
        numpy.frombuffer(offsets, width)[column.offset : column.offset + len(column) + 1]
        if offsets is not None and offsets.size
        else numpy.zeros(1, width)
    )
    content = numpy.frombuffer(data, "u1") if data is not None and data.size else numpy.empty(0, "u1")
    return content, places.astype("i8")


def text_array(content: NDArray[numpy.uint8], offsets: NDArray[numpy.int64], nulls: Any = None) -> Any:
    """An array of strings that shares memory with the NumPy arrays."""
    buffers = [nulls, pyarrow.py_buffer(offsets), pyarrow.py_buffer(content)]
    return pyarrow.Array.from_buffers(pyarrow.large_string(), len(offsets) - 1, buffers)


def text_column(content: NDArray[numpy.uint8], offsets: NDArray[numpy.int64], like: Any) -> Any:
    """A column of strings with the type and the nulls of the column `like`. Dictionaries are rebuilt."""
    plain = decoded(like)
    made = text_array(content, offsets, plain.is_valid().buffers()[1] if plain.null_count else None)
    if pyarrow.types.is_dictionary(like.type):
        return made.cast(plain.type).dictionary_encode()
    return made if like.type == made.type else made.cast(like.type)


def rows(column: Any, name: str) -> Rows:
    """The values and offsets of a list column."""
    if not is_list(column.type):
        hint = (
            "; some tools convert NumPy arrays to tensors, so pass lists or a pyarrow table"
            if isinstance(column.type, pyarrow.BaseExtensionType)
            else ""
        )
        raise ValueError(f"[drop_table] expected {name} to be a column of lists, got {column.type}{hint}")
    lengths = pyarrow.compute.list_value_length(column).fill_null(0).to_numpy(zero_copy_only=False)
    return Rows(column.flatten(), offsets_of(lengths))


def is_empty(column: Any) -> bool:
    """Whether all rows of a list column are empty. Its values may then have no type."""
    return pyarrow.types.is_null(column.type) or is_list(column.type) and not len(column.flatten())


def list_column(values: Any, offsets: NDArray[numpy.int64], like: Any) -> Any:
    """A list column with the type and the nulls of the column `like`. Fixed-size lists become lists."""
    kind = like.type
    if pyarrow.types.is_fixed_size_list(kind):
        kind = pyarrow.list_(kind.value_field)
    wide = pyarrow.types.is_large_list(kind)
    make = pyarrow.LargeListArray if wide else pyarrow.ListArray
    places = pyarrow.array(offsets, pyarrow.int64() if wide else pyarrow.int32())
    nulls = like.is_null() if like.null_count else None
    return make.from_arrays(places, values, type=kind, mask=nulls)


def places(column: Any, name: str) -> tuple[Places, Rows]:
    """The ranges in a column of lists of structs with begin and end, or of lists that start with the two numbers."""
    inner = rows(column, name)
    kind = inner.values.type
    if pyarrow.types.is_struct(kind):
        begin = labels.begin_of([field.name for field in kind], f"[drop_table] column {name}")
        ends = [pyarrow.compute.struct_field(inner.values, end) for end in (begin, "end")]
    elif is_list(kind):
        pairs = rows(inner.values, name)
        if (numpy.diff(pairs.offsets) < 2).any():
            raise ValueError(f"[drop_table] expected {name} to contain pairs of begin and end")
        ends = [pairs.values.take(pyarrow.array(pairs.offsets[:-1] + place)) for place in (0, 1)]
    elif pyarrow.types.is_null(kind):
        ends = [pyarrow.array([], pyarrow.int64())] * 2
    else:
        raise ValueError(f"[drop_table] expected {name} to be lists of structs or pairs, got {column.type}")
    begins, ends_ = (whole_numbers(end, f"begin and end of {name}") for end in ends)
    return (inner.offsets, begins, ends_), inner


def whole_numbers(column: Any, what: str) -> NDArray[numpy.int64]:
    """The integers of a column without nulls."""
    if column.null_count or not (pyarrow.types.is_integer(column.type) or len(column) == 0):
        raise ValueError(f"[drop_table] expected integers as {what}, got {column.type} with {column.null_count} nulls")
    return numpy.ascontiguousarray(column.cast(pyarrow.int64()).to_numpy(zero_copy_only=False))


def moved(column: Any, inner: Rows, new_places: Moved) -> Any:
    """A column of ranges at their new positions, without those that are not kept."""
    begins, ends, stay = new_places
    kind = inner.values.type
    if pyarrow.types.is_null(kind):
        return column
    if pyarrow.types.is_struct(kind):
        new = {labels.begin_of([field.name for field in kind], ""): begins, "end": ends}
        children = [
            pyarrow.array(new[field.name]).cast(field.type)
            if field.name in new
            else pyarrow.compute.struct_field(inner.values, field.name)
            for field in kind
        ]
        values = pyarrow.StructArray.from_arrays(children, fields=list(kind))
    else:
        pairs = rows(inner.values, "ranges")
        numbers = whole_numbers(pairs.values, "ranges").copy()
        numbers[pairs.offsets[:-1]], numbers[pairs.offsets[:-1] + 1] = begins, ends
        flat = pyarrow.array(numbers).cast(kind.value_type)
        values = (
            pyarrow.FixedSizeListArray.from_arrays(flat, type=kind)
            if pyarrow.types.is_fixed_size_list(kind)
            else list_column(flat, pairs.offsets, inner.values)
        )
    offsets = inner.offsets
    if not stay.all():
        values = values.filter(pyarrow.array(stay))
        offsets = offsets_of(stay)[offsets]
    return list_column(values, offsets, column)


def ids(column: Any | None, contents: Any) -> NDArray[numpy.uint64]:
    """The ids of rows from a column of names. `contents()` gives the ids of rows whose name is null or missing."""
    if column is None or pyarrow.types.is_null(column.type):
        return contents()
    if not (is_text(column.type) or pyarrow.types.is_integer(column.type)):
        raise ValueError(
            f"[drop_table] expected ids to be strings or integers, got {column.type}"
            + (
                "; in pandas, use Int64 for integers with missing values"
                if pyarrow.types.is_floating(column.type)
                else ""
            )
        )
    names = column.cast(pyarrow.large_string())
    named = _native.ids_of_texts(texts(names, "id"), True)
    if names.null_count:
        has_none = names.is_null().to_numpy(zero_copy_only=False)
        named = numpy.where(has_none[:, None], contents(), named)
    return named


def content_ids(sequences: Rows) -> NDArray[numpy.uint64]:
    """The id of each row of a list column, from its content."""
    values, offsets = sequences
    if pyarrow.types.is_integer(values.type) and values.type != pyarrow.uint64() and not values.null_count:
        wide = numpy.ascontiguousarray(values.cast(pyarrow.int64()).to_numpy(zero_copy_only=False))
        return _native.content_ids(wide, offsets)
    tokens = values.to_pylist()
    return _native.ids_of_names([content_id(tokens[begin:end]) for begin, end in zip(offsets[:-1], offsets[1:])])
