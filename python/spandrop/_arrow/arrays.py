"""Drop spans from the rows of a single Arrow array."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

import numpy
import pyarrow

from spandrop._arrow import columns, tables
from spandrop._core.augment import SpanDrop, SpanMask
from spandrop._core.content import example_ids
from spandrop._core.errors import shortened


def drop_array(aug: SpanDrop, array: Any, ids: Any, view: int, threads: int) -> Any:
    """Drop spans from each row of an array of strings or lists."""
    if isinstance(array, pyarrow.ChunkedArray):
        return pyarrow.chunked_array([drop_array(aug, array.combine_chunks(), ids, view, threads)])
    if not isinstance(array, pyarrow.Array):
        raise TypeError(f"[drop_array] expected a pyarrow array, got {type(array).__name__}")
    if not columns.is_list(array.type) and not columns.is_text(array.type):
        raise ValueError(f"[drop_array] expected strings or lists, got {array.type}")
    if isinstance(ids, (str, Mapping, Set)):
        raise TypeError(f"[drop_array] expected one id per row, got the {type(ids).__name__} {shortened(repr(ids))}")
    if isinstance(ids, pyarrow.ChunkedArray):
        ids = ids.combine_chunks()
    elif ids is not None and not isinstance(ids, (numpy.ndarray, pyarrow.Array)):
        ids = list(ids)
    has_all = ids is not None and not _has_none(ids)
    if columns.is_list(array.type) and (has_all or ids is None) and _is_plain(aug, array.type.value_type, has_all):
        values, offsets = columns.rows(array, "array")
        if not values.null_count:
            batch = aug.drop_ragged(values.to_numpy(zero_copy_only=False), offsets, ids=ids, view=view, threads=threads)
            return columns.list_column(pyarrow.array(batch.values).cast(values.type), batch.offsets, array)
    is_text = columns.is_text(array.type)
    names = tables.Columns(text="sequence" if is_text else "", tokens="" if is_text else "sequence")
    given, keys = {"sequence": array}, example_ids(ids) if has_all else None
    if ids is not None and keys is None:
        given["id"] = ids if isinstance(ids, pyarrow.Array) else columns.from_list(list(ids), "id")
    if len(array) != len(keys if keys is not None else given.get("id", array)):
        raise ValueError(f"[drop_array] expected {len(array)} ids, got {len(ids)}")
    return tables.drop_columns(aug, given, names, view, threads, keys).get("sequence", array)


def _has_none(ids: Any) -> bool:
    if isinstance(ids, pyarrow.Array):
        return ids.null_count > 0
    return (isinstance(ids, list) or ids.dtype == object) and any(name is None for name in ids)


def _is_plain(aug: SpanDrop, kind: Any, have_ids: bool) -> bool:
    """Whether drop_ragged, the fastest method, accepts lists of such elements."""
    if isinstance(aug, SpanMask) and aug.per == "span":
        return False
    if pyarrow.types.is_integer(kind) and kind != pyarrow.uint64():
        return True
    return have_ids and (pyarrow.types.is_integer(kind) or pyarrow.types.is_floating(kind))
