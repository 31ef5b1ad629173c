"""Drop spans from Parquet files, batch by batch. A file can be larger than the memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow
import pyarrow.parquet

from spandrop._arrow.batches import BatchDrop
from spandrop._arrow.tables import Columns, rows_from
from spandrop._core.augment import SpanDrop
from spandrop._core.docs import with_section
from spandrop._core.whole_file import whole_file

__all__ = ["drop_file"]

_MOST_BYTES = 64 * 2**20  # of rows per batch; a single row may have more


@with_section("Columns", SpanDrop.drop_table)
def drop_file(
    drop: SpanDrop | Callable[[Any], Any],
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    text: str = "text",
    tokens: str = "tokens",
    id: str = "id",
    annotations: str = "annotations",
    protected: str = "protected",
    spans: str = "spans",
    question: str = "question",
    parallel: str | Sequence[str] = (),
    answers: str = "",
    tags: str = "",
    tag_names: Sequence[str] | Mapping[int, str] = (),
    view: int = 0,
    views: int = 1,
    view_column: str = "",
    threads: int = 1,
    batch_rows: int = 16384,
) -> int:
    """Drop spans from each row of a Parquet file, write another file, and return the number of rows written.

    Args:
        drop: The SpanDrop or SpanMask to apply. Also accepts a function from pyarrow table to pyarrow table, such as the
            result of `spandrop.ray.drop`; only `batch_rows` applies to it.
        source: Name of the file to read.
        target: Name of the file to write. It appears complete or not at all.
        view: Number of the first view.
        views: Number of views per input row. Each view is an output row, and the views of a row are consecutive.
        view_column: Name of a new first column with the number of the view. With "", there is no such column.
        threads: Number of threads. The result does not depend on it.
        batch_rows: Maximum number of rows in memory at a time. Wide rows are read in smaller batches.

    Columns: as for `SpanDrop.drop_table`.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> source, target = os.path.join(folder, "in.parquet"), os.path.join(folder, "out.parquet")
    >>> pyarrow.parquet.write_table(pyarrow.table({"id": [1], "context": ["A. B. C."]}), source)
    >>> drop_file(SpanDrop(rate=0.5, seed=3), source, target, text="context", views=2)
    2
    >>> pyarrow.parquet.read_table(target)["context"].to_pylist()
    ['B. ', 'A. ']
    """
    names = Columns(text, tokens, id, annotations, protected, spans, question, parallel, answers, tags, tag_names)
    if isinstance(drop, SpanDrop):
        drop = BatchDrop(drop, names, view, views, view_column, threads)
    elif (names, view, views, view_column, threads) != (Columns(), 0, 1, "", 1):
        raise ValueError(
            "[drop_file] expected a SpanDrop or SpanMask with the names of columns, views or threads, got a function; "
            "pass these arguments to the function"
        )
    written = 0
    # By default, pyarrow keeps everything that it has read from the file in memory.
    with (
        whole_file(os.fspath(target), os.fspath(source)) as partial,
        pyarrow.parquet.ParquetFile(source, pre_buffer=False, buffer_size=2**20) as file,
    ):
        tables = _dropped_tables(drop, file, batch_rows)
        table = next(tables)
        with pyarrow.parquet.ParquetWriter(partial, table.schema, compression=_compression_of(file)) as writer:
            while table is not None:
                writer.write_table(table)
                written += table.num_rows
                table = next(tables, None)
    return written


def _dropped_tables(drop: Callable[[Any], Any], file: Any, batch_rows: int) -> Iterator[Any]:
    """The results for the batches of a file, at least one."""
    done = 0
    for table in _tables_of(file, batch_rows):
        with rows_from(done):
            made = drop(table)
        yield made
        done += table.num_rows
    if not done:
        yield drop(file.schema_arrow.empty_table())


def _tables_of(file: Any, batch_rows: int) -> Iterator[Any]:
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


def _compression_of(file: Any) -> str:
    """The compression of the first column, used for all columns."""
    metadata = file.metadata
    if metadata.num_row_groups == 0 or metadata.num_columns == 0:
        return "snappy"
    return str(metadata.row_group(0).column(0).compression).lower().replace("uncompressed", "none")
