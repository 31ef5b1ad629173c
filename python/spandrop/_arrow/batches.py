"""Drop spans from the batches of a corpus that does not fit in memory. The object can be sent to workers."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy
import pyarrow

from spandrop._arrow import columns
from spandrop._arrow.tables import Columns, drop_table, rows_from
from spandrop._core.augment import SpanDrop

_MOST_BYTES = 64 * 2**20  # of views that are reordered at once


@dataclasses.dataclass(frozen=True)
class BatchDrop:
    """Drop spans from each row of a table. The views of a row are consecutive rows.

    A draw depends on the row's id or content. The result therefore does not depend on how rows are split into batches,
    which worker processes them, or how often a worker is restarted.

    >>> table = pyarrow.table({"id": [1], "text": ["A. B. C."]})
    >>> BatchDrop(SpanDrop(rate=0.5, seed=3), views=2, view_column="view")(table).to_pylist()
    [{'view': 0, 'id': 1, 'text': 'B. '}, {'view': 1, 'id': 1, 'text': 'A. '}]
    """

    aug: SpanDrop
    names: Columns = Columns()
    view: int = 0
    """Number of the first view."""
    views: int = 1
    """Number of views, and so of output rows, per input row."""
    view_column: str = ""
    """Name of a new first column with the number of the view. With "", there is no such column."""
    threads: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.aug, SpanDrop):
            raise TypeError(f"[drop] expected a SpanDrop or SpanMask, got {type(self.aug).__name__}")
        if self.views < 1 or self.threads < 1 or not 0 <= self.view < 2**63 - self.views:
            raise ValueError(
                f"[drop] expected views >= 1, threads >= 1 and view numbers from 0 to 2^63 - 1, got views={self.views}, "
                f"threads={self.threads} and view={self.view}"
            )

    def __call__(self, table: Any) -> Any:
        """Drop spans from each row. The result has `views` times as many rows."""
        if not isinstance(table, (pyarrow.Table, pyarrow.RecordBatch)):
            raise TypeError(
                f"[drop] expected a pyarrow table, got {type(table).__name__}; "
                'with Ray, use map_batches(..., batch_format="pyarrow")'
            )
        if self.views == 1:
            return self._view_of(table, self.view)
        # In parts, because all views of wide rows together can exceed the size limit of an Arrow column.
        rows = max(1, _MOST_BYTES * table.num_rows // max(1, self.views * table.nbytes))
        parts = []
        for begin in range(0, max(1, table.num_rows), rows):
            with rows_from(begin):
                parts.append(self._views_of(table.slice(begin, rows)))
        return pyarrow.concat_tables(parts)

    def _views_of(self, table: Any) -> Any:
        """The views of each row, as consecutive rows."""
        made = pyarrow.concat_tables(
            _as_table(self._view_of(table, number)) for number in range(self.view, self.view + self.views)
        )
        order = numpy.arange(made.num_rows).reshape(self.views, -1).T.reshape(-1)
        return pyarrow.table([_reordered(column, order) for column in made.columns], schema=made.schema)

    def _view_of(self, table: Any, number: int) -> Any:
        if self.view_column and self.view_column in table.column_names:
            raise ValueError(
                f"[drop] expected a new name for view_column, but the table has a column {self.view_column}"
            )
        dropped = drop_table(self.aug, table, self.names, number, self.threads)
        if not self.view_column:
            return dropped
        return dropped.add_column(0, self.view_column, pyarrow.array(numpy.full(table.num_rows, number, dtype="i8")))


def _as_table(made: Any) -> Any:
    return pyarrow.Table.from_batches([made]) if isinstance(made, pyarrow.RecordBatch) else made


def _reordered(column: Any, order: Any) -> Any:
    """The rows of a column in another order. Also works for types that pyarrow's take does not support."""
    try:
        return columns.take(column, pyarrow.array(order))
    except ValueError:
        return pyarrow.chunked_array([column.slice(row, 1).chunk(0) for row in order], column.type)
