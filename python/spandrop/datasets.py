"""SpanDrop on data sets of Hugging Face: for `map` with batched=True, and for `set_transform`."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import pyarrow

from spandrop.augment import SpanDrop
from spandrop.epoch import Epoch
from spandrop.tables import Columns, drop_batch

_PLACES = pyarrow.list_(pyarrow.struct([("begin", pyarrow.int64()), ("end", pyarrow.int64())]))
_ANSWERS = "answers at their places"  # a column of our own


class Augment:
    """Drops spans of each row of a batch; a function from batches to batches.

    `columns` are those of `SpanDrop.drop_table`: text or tokens, id, annotations, protected, spans, question,
    parallel. `answers` names a column in the form of SQuAD, with text and answer_start; answers are protected,
    unless drop.protect is "none". Fingerprints hang on the options, the columns and the view: what was made before
    comes from the cache.

    >>> aug = Augment(SpanDrop(rate=0.5, seed=1), text="context")
    >>> aug({"id": ["a", "b"], "context": ["A. B. C.", "D. E. F."]})
    {'id': ['a', 'b'], 'context': ['B. ', 'E. F.']}
    """

    def __init__(self, drop: SpanDrop, *, view: int = 0, answers: str = "", **columns: Any) -> None:
        if not isinstance(drop, SpanDrop):
            raise TypeError(f"[Augment] expected a SpanDrop or SpanMask, got {type(drop).__name__}")
        self.drop = dataclasses.replace(drop, protect="annotations") if answers and drop.protect != "none" else drop
        self.answers = answers
        self.columns = Columns(**columns)
        self._view = Epoch(view)

    def set_epoch(self, epoch: int) -> None:
        """Another epoch, another view of each row; for `set_transform`, before the loader is iterated over."""
        self._view.value = epoch

    def __call__(self, batch: Any) -> Any:
        """A table of pyarrow, as format "arrow" has it, or a mapping from names to lists."""
        if isinstance(batch, pyarrow.Table):
            made = self._dropped({name: batch[name].combine_chunks() for name in self._used(batch.column_names)})
            for name, array in made.items():
                place = batch.column_names.index(name)
                array = array if array.type == batch.field(name).type else array.cast(batch.field(name).type)
                batch = batch.set_column(place, batch.field(name), array)
            return batch
        made = self._dropped({name: pyarrow.array(batch[name]) for name in self._used(batch.keys())})
        for name, array in made.items():
            batch[name] = array.to_pylist()
        return batch

    def _used(self, names: Any) -> list[str]:
        used = {name for name in dataclasses.astuple(self.columns) if isinstance(name, str)}
        if self.answers and self.columns.annotations in names:
            raise ValueError(f"[Augment] expected answers or annotations, got the columns {self.answers} and "
                             f"{self.columns.annotations}")
        return [name for name in names if name in {*used, *self.columns.parallel, self.answers}]

    def _dropped(self, given: dict[str, Any]) -> dict[str, Any]:
        """The columns that a drop changes."""
        columns = self.columns
        answers = given.pop(self.answers, None)
        if self.answers:
            if answers is None or columns.text not in given:
                raise ValueError(f"[Augment] expected the columns {columns.text} and {self.answers}, got {list(given)}")
            found = answers.to_pylist()
            given[_ANSWERS] = pyarrow.array(_places(found, given[columns.text].to_pylist()), _PLACES)
            columns = dataclasses.replace(columns, annotations=_ANSWERS)
        batch = pyarrow.RecordBatch.from_pydict(given)
        dropped = drop_batch(self.drop, batch, columns, self._view.value, 1)
        changed = {columns.text, columns.tokens, columns.annotations, columns.protected, *columns.parallel}
        made = {name: dropped.column(name) for name in given if name in changed}
        if self.answers:
            places, texts = made.pop(_ANSWERS).to_pylist(), made[columns.text].to_pylist()
            made[self.answers] = pyarrow.array([_moved(*row) for row in zip(found, places, texts)], answers.type)
        return made


def _places(answers: Sequence[Any], texts: Sequence[str]) -> list[list[dict[str, int]]]:
    """Where the answers are, checked against the text."""
    places = []
    for row, (answer, text) in enumerate(zip(answers, texts)):
        found = []
        for words, begin in zip(answer["text"], answer["answer_start"]):
            if text[begin : begin + len(words)] != words:
                raise ValueError(f"[Augment] row {row}: expected the answer {words!r} at {begin} of the text")
            found.append({"begin": begin, "end": begin + len(words)})
        places.append(found)
    return places


def _moved(answer: Any, places: list[dict[str, int]], text: str) -> dict[str, Any]:
    return {**answer, "text": [text[place["begin"] : place["end"]] for place in places],
            "answer_start": [place["begin"] for place in places]}
