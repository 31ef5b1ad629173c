"""SpanDrop on data sets of Hugging Face: for `map` with batched=True, and for `set_transform`."""

from __future__ import annotations

import contextlib
import copy
import gc
from collections.abc import Iterator, Mapping
from typing import Any, Self

import pyarrow

from spandrop import _native, answers, columns
from spandrop.augment import SpanDrop, SpanMask
from spandrop.epoch import Epoch
from spandrop.ranges import offsets_of
from spandrop.tables import Columns, Labels, drop_columns, drop_sequences
from spandrop.unnamed import warn_of_columns, warn_of_rows


_FORMATS = 'map needs batched=True, and a data set with_format(None) or with_format("arrow")'


@contextlib.contextmanager
def _no_collector() -> Iterator[None]:
    """Many new lists would have Python look for garbage in them again and again, which takes longer than to make them."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class Augment:
    """Drops spans of each row of a batch; a function from batches to batches.

    The names of columns are those of `SpanDrop.drop_table`: text or tokens, id, annotations, protected, spans, question,
    parallel, answers, tags. Fingerprints hang on the options, the columns and the view: what was made before comes from the
    cache.

    >>> aug = Augment(SpanDrop(rate=0.5, seed=1), text="context")
    >>> aug({"id": ["a", "b"], "context": ["A. B. C.", "D. E. F."]})
    {'id': ['a', 'b'], 'context': ['B. ', 'E. F.']}
    """

    def __init__(self, drop: SpanDrop, *, view: int = 0, **names: Any) -> None:
        if not isinstance(drop, SpanDrop):
            raise TypeError(f"[Augment] expected a SpanDrop or SpanMask, got {type(drop).__name__}")
        self.columns = Columns.of(**names)
        self.drop = self.columns.protecting(drop)
        self._view = Epoch(view)

    def set_epoch(self, epoch: int) -> None:
        """Another epoch, another view of each row; for `set_transform`, before the loader is iterated over."""
        self._view.value = epoch

    @property
    def epoch(self) -> int:
        """The view, in every worker."""
        return self._view.value

    def __deepcopy__(self, memo: Any) -> Self:
        # Data sets copy what transforms them when a column is renamed, say: set_epoch must reach the copy too.
        return copy.copy(self)

    def __call__(self, batch: Any) -> Any:
        """A table of pyarrow, as format "arrow" has it, or a mapping from names to lists."""
        if not isinstance(batch, (pyarrow.Table, Mapping)):
            raise TypeError(f"[Augment] expected a mapping from names to lists, or a table of pyarrow, got {type(batch).__name__}; "
                            f"{_FORMATS}")
        self.columns.check(batch.column_names if isinstance(batch, pyarrow.Table) else list(batch.keys()))
        # A lazy batch holds the table that it makes lists of; a look at those would make them.
        table = batch if isinstance(batch, pyarrow.Table) else getattr(batch, "pa_table", None)
        if table is None:
            warn_of_rows(batch, self.columns)
        else:
            warn_of_columns(table, self.columns)
        if not isinstance(batch, pyarrow.Table):
            self._check_lists(batch)
            left = self._drop_rows(batch)
            # map itself adds the columns that it was not asked for; to ask would convert them.
            return left if type(batch).__name__ == "LazyBatch" else {**batch, **left}
        given = {name: batch[name].combine_chunks() for name in self.columns.used(self.drop, batch.column_names)}
        made = drop_columns(self.drop, given, self.columns, self.epoch, 1)
        for name, array in made.items():
            batch = batch.set_column(batch.column_names.index(name), batch.field(name).with_type(array.type), array)
        return batch

    def _check_lists(self, batch: Any) -> None:
        names = self.columns.used(self.drop, batch.keys())
        for name in names:
            if not isinstance(batch[name], list):
                raise TypeError(f"[Augment] column {name}: expected a list of values, got {type(batch[name]).__name__}; {_FORMATS}")
        rows = {name: len(batch[name]) for name in names}
        if len(set(rows.values())) > 1:
            raise ValueError(f"[Augment] expected columns of as many rows each, got {rows}")

    def _drop_rows(self, batch: Any) -> dict[str, list[Any]]:
        """The columns that a drop changes, of lists: in Python's own values where that can be, by way of Arrow else."""
        names, used = self.columns, self.columns.used(self.drop, batch.keys())
        has_plain_texts = {names.text, names.id, names.question, names.answers}.issuperset(used) and not names.parallel
        if names.text in used and has_plain_texts:
            return self._drop_texts(batch, used)
        if self._has_plain_lists(batch):
            return self._drop_lists(batch)
        given = {name: answers.from_rows(batch[name]) if name == names.answers else columns.from_list(batch[name], name)
                 for name in used}
        made = drop_columns(self.drop, given, names, self.epoch, 1)
        with _no_collector():
            return {name: answers.merged(array.to_pylist(), batch[name]) if name == names.answers else array.to_pylist()
                    for name, array in made.items()}

    def _has_plain_lists(self, batch: Any) -> bool:
        """Whether rows are lists that need not be looked into: each has an id, and nothing is masked."""
        names = self.columns
        return (names.tokens in batch and names.text not in batch and names.id in batch and None not in batch[names.id]
                and not isinstance(self.drop, SpanMask)
                and all(isinstance(row, list) for name in (names.tokens, *names.parallel) for row in batch[name]))

    def _drop_texts(self, batch: Any, used: list[str]) -> dict[str, list[Any]]:
        """The same, of texts with nothing beside them but names, questions and answers."""
        names = self.columns
        kinds = {"ids": names.id, "questions": names.question, "answers": names.answers}
        beside = {what: batch[name] for what, name in kinds.items() if name in used}
        with _no_collector():
            texts, moved = _native.drop_rows(self.drop._options, self.epoch, batch[names.text], **beside)
        return {names.text: texts} | ({names.answers: moved} if names.answers else {})

    def _drop_lists(self, batch: Any) -> dict[str, list[Any]]:
        """The same, of lists: it is enough to ask for the places of the elements that are left, and none is converted."""
        names = self.columns
        rows, *beside = ([len(row) for row in batch[name]] for name in (names.tokens, *names.parallel))
        for name, others in zip(names.parallel, beside):
            if others != rows:
                raise ValueError(f"[Augment] expected the lists of {name} to be as long as those of {names.tokens}")
        offsets = offsets_of(rows)
        given = {name: columns.from_list(batch[name], name) for name in self.columns.used(self.drop, batch.keys())
                 if name not in (names.tokens, *names.parallel)}
        labels = Labels(self.drop, given, names, offsets)
        keys = columns.ids(given[names.id], lambda: None)  # each has one
        dropped = drop_sequences(self.drop, offsets, keys, self.epoch, 1, labels.arguments)
        with _no_collector():
            left = {name: _native.take_from_lists(batch[name], dropped["sources"], dropped["offsets"])
                    for name in (names.tokens, *names.parallel)}
        return left | {name: array.to_pylist() for name, array in labels.as_columns(dropped).items()}
