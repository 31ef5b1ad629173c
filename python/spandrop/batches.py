"""What is done to the batches of rows of a corpus that no memory holds: a value that travels to workers."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy
import pyarrow

from spandrop import columns
from spandrop.augment import SpanDrop
from spandrop.tables import Columns, drop_table, rows_from

_MOST_BYTES = 64 * 2**20  # of the views that are put in order at once


@dataclasses.dataclass(frozen=True)
class BatchDrop:
    """Drops spans of each row of a table; the views of a row follow one another.

    A row is drawn by its id or content, so the result does not depend on how the rows are cut into batches,
    which worker gets them, or how often a worker has to begin again.

    >>> table = pyarrow.table({"id": [1], "text": ["A. B. C."]})
    >>> BatchDrop(SpanDrop(rate=0.5, seed=3), views=2, view_column="view")(table).to_pylist()
    [{'view': 0, 'id': 1, 'text': 'B. '}, {'view': 1, 'id': 1, 'text': 'A. '}]
    """

    aug: SpanDrop
    names: Columns = Columns()
    view: int = 0
    """The number of the first view."""
    views: int = 1
    """So many rows for each row."""
    view_column: str = ""
    """A column to be added in front, with the number of the view; none unless it has a name."""
    threads: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.aug, SpanDrop):
            raise TypeError(f"[drop] expected a SpanDrop or SpanMask, got {type(self.aug).__name__}")
        if self.views < 1 or self.threads < 1 or not 0 <= self.view < 2**63 - self.views:
            raise ValueError(f"[drop] expected at least 1 view and 1 thread, and views of 0 to 2^63 - 1, got "
                             f"{self.views} and {self.threads}, and views from {self.view}")

    def __call__(self, table: Any) -> Any:
        """The table's rows with spans dropped, `views` times as many."""
        if not isinstance(table, (pyarrow.Table, pyarrow.RecordBatch)):
            raise TypeError(f"[drop] expected a table of pyarrow, got {type(table).__name__}; "
                            'Ray gives one for map_batches(..., batch_format="pyarrow")')
        if self.views == 1:
            return self._view_of(table, self.view)
        # In parts: all views of wide rows together could be more than a column of Arrow holds.
        rows = max(1, _MOST_BYTES * table.num_rows // max(1, self.views * table.nbytes))
        parts = []
        for begin in range(0, max(1, table.num_rows), rows):
            with rows_from(begin):
                parts.append(self._views_of(table.slice(begin, rows)))
        return pyarrow.concat_tables(parts)

    def _views_of(self, table: Any) -> Any:
        """The views of each row, one after another."""
        made = pyarrow.concat_tables(
            _as_table(self._view_of(table, number)) for number in range(self.view, self.view + self.views))
        order = numpy.arange(made.num_rows).reshape(self.views, -1).T.reshape(-1)
        return pyarrow.table([_reordered(column, order) for column in made.columns], schema=made.schema)

    def _view_of(self, table: Any, number: int) -> Any:
        if self.view_column and self.view_column in table.column_names:
            raise ValueError(f"[drop] expected a new name for the column of views, got {self.view_column}, which is there")
        dropped = drop_table(self.aug, table, self.names, number, self.threads)
        if not self.view_column:
            return dropped
        return dropped.add_column(0, self.view_column, pyarrow.array(numpy.full(table.num_rows, number, dtype="i8")))


def _as_table(made: Any) -> Any:
    return pyarrow.Table.from_batches([made]) if isinstance(made, pyarrow.RecordBatch) else made


def _reordered(column: Any, order: Any) -> Any:
    """The rows of a column in another order, also of types that pyarrow cannot take from."""
    try:
        return columns.take(column, pyarrow.array(order))
    except ValueError:
        return pyarrow.chunked_array([column.slice(row, 1).chunk(0) for row in order], column.type)
