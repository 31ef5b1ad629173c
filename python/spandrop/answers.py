"""Answers in the form of SQuAD, with text and answer_start, in arrays of pyarrow."""

from __future__ import annotations

from typing import Any, NamedTuple, Self

import numpy
import pyarrow
import pyarrow.compute
from numpy.typing import NDArray

from spandrop import _native, columns


class Answers(NamedTuple):
    """The answers of row i are those from offsets[i] to offsets[i + 1] - 1."""

    offsets: NDArray[numpy.int64]
    begins: NDArray[numpy.int64]
    words: Any
    """An array of strings."""

    @classmethod
    def from_column(cls, column: Any) -> Self:
        """Of structs of lists, as tables have them."""
        begins, words = (columns.rows(pyarrow.compute.struct_field(column, name), name)
                         for name in ("answer_start", "text"))
        return cls._checked(begins.offsets, words.offsets, begins.values.to_numpy(zero_copy_only=False), words.values)

    @classmethod
    def from_rows(cls, rows: list[Any]) -> Self:
        """Of mappings with lists, as Python has them; None has no answers."""
        rows = [{"answer_start": [], "text": []} if row is None else row for row in rows]
        offsets, others = (numpy.concatenate([[0], numpy.cumsum([len(row[name]) for row in rows])]).astype("i8")
                           for name in ("answer_start", "text"))
        begins = numpy.array([begin for row in rows for begin in row["answer_start"]], dtype="i8")
        words = pyarrow.array([word for row in rows for word in row["text"]], pyarrow.large_string())
        return cls._checked(offsets, others, begins, words)

    @classmethod
    def _checked(cls, offsets: Any, others: Any, begins: Any, words: Any) -> Self:
        if not numpy.array_equal(offsets, others):
            raise ValueError("[Augment] expected as many answer_start as text in each row")
        return cls(offsets, begins.astype("i8"), words.cast(pyarrow.large_string()))

    def places(self, texts: Any) -> Any:
        """Where they are in the texts of their rows: lists of begin and end."""
        wrong = _native.first_misplaced(columns.texts(texts, "text"), self.offsets, self.begins,
                                        columns.texts(self.words, "answers"))
        if wrong >= 0:
            row = numpy.searchsorted(self.offsets, wrong, side="right") - 1
            raise ValueError(f"[Augment] row {row}: expected the answer {self.words[wrong].as_py()!r} at "
                             f"{self.begins[wrong]} of the text")
        ends = self.begins + pyarrow.compute.utf8_length(self.words).to_numpy(zero_copy_only=False)
        pairs = pyarrow.StructArray.from_arrays([pyarrow.array(self.begins), pyarrow.array(ends)], ["begin", "end"])
        return pyarrow.LargeListArray.from_arrays(pyarrow.array(self.offsets), pairs)

    def moved(self, places: Any, texts: Any, masked: bool) -> Answers:
        """The answers at other places of new texts; in `masked` ones a word of the same length may be another."""
        inner = columns.rows(places, "answers")
        begins, ends = (pyarrow.compute.struct_field(inner.values, name).to_numpy(zero_copy_only=False)
                        for name in ("begin", "end"))
        sizes = pyarrow.compute.utf8_length(self.words).to_numpy(zero_copy_only=False)
        if not masked and len(begins) == len(sizes) and numpy.array_equal(ends - begins, sizes):
            return Answers(inner.offsets, begins, self.words)
        rows = numpy.repeat(numpy.arange(len(texts)), numpy.diff(inner.offsets))
        words = [texts[row].as_py()[begin:end] for row, begin, end in zip(rows.tolist(), begins, ends)]
        return Answers(inner.offsets, begins, pyarrow.array(words, pyarrow.large_string()))

    def to_column(self, like: Any) -> Any:
        """As a column of the type of another, whose other fields must fit."""
        made = {"text": self.words, "answer_start": pyarrow.array(self.begins)}
        fields = []
        for field in like.type:
            old = pyarrow.compute.struct_field(like, field.name)
            if field.name in made:
                old = columns.list_column(made[field.name].cast(field.type.value_type), self.offsets, old)
            fields.append(old)
        return pyarrow.StructArray.from_arrays(fields, fields=list(like.type))

    def to_rows(self, like: list[Any]) -> list[Any]:
        """As mappings, like others; where nothing has changed, those: new ones cost more than a drop."""
        begins, words, offsets = self.begins.tolist(), self.words.to_pylist(), self.offsets.tolist()
        rows = []
        for row, first, last in zip(like, offsets, offsets[1:]):
            text, starts = words[first:last], begins[first:last]
            same = row is None or starts == row["answer_start"] and text == row["text"]
            rows.append(row if same else {**row, "text": text, "answer_start": starts})
        return rows
