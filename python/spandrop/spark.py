"""SpanDrop for Spark: a function for `mapInArrow`. PySpark itself is not imported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow

from spandrop._arrow.batches import BatchDrop
from spandrop._arrow.tables import Columns
from spandrop._core.augment import SpanDrop
from spandrop._core.docs import with_section

__all__ = ["drop"]


@with_section("Columns", SpanDrop.drop_table)
def drop(
    aug: SpanDrop,
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
) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """Make a function that drops spans from each row, for `df.mapInArrow(..., df.schema)`.

    A draw depends on the row's id or content, so partitions, workers and retries do not change the result.

    Args:
        aug: The SpanDrop or SpanMask to apply.
        view: Number of the first view.
        views: Number of views per input row. Each view is an output row, and the views of a row are consecutive.
        view_column: Name of a new first column with the number of the view. With "", there is no such column.
            If you name one, the schema that you pass to `mapInArrow` must start with it, as a LongType.

    Columns: as for `SpanDrop.drop_table`.

    >>> function = drop(SpanDrop(rate=0.5, seed=1), text="context")
    >>> batch = pyarrow.record_batch({"id": [1], "context": ["A. B. C."]})
    >>> [made.to_pylist() for made in function([batch])]
    [[{'id': 1, 'context': 'A. C.'}]]
    """
    names = Columns(text, tokens, id, annotations, protected, spans, question, parallel, answers, tags, tag_names)
    made = BatchDrop(aug, names, view, views, view_column)

    def drop_batches(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            yield from made(pyarrow.Table.from_batches([batch])).to_batches()

    return drop_batches
