"""Parquet file to Parquet file, batch by batch: a file larger than the memory goes through."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pyarrow
import pyarrow.parquet

from spandrop.batches import BatchDrop


def drop_file(drop: BatchDrop, source: str, target: str, *, batch_rows: int = 16384) -> int:
    """Drops spans of each row of a file. Returns the rows written.

    The target appears whole or not at all.
    """
    if os.path.isdir(target) or target.endswith(os.sep):
        raise IsADirectoryError(f"expected the name of a file for the result, got the directory {target}")
    if os.path.exists(target) and os.path.samefile(source, target):
        raise FileExistsError("expected another file for the result, got the input")
    partial = target + ".partial"
    written = 0
    try:
        # Unless told so, pyarrow holds all that it has read of the file.
        with pyarrow.parquet.ParquetFile(source, pre_buffer=False, buffer_size=2**20) as file:
            batches = dropped_batches(drop, file, batch_rows)
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


def dropped_batches(drop: BatchDrop, file: Any, batch_rows: int) -> Iterator[Any]:
    """Tables for the parts of a file, at least one."""
    is_empty = True
    for batch in file.iter_batches(batch_size=batch_rows):
        is_empty = False
        yield drop(pyarrow.Table.from_batches([batch]))
    if is_empty:
        yield drop(file.schema_arrow.empty_table())


def compression_of(file: Any) -> str:
    """That of the first column, for all."""
    metadata = file.metadata
    if metadata.num_row_groups == 0 or metadata.num_columns == 0:
        return "snappy"
    return str(metadata.row_group(0).column(0).compression).lower().replace("uncompressed", "none")
