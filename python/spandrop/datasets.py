"""SpanDrop for Hugging Face Datasets: a function for `map(..., batched=True)` and `set_transform`."""

from __future__ import annotations

import contextlib
import copy
import gc
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

import pyarrow

from spandrop import _native
from spandrop._arrow import columns
from spandrop._arrow.rows import drop_lists, in_form, labels_column
from spandrop._arrow.series import as_list, in_kind_of
from spandrop._arrow.tables import Columns, drop_columns, drop_table, is_frame
from spandrop._arrow.unnamed import warn_of_columns, warn_of_rows
from spandrop._core.augment import SpanDrop
from spandrop._core.docs import with_section
from spandrop._core.epoch import WithEpoch
from spandrop._core.errors import MissingColumnError

__all__ = ["Augment"]

_FORMATS = 'use map(..., batched=True) on a data set with_format(None), "arrow", "numpy", "pandas" or "polars"'


@contextlib.contextmanager
def _no_collector() -> Iterator[None]:
    """Pause garbage collection. While many lists are made, it would take longer than making them."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@with_section("Columns", SpanDrop.drop_table)
class Augment(WithEpoch):
    """A function that drops spans from each row of a batch, for `map(..., batched=True)` and `set_transform`.

    With `set_transform`, call `set_epoch` before each epoch; otherwise every epoch drops the same spans. The fingerprint
    depends on the options, the columns and the view, so `map` reads earlier results from its cache.

    Args:
        drop: The SpanDrop or SpanMask to apply.
        view: Number of the view. `set_epoch` changes it.

    Columns: as for `SpanDrop.drop_table`.

    >>> aug = Augment(SpanDrop(rate=0.5, seed=1), text="context")
    >>> aug({"id": ["a", "b"], "context": ["A. B. C.", "D. E. F."]})
    {'id': ['a', 'b'], 'context': ['B. ', 'E. F.']}
    """

    def __init__(
        self,
        drop: SpanDrop,
        *,
        text: str = "text",
        tokens: str = "tokens",
        id: str = "id",
        annotations: str = "annotations",
        protected: str = "protected",
        spans: str = "spans",
        question: str = "question",
        parallel: str | Sequence[str] = (),
        answers: str = "",
        tags: str = "",
        tag_names: Sequence[str] | Mapping[int, str] = (),
        view: int = 0,
    ) -> None:
        if not isinstance(drop, SpanDrop):
            raise TypeError(f"[Augment] expected a SpanDrop or SpanMask, got {type(drop).__name__}")
        self.columns = Columns(
            text, tokens, id, annotations, protected, spans, question, parallel, answers, tags, tag_names
        )
        self.drop = self.columns.protecting(drop)
        super().__init__(view)

    def __deepcopy__(self, memo: Any) -> Self:
        # Data sets copy their transform, for example when a column is renamed. set_epoch must reach the copy too.
        return copy.copy(self)

    def __call__(self, batch: Any) -> Any:
        """Drop spans from each row of a batch, and return the batch in the same form, with all its columns.

        Args:
            batch: A mapping of column names to lists, arrays or series; or, from a data set with such a format, a pyarrow
                table or a pandas or polars data frame.
        """
        if is_frame(batch):
            with _trainer_hint():
                return drop_table(self.drop, batch, self.columns, self.epoch, 1)
        if not isinstance(batch, (pyarrow.Table, Mapping)):
            raise TypeError(
                f"[Augment] expected a mapping of column names to lists, or a pyarrow table, got {type(batch).__name__}; "
                f"{_FORMATS}"
            )
        with _trainer_hint():
            self.columns.check(
                self.drop, batch.column_names if isinstance(batch, pyarrow.Table) else list(batch.keys())
            )
        # A lazy batch converts a column to a list when it is read. Its table can be inspected without that.
        table = batch if isinstance(batch, pyarrow.Table) else getattr(batch, "pa_table", None)
        if table is None:
            warn_of_rows(batch, self.columns)
        else:
            warn_of_columns(table, self.columns)
        if not isinstance(batch, pyarrow.Table):
            lists = self._lists(batch)
            left = {name: in_kind_of(batch[name], values) for name, values in self._drop_rows(lists).items()}
            if type(batch).__name__ != "LazyBatch":
                return {**batch, **left}
            lazy: Any = copy.copy(batch)  # reading the other columns here would convert them
            lazy.update(left)
            return lazy
        given = {name: batch[name].combine_chunks() for name in self.columns.used(self.drop, batch.column_names)}
        made = drop_columns(self.drop, given, self.columns, self.epoch, 1)
        for name, array in made.items():
            batch = batch.set_column(batch.column_names.index(name), batch.field(name).with_type(array.type), array)
        return batch

    def _lists(self, batch: Any) -> dict[str, list[Any]]:
        """The columns that a drop reads, as lists."""
        lists = {}
        for name in self.columns.used(self.drop, batch.keys()):
            values = as_list(batch[name])
            if values is None:
                raise TypeError(
                    f"[Augment] column {name}: expected a list of values, got {type(batch[name]).__name__}; {_FORMATS}"
                )
            lists[name] = values
        rows = {name: len(values) for name, values in lists.items()}
        if len(set(rows.values())) > 1:
            raise ValueError(f"[Augment] expected columns of equal length, got {rows}")
        return lists

    def _drop_rows(self, batch: dict[str, list[Any]]) -> dict[str, list[Any]]:
        """The columns that a drop changes, as lists. Only labels are converted to Arrow."""
        names, used = self.columns, list(batch)
        has_plain_texts = {names.text, names.id, names.question, names.answers}.issuperset(used) and not names.parallel
        if names.text in used and has_plain_texts:
            return self._drop_texts(batch)
        lists = {name: batch[name] for name in (names.tokens, *names.parallel) if names.tokens in used}
        given = {name: self._column(batch[name], name) for name in used if name not in lists}
        sequence = names.tokens if lists else names.text
        with _no_collector():
            made = (
                drop_lists(self.drop, lists, given, names, self.epoch, 1)
                if lists
                else drop_columns(self.drop, given, names, self.epoch, 1)
            )
            if sequence not in made:  # every row is missing
                return {}
            shortened = made[sequence] if lists else made[sequence].to_pylist()
            return {
                name: values
                if name in lists
                else in_form(values, batch[name], name, names, (batch[sequence], shortened))
                for name, values in made.items()
            }

    def _column(self, values: list[Any], name: str) -> Any:
        """A list as an Arrow column."""
        made = labels_column(values, name, self.columns)
        return columns.from_list(values, name) if made is None else made

    def _drop_texts(self, batch: dict[str, list[Any]]) -> dict[str, list[Any]]:
        """The same for texts whose only other columns are ids, questions and answers."""
        names = self.columns
        kinds = {"ids": names.id, "questions": names.question, "answers": names.answers}
        beside = {what: batch[name] for what, name in kinds.items() if name in batch}
        with _no_collector():
            texts, moved = _native.drop_rows(self.drop._options, self.epoch, batch[names.text], **beside)
        return {names.text: texts} | ({names.answers: moved} if names.answers else {})


@contextlib.contextmanager
def _trainer_hint() -> Iterator[None]:
    """Explain a missing column, if a Trainer is running: by default, it removes columns that the model does not accept."""
    try:
        yield
    except MissingColumnError as error:
        if not _is_in_trainer():
            raise
        raise MissingColumnError(
            f"{error}; if Hugging Face's Trainer removed it, set remove_unused_columns=False"
        ) from None


def _is_in_trainer() -> bool:
    """Whether a Trainer reads the data. Workers that it forks see its frames too."""
    frame: Any = sys._getframe(1)
    while frame is not None:
        if str(frame.f_globals.get("__name__")).startswith(("transformers.trainer", "trl.")):
            return True
        frame = frame.f_back
    return False
