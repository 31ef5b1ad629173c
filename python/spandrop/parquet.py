"""Parquet file to Parquet file, batch by batch: a file larger than the memory goes through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow
import pyarrow.parquet

from spandrop.batches import BatchDrop
from spandrop.tables import rows_from
from spandrop.whole_file import whole_file

_MOST_BYTES = 64 * 2**20  # of the rows that are dropped from at once; a single row may have more


def drop_file(drop: BatchDrop, source: str, target: str, *, batch_rows: int = 16384) -> int:
    """Drops spans of each row of a file. Returns the rows written.

    The target appears whole or not at all.
    """
    written = 0
    # Unless told so, pyarrow holds all that it has read of the file.
    with (whole_file(target, source) as partial,
          pyarrow.parquet.ParquetFile(source, pre_buffer=False, buffer_size=2**20) as file):
        tables = dropped_tables(drop, file, batch_rows)
        first = next(tables)
        with pyarrow.parquet.ParquetWriter(partial, first.schema, compression=compression_of(file)) as writer:
            while first is not None:
                writer.write_table(first)
                written += first.num_rows
                first = next(tables, None)
    return written


def dropped_tables(drop: BatchDrop, file: Any, batch_rows: int) -> Iterator[Any]:
    """Tables for the parts of a file, at least one."""
    done = 0
    for table in tables_of(file, batch_rows):
        with rows_from(done):
            made = drop(table)
        yield made
        done += table.num_rows
    if not done:
        yield drop(file.schema_arrow.empty_table())


def tables_of(file: Any, batch_rows: int) -> Iterator[Any]:
    """The rows of a file in tables of so many; of fewer, where rows are wide."""
    batches: list[Any] = []
    rows = size = 0
    for batch in file.iter_batches(batch_size=min(batch_rows, 1024)):
        step = max(1, _MOST_BYTES * batch.num_rows // max(1, batch.nbytes))
        for part in (batch.slice(begin, step) for begin in range(0, batch.num_rows, step)):
            if batches and (rows + part.num_rows > batch_rows or size + part.nbytes > _MOST_BYTES):
                yield _joined(batches)
                batches, rows, size = [], 0, 0
            batches.append(part)
            rows, size = rows + part.num_rows, size + part.nbytes
    if batches:
        yield _joined(batches)


def _joined(batches: list[Any]) -> Any:
    """In one piece: many small ones would take longer to drop from than to join."""
    return pyarrow.Table.from_batches(batches).combine_chunks()


def compression_of(file: Any) -> str:
    """That of the first column, for all."""
    metadata = file.metadata
    if metadata.num_row_groups == 0 or metadata.num_columns == 0:
        return "snappy"
    return str(metadata.row_group(0).column(0).compression).lower().replace("uncompressed", "none")
