"""Answers in SQuAD's format (text and answer_start): their positions before and after a drop."""

from __future__ import annotations

from typing import Any, NamedTuple, Self

import numpy
import pyarrow
import pyarrow.compute
from numpy.typing import NDArray

from spandrop import _native
from spandrop._arrow import columns
from spandrop._core.errors import shortened
from spandrop._core.ranges import offsets_of


def from_rows(rows: list[Any]) -> Any:
    """A column with the text and answer_start of mappings. Other fields are ignored."""
    try:
        return pyarrow.array(
            [None if row is None else {name: row[name] for name in ("text", "answer_start")} for row in rows]
        )
    except (LookupError, TypeError, pyarrow.ArrowException) as error:
        raise ValueError(
            f"[answers] expected mappings with the lists text and answer_start, as in SQuAD: {error}"
        ) from None


def merged(new: list[Any], old: list[Any]) -> list[Any]:
    """The old mappings with a new text and answer_start. Arrays stay arrays."""
    return [
        before if row is None else {**before, **{name: _like(before[name], values) for name, values in row.items()}}
        for row, before in zip(new, old, strict=True)
    ]


def _like(old: Any, values: list[Any]) -> Any:
    return numpy.array(values, dtype=old.dtype) if isinstance(old, numpy.ndarray) else values


class Answers(NamedTuple):
    """Row i has the answers offsets[i] to offsets[i + 1] - 1. Positions are code points."""

    offsets: NDArray[numpy.int64]
    begins: NDArray[numpy.int64]
    ends: NDArray[numpy.int64]
    words: columns.Texts

    @classmethod
    def from_column(cls, column: Any, texts: Any) -> Self:
        """Read a column of structs of lists. Reject answers that are not at their position in the text."""
        kind = column.type
        if not pyarrow.types.is_struct(kind) or {"text", "answer_start"} - {field.name for field in kind}:
            raise ValueError(f"[drop_table] expected answers with text and answer_start, got {kind}")
        starts, listed = (
            columns.rows(pyarrow.compute.struct_field(column, name), name) for name in ("answer_start", "text")
        )
        wrong = numpy.flatnonzero(numpy.diff(starts.offsets) != numpy.diff(listed.offsets))
        if len(wrong):
            raise ValueError(f"[drop_table] row {wrong[0]}: expected text and answer_start to be of equal length")
        words = listed.values.cast(pyarrow.large_string())
        if words.null_count:
            raise ValueError("[drop_table] expected the text of an answer to be a string, got None")
        begins = columns.whole_numbers(starts.values, "answer_start")
        ends = begins + pyarrow.compute.utf8_length(words).to_numpy(zero_copy_only=False)
        answers = cls(starts.offsets, begins, ends, columns.texts(words, "answers"))
        misplaced = _native.first_misplaced(columns.texts(texts, "text"), answers.offsets, begins, answers.words)
        if misplaced >= 0:
            row = numpy.searchsorted(starts.offsets, misplaced, side="right") - 1
            raise ValueError(
                f"[drop_table] row {row}: expected the answer {shortened(repr(words[misplaced].as_py()))} at "
                f"position {begins[misplaced]} of the text; answer_start counts code points"
            )
        return answers

    @property
    def places(self) -> columns.Places:
        """The ranges, as the C++ code expects them."""
        return self.offsets, self.begins, self.ends

    def moved(self, places: columns.Moved, texts: Any, masked: bool) -> Answers:
        """The remaining answers at their new positions. In `masked` texts, their words may have changed too."""
        begins, ends, stay = places
        if not masked and stay.all() and numpy.array_equal(ends - begins, self.ends - self.begins):
            return self._replace(begins=begins, ends=ends)
        offsets = offsets_of(stay)[self.offsets]
        begins, ends = begins[stay], ends[stay]
        rows = numpy.repeat(numpy.arange(len(texts)), numpy.diff(offsets))
        words = [(texts[row].as_py() or "")[begin:end] for row, begin, end in zip(rows.tolist(), begins, ends)]
        return Answers(offsets, begins, ends, _native.flat_texts(words))

    def to_column(self, like: Any) -> Any:
        """A column with the type and the other fields of the column `like`."""
        made = {"text": columns.text_array(*self.words), "answer_start": pyarrow.array(self.begins)}
        fields = []
        for field in like.type:
            old = pyarrow.compute.struct_field(like, field.name)
            if field.name in made and not pyarrow.types.is_null(field.type.value_type):  # null: no answers at all
                old = columns.list_column(made[field.name].cast(field.type.value_type), self.offsets, old)
            fields.append(old)
        kinds = [field.with_type(made_field.type) for field, made_field in zip(like.type, fields, strict=True)]
        return pyarrow.StructArray.from_arrays(fields, fields=kinds, mask=like.is_null())
