"""A column of tags in the BIO scheme beside the tokens: where the entities are, and the tags of what is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import pyarrow
from numpy.typing import NDArray

from spandrop import columns
from spandrop.tags import Entities, Tags


class TagColumn:
    """Lists of strings, or of numbers that have names, as long as the tokens, whose rows are cut at `offsets`."""

    def __init__(self, column: Any, names: Sequence[str], offsets: NDArray[numpy.int64]) -> None:
        listed = columns.rows(column, "tags")
        if not numpy.array_equal(listed.offsets, offsets):
            raise ValueError("[drop_table] expected the lists of tags to be as long as those of the tokens")
        self._column = column
        self._is_text = columns.is_text(listed.values.type)
        if self._is_text:
            words = listed.values.cast(pyarrow.large_string()).dictionary_encode()
            found, values = words.dictionary.to_pylist(), words.indices
            # What an entity may begin with when its begin is gone, and what it becomes when all of it is lost.
            others = {"O", *("B-" + name[2:] for name in found if name.startswith("I-"))}
            names = [*found, *sorted(others.difference(found))]
        else:
            values = listed.values
            if not names:
                raise ValueError(f"[drop_table] expected tags that are strings, or tag_names for their numbers, got {values.type}")
        self._names = names
        tags = columns.whole_numbers(values, "tags")
        self._entities = Entities(Tags(names), tags, offsets, numpy.zeros(len(tags), dtype=bool))
        self._count = len(offsets) - 1

    @property
    def places(self) -> columns.Places:
        """The entities, as the library takes them."""
        return self._entities.ranges.column(self._count)[0]

    def left(self, sources: NDArray[numpy.int64], offsets: NDArray[numpy.int64], is_lost: NDArray[numpy.bool_]) -> Any:
        """The tags of the tokens that are left, without the entities that are lost."""
        tags = pyarrow.array(self._entities.left(sources, is_lost))
        values = pyarrow.array(self._names).take(tags) if self._is_text else tags
        return columns.list_column(values.cast(self._column.type.value_type), offsets, self._column)
