"""SpanDrop on data sets of Hugging Face: for `map` with batched=True, and for `set_transform`."""

from __future__ import annotations

import contextlib
import copy
import gc
from collections.abc import Iterator, Mapping
from typing import Any, Self

import pyarrow

from spandrop import _native, columns
from spandrop.augment import SpanDrop
from spandrop.epoch import Epoch
from spandrop.rows import drop_lists, in_form, labels_column
from spandrop.tables import Columns, MissingColumnError, drop_columns
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
        try:
            self.columns.check(self.drop, batch.column_names if isinstance(batch, pyarrow.Table) else list(batch.keys()))
        except MissingColumnError as error:
            raise ValueError(f"{error}; Hugging Face's Trainer removes columns unless remove_unused_columns=False") from None
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
        """The columns that a drop changes, in Python's own values; only labels go by way of Arrow."""
        names, used = self.columns, self.columns.used(self.drop, batch.keys())
        has_plain_texts = {names.text, names.id, names.question, names.answers}.issuperset(used) and not names.parallel
        if names.text in used and has_plain_texts:
            return self._drop_texts(batch, used)
        lists = {name: batch[name] for name in (names.tokens, *names.parallel) if names.tokens in used}
        given = {name: self._column(batch[name], name) for name in used if name not in lists}
        with _no_collector():
            made = (drop_lists(self.drop, lists, given, names, self.epoch, 1) if lists else
                    drop_columns(self.drop, given, names, self.epoch, 1))
            return {name: values if name in lists else in_form(values, batch[name], name, names) for name, values in made.items()}

    def _column(self, values: list[Any], name: str) -> Any:
        """As a column of Arrow."""
        made = labels_column(values, name, self.columns)
        return columns.from_list(values, name) if made is None else made

    def _drop_texts(self, batch: Any, used: list[str]) -> dict[str, list[Any]]:
        """The same, of texts with nothing beside them but names, questions and answers."""
        names = self.columns
        kinds = {"ids": names.id, "questions": names.question, "answers": names.answers}
        beside = {what: batch[name] for what, name in kinds.items() if name in used}
        with _no_collector():
            texts, moved = _native.drop_rows(self.drop._options, self.epoch, batch[names.text], **beside)
        return {names.text: texts} | ({names.answers: moved} if names.answers else {})
