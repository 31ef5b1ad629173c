"""Drop tokens from a batch, and compute the new positions of its labels."""

from __future__ import annotations

from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from spandrop import _native
from spandrop._core.augment import SpanDrop
from spandrop._core.ranges import Numbers, Ranges

Flags = NDArray[numpy.bool_]
Ids = NDArray[numpy.uint64]


class Left(NamedTuple):
    """The result of a drop. `sources` are the old indices of the remaining tokens, split into examples at `offsets`."""

    sources: Numbers
    offsets: Numbers
    begins: Numbers
    """The new begins of the labels, in their order."""
    ends: Numbers
    fates: NDArray[numpy.uint8]
    masked: NDArray[numpy.uint8] | None
    """Which tokens are masks, if there are masks."""


def by_ranges(
    drop: SpanDrop, offsets: Numbers, ids: Ids, view: int, moving: Ranges, protected: Ranges, spans: Ranges | None
) -> Left:
    """Drop tokens with any kind of labels and spans."""
    count = len(offsets) - 1
    labels, order = moving.column(count)
    dropped = _native.drop_batch(
        drop._options,
        ids,
        view,
        1,
        offsets=offsets,
        annotations=labels,
        protected=protected.column(count)[0],
        spans=spans.column(count)[0] if spans else None,
    )
    begins, ends, fates = (numpy.empty_like(array) for array in dropped["annotations"])
    begins[order], ends[order], fates[order] = dropped["annotations"]
    return Left(dropped["sources"], dropped["offsets"], begins, ends, fates, dropped["masked"])


def by_flags(drop: SpanDrop, offsets: Numbers, ids: Ids, view: int, kept: Ranges, never_drop: Flags) -> Left:
    """The same in a third of the time, for spans of a fixed size and labels that are always kept."""
    begins, ends = offsets[kept.rows] + kept.begins, offsets[kept.rows] + kept.ends
    for begin, end in zip(begins.tolist(), ends.tolist()):
        never_drop[begin:end] = True
    left = drop.drop_ragged(numpy.arange(offsets[-1]), offsets, ids=ids, view=view, never_drop=never_drop)
    first = numpy.searchsorted(left.values, begins) - left.offsets[kept.rows]
    fates = numpy.zeros(len(first), "u1")
    return Left(left.values, left.offsets, first, first + (ends - begins), fates, None)
