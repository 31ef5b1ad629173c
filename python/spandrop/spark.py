"""Spark: a function for `mapInArrow`. PySpark itself is not imported here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pyarrow

from spandrop.augment import SpanDrop
from spandrop.batches import BatchDrop
from spandrop.tables import Columns


def drop(aug: SpanDrop, *, view: int = 0, views: int = 1, view_column: str = "",
         **columns: Any) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """A function that drops spans of each row, for `df.mapInArrow(..., df.schema)`.

    `columns` are those of `SpanDrop.drop_table`. With `views` each row becomes so many, one after another, and
    `view_column` names a column in front for their numbers, a `long` that the schema then begins with. Rows are
    drawn by id or content: partitions, workers and retries change nothing.

    >>> function = drop(SpanDrop(rate=0.5, seed=1), text="context")
    >>> batch = pyarrow.record_batch({"id": [1], "context": ["A. B. C."]})
    >>> [made.to_pylist() for made in function([batch])]
    [[{'id': 1, 'context': 'A. C.'}]]
    """
    made = BatchDrop(aug, Columns.of(**columns), view, views, view_column)

    def drop_batches(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            yield from made(pyarrow.Table.from_batches([batch])).to_batches()

    return drop_batches
