"""Ray Data: a function for `map_batches`. Ray itself is not imported here."""

from __future__ import annotations

from typing import Any

from spandrop.augment import SpanDrop
from spandrop.batches import BatchDrop
from spandrop.tables import Columns


def drop(aug: SpanDrop, *, view: int = 0, views: int = 1, view_column: str = "",
         **columns: Any) -> BatchDrop:
    """A function that drops spans of each row, for `ds.map_batches(..., batch_format="pyarrow")`.

    `columns` are those of `SpanDrop.drop_table`. With `views` each row becomes so many, one after another, and
    `view_column` names a column in front for their numbers. Rows are drawn by id or content: blocks, workers and
    retries change nothing.

    >>> import pyarrow
    >>> function = drop(SpanDrop(rate=0.5, seed=1), text="context")
    >>> function(pyarrow.table({"id": [1], "context": ["A. B. C."]})).to_pylist()
    [{'id': 1, 'context': 'A. C.'}]
    """
    return BatchDrop(aug, Columns.of(**columns), view, views, view_column)
