"""SpanDrop for Ray Data: a function for `map_batches`. Ray itself is not imported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
) -> BatchDrop:
    """Make a function that drops spans from each row, for `ds.map_batches(..., batch_format="pyarrow")`.

    A draw depends on the row's id or content, so blocks, workers and retries do not change the result.

    Args:
        aug: The SpanDrop or SpanMask to apply.
        view: Number of the first view.
        views: Number of views per input row. Each view is an output row, and the views of a row are consecutive.
        view_column: Name of a new first column with the number of the view. With "", there is no such column.

    Columns: as for `SpanDrop.drop_table`.

    >>> import pyarrow
    >>> function = drop(SpanDrop(rate=0.5, seed=1), text="context")
    >>> function(pyarrow.table({"id": [1], "context": ["A. B. C."]})).to_pylist()
    [{'id': 1, 'context': 'A. C.'}]
    """
    names = Columns(text, tokens, id, annotations, protected, spans, question, parallel, answers, tags, tag_names)
    return BatchDrop(aug, names, view, views, view_column)
