"""Answers in the form of SQuAD, with text and answer_start: where they are in their texts, before a drop and after."""

from __future__ import annotations

from typing import Any, NamedTuple, Self

import numpy
import pyarrow
import pyarrow.compute
from numpy.typing import NDArray

from spandrop import _native, columns


class Answers(NamedTuple):
    """The answers of row i are those from offsets[i] to offsets[i + 1] - 1; places are in code points."""

    offsets: NDArray[numpy.int64]
    begins: NDArray[numpy.int64]
    ends: NDArray[numpy.int64]
    words: columns.Texts

    @classmethod
    def from_column(cls, column: Any) -> Self:
        """Of structs of lists, as tables have them."""
        starts, words = (columns.rows(pyarrow.compute.struct_field(column, name), name)
                         for name in ("answer_start", "text"))
        wrong = numpy.flatnonzero(numpy.diff(starts.offsets) != numpy.diff(words.offsets))
        if len(wrong):
            raise ValueError(f"[Augment] row {wrong[0]}: expected as many answer_start as text")
        texts = words.values.cast(pyarrow.large_string())
        begins = starts.values.to_numpy(zero_copy_only=False).astype("i8")
        ends = begins + pyarrow.compute.utf8_length(texts).to_numpy(zero_copy_only=False)
        return cls(starts.offsets, begins, ends, columns.texts(texts, "answers"))

    def check(self, texts: Any) -> None:
        """Refuses answers that are not where they should be in the texts of their rows."""
        wrong = _native.first_misplaced(columns.texts(texts, "text"), self.offsets, self.begins, self.words)
        if wrong >= 0:
            row = numpy.searchsorted(self.offsets, wrong, side="right") - 1
            word = columns.text_array(*self.words)[wrong].as_py()
            raise ValueError(f"[Augment] row {row}: expected the answer {word!r} at {self.begins[wrong]} of the text")

    def moved(self, places: columns.Moved, texts: Any, masked: bool) -> Answers:
        """The answers that stay, at their new places; in `masked` texts a word of the same length may be another."""
        begins, ends, stay = places
        if not masked and stay.all() and numpy.array_equal(ends - begins, self.ends - self.begins):
            return self._replace(begins=begins, ends=ends)
        offsets = numpy.concatenate([[0], numpy.cumsum(stay, dtype="i8")])[self.offsets]
        begins, ends = begins[stay], ends[stay]
        rows = numpy.repeat(numpy.arange(len(texts)), numpy.diff(offsets))
        words = [(texts[row].as_py() or "")[begin:end] for row, begin, end in zip(rows.tolist(), begins, ends)]
        return Answers(offsets, begins, ends, _native.flat_texts(words))

    def to_column(self, like: Any) -> Any:
        """As a column of the type of another, whose other fields must fit."""
        made = {"text": columns.text_array(*self.words), "answer_start": pyarrow.array(self.begins)}
        fields = []
        for field in like.type:
            old = pyarrow.compute.struct_field(like, field.name)
            if field.name in made and not pyarrow.types.is_null(field.type.value_type):  # which has no answers
                old = columns.list_column(made[field.name].cast(field.type.value_type), self.offsets, old)
            fields.append(old)
        return pyarrow.StructArray.from_arrays(fields, fields=list(like.type), mask=like.is_null())
