"""Parquet file to Parquet file, batch by batch: a file larger than the memory goes through."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy
import pyarrow
import pyarrow.parquet

from spandrop.augment import SpanDrop
from spandrop.tables import Columns, drop_table


def drop_file(aug: SpanDrop, source: str, target: str, names: Columns, *, view: int = 0, views: int = 1,
              view_column: str = "", threads: int = 1, batch_rows: int = 16384) -> int:
    """Drops spans of each row of a file; the views of a row follow one another. Returns the rows written.

    The target appears whole or not at all.
    """
    partial = target + ".partial"
    written = 0
    try:
        with pyarrow.parquet.ParquetFile(source) as file:
            batches = dropped_batches(aug, file, names, view, views, view_column, threads, batch_rows)
            first = next(batches)
            with pyarrow.parquet.ParquetWriter(partial, first.schema, compression=compression_of(file)) as writer:
                while first is not None:
                    writer.write_table(first)
                    written += first.num_rows
                    first = next(batches, None)
        with open(partial, "rb") as done:
            os.fsync(done.fileno())
        os.replace(partial, target)
    except BaseException:
        if os.path.exists(partial):
            os.remove(partial)
        raise
    return written


def dropped_batches(aug: SpanDrop, file: Any, names: Columns, view: int, views: int, view_column: str, threads: int,
                    batch_rows: int) -> Iterator[Any]:
    """Tables for the parts of a file, at least one."""
    is_empty = True
    for batch in file.iter_batches(batch_size=batch_rows):
        is_empty = False
        yield with_views(aug, pyarrow.Table.from_batches([batch]), names, view, views, view_column, threads)
    if is_empty:
        yield with_views(aug, file.schema_arrow.empty_table(), names, view, views, view_column, threads)


def with_views(aug: SpanDrop, table: Any, names: Columns, view: int, views: int, view_column: str,
               threads: int) -> Any:
    """The views of each row one after another; `view_column` gets their numbers."""
    made = []
    for number in range(view, view + views):
        dropped = drop_table(aug, table, names, number, threads)
        if view_column:
            column = pyarrow.array(numpy.full(table.num_rows, number, dtype="u8"))
            dropped = dropped.add_column(0, view_column, column)
        made.append(dropped)
    if views == 1:
        return made[0]
    order = numpy.arange(views * table.num_rows).reshape(views, -1).T.reshape(-1)
    return pyarrow.concat_tables(made).take(pyarrow.array(order))


def compression_of(file: Any) -> str:
    """That of the first column, for all."""
    metadata = file.metadata
    if metadata.num_row_groups == 0 or metadata.num_columns == 0:
        return "snappy"
    return str(metadata.row_group(0).column(0).compression).lower().replace("uncompressed", "none")
