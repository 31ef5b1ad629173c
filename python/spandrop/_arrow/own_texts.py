"""The members text and word of annotations in an Arrow column."""

from __future__ import annotations

from typing import Any

import numpy
import pyarrow
import pyarrow.compute

from spandrop._arrow import columns
from spandrop._core.own_texts import MEMBERS, OwnTexts


def with_own_texts(
    inner: columns.Rows, places: columns.Places, moved: columns.Moved, old: Any, new: Any, masked: bool
) -> columns.Rows:
    """The annotations with their own text, where a drop changed it. `old` and `new` are the columns of sequences."""
    kind = inner.values.type
    if not pyarrow.types.is_struct(kind):
        return inner
    members = [field.name for field in kind if field.name in MEMBERS and columns.is_text(field.type)]
    begins, ends, stay = moved
    changed = numpy.flatnonzero(stay & ((ends - begins != places[2] - places[1]) | masked))
    if not members or not len(changed):
        return inner
    texts = OwnTexts()
    children = {field.name: pyarrow.compute.struct_field(inner.values, field.name) for field in kind}
    rows = numpy.searchsorted(places[0], changed, side="right") - 1
    sequences = {row: (old[row].as_py(), new[row].as_py()) for row in set(rows.tolist())}
    for member in members:
        own = columns.decoded(children[member]).to_pylist()
        for place, row in zip(changed.tolist(), rows.tolist()):
            if own[place] is not None:
                before, after = sequences[row]
                old_place = int(places[1][place]), int(places[2][place])
                own[place] = texts.renewed(own[place], *old_place, before, int(begins[place]), int(ends[place]), after)
        made = pyarrow.array(own, columns.decoded(children[member]).type)
        children[member] = made.cast(children[member].type)
    texts.warn()
    return inner._replace(values=pyarrow.StructArray.from_arrays(list(children.values()), fields=list(kind)))
