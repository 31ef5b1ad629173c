"""Drop spans from Parquet files, batch by batch. A file may be larger than the memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow
import pyarrow.parquet

from spandrop._arrow.batches import BatchDrop
from spandrop._arrow.tables import rows_from
from spandrop._core.whole_file import whole_file

_MOST_BYTES = 64 * 2**20  # of rows per batch; a single row may have more


def drop_file(drop: BatchDrop, source: str, target: str, *, batch_rows: int = 16384) -> int:
    """Drop spans from each row of the file `source`, write the file `target`, and return the number of rows written.

    The target is written atomically. `spandrop.ray.drop` makes the first argument.
    """
    written = 0
    # By default, pyarrow keeps everything that it has read from the file in memory.
    with (
        whole_file(target, source) as partial,
        pyarrow.parquet.ParquetFile(source, pre_buffer=False, buffer_size=2**20) as file,
    ):
        tables = dropped_tables(drop, file, batch_rows)
        first = next(tables)
        with pyarrow.parquet.ParquetWriter(partial, first.schema, compression=compression_of(file)) as writer:
            while first is not None:
                writer.write_table(first)
                written += first.num_rows
                first = next(tables, None)
    return written


def dropped_tables(drop: BatchDrop, file: Any, batch_rows: int) -> Iterator[Any]:
    """The results for the batches of a file, at least one."""
    done = 0
    for table in tables_of(file, batch_rows):
        with rows_from(done):
            made = drop(table)
        yield made
        done += table.num_rows
    if not done:
        yield drop(file.schema_arrow.empty_table())


def tables_of(file: Any, batch_rows: int) -> Iterator[Any]:
    """The rows of a file, in tables of at most `batch_rows` rows, fewer if rows are wide."""
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
    """Join small batches into one table, which is faster than dropping spans from each."""
    return pyarrow.Table.from_batches(batches).combine_chunks()


def compression_of(file: Any) -> str:
    """The compression of the first column, used for all columns."""
    metadata = file.metadata
    if metadata.num_row_groups == 0 or metadata.num_columns == 0:
        return "snappy"
    return str(metadata.row_group(0).column(0).compression).lower().replace("uncompressed", "none")
