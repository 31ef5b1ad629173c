"""A column of tags: its entities before a drop, and the tags of the remaining tokens after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy
import pyarrow
from numpy.typing import NDArray

from spandrop._arrow import columns
from spandrop._core.errors import shortened
from spandrop._core.tags import Entities, Scheme, Tags


class TagColumn:
    """Lists of strings, or of integers with names, as long as the lists of tokens, whose rows are split at `offsets`."""

    def __init__(self, column: Any, names: Sequence[str] | Mapping[int, str], offsets: NDArray[numpy.int64]) -> None:
        listed = columns.rows(column, "tags")
        if not numpy.array_equal(listed.offsets, offsets):
            raise ValueError("[drop_table] expected the lists of tags to be as long as those of the tokens")
        self._column = column
        self._is_text = columns.is_text(listed.values.type)
        by_row = not names
        if self._is_text:
            words = listed.values.cast(pyarrow.large_string()).dictionary_encode()
            found, values = words.dictionary.to_pylist(), words.indices
            unknown = set(found).difference(names) if names else ()
            if unknown:
                raise ValueError(f"[drop_table] expected tags among tag_names, got {shortened(min(unknown))}")
            scheme = Scheme.of([*names, *found])
            # The tags that an entity needs if it is cut or removed.
            others = {"O", *(needed for name in found for needed in scheme.needed(name))}
            names = [*found, *sorted(others.difference(found))]
        else:
            values = listed.values
            if not names:
                raise ValueError(
                    f"[drop_table] expected tags that are strings, or tag_names for tags that are integers, got {values.type}"
                )
        self._names = names
        tags = columns.whole_numbers(values, "tags")
        self._entities = Entities(Tags(names), tags, offsets, numpy.zeros(len(tags), dtype=bool), by_row)
        self._count = len(offsets) - 1

    @property
    def places(self) -> columns.Places:
        """The ranges of the entities, as the C++ code expects them."""
        return self._entities.ranges.column(self._count)[0]

    def left(self, sources: NDArray[numpy.int64], offsets: NDArray[numpy.int64], is_lost: NDArray[numpy.bool_]) -> Any:
        """The tags of the remaining tokens. Lost entities become O."""
        tags = pyarrow.array(self._entities.left(sources, is_lost))
        values = pyarrow.array(self._names).take(tags) if self._is_text else tags
        return columns.list_column(values.cast(self._column.type.value_type), offsets, self._column)
