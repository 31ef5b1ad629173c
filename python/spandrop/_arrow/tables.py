"""Drop spans from the rows of Arrow tables and data frames. The columns stay; their labels move."""

from __future__ import annotations

import contextlib
import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy
import pyarrow
import pyarrow.compute
from numpy.typing import NDArray

from spandrop import _native
from spandrop._arrow import columns
from spandrop._arrow.answers import Answers
from spandrop._arrow.own_texts import with_own_texts
from spandrop._arrow.tag_column import TagColumn
from spandrop._arrow.unnamed import warn_of_columns
from spandrop._core import elements
from spandrop._core.augment import SpanDrop, SpanMask
from spandrop._core.errors import MissingColumnError
from spandrop._core.ragged import as_element
from spandrop._core.tags import by_number


@dataclasses.dataclass(frozen=True)
class Columns:
    """The names of the columns that a drop uses. Columns with default names are optional."""

    text: str = "text"
    """The sequences, as strings."""
    tokens: str = "tokens"
    """The sequences, as lists of any type."""
    id: str = "id"
    """What draws depend on: strings or integers."""
    annotations: str = "annotations"
    """Lists of structs with begin and end."""
    protected: str = "protected"
    """Ranges that are never dropped: lists of such structs, or of pairs."""
    spans: str = "spans"
    """The spans of each row, for SpanDrop(spans="field"), in the same form."""
    question: str = "question"
    """Questions, for adaptive spans."""
    parallel: str | Sequence[str] = ()
    """Lists that lose the same elements as the tokens. Stored as a tuple."""
    answers: str = ""
    """Answers in SQuAD's format: structs with the lists text and answer_start. Never dropped, unless protect is "none"."""
    tags: str = ""
    """Tags of the tokens (BIO, BIOES or BILOU). Entities are treated as annotations; the rest of one that was cut is tagged
    like a whole one."""
    tag_names: Sequence[str] | Mapping[int, str] = ()
    """The names of tags that are integers. Stored as a tuple."""

    def __post_init__(self) -> None:
        listed = (self.parallel,) if isinstance(self.parallel, str) else tuple(self.parallel)
        object.__setattr__(self, "parallel", listed)
        named = by_number(self.tag_names)
        if sorted(named) != list(range(len(named))):
            raise ValueError(
                f"[drop_table] expected tag_names for the tags 0 to {len(named) - 1}, got {self.tag_names!r}"
            )
        object.__setattr__(self, "tag_names", tuple(named[number] for number in range(len(named))))

    @property
    def all(self) -> set[str]:
        """All names. An empty name means that there is no such column."""
        return ({name for name in dataclasses.astuple(self) if isinstance(name, str)} | set(self.parallel)) - {""}

    def used(self, aug: SpanDrop, found: Iterable[str]) -> list[str]:
        """The columns of a table that a drop reads."""
        names = self.all if aug.spans.startswith("adaptive") else self.all - {self.question}
        return [name for name in found if name in names]

    def check(self, aug: SpanDrop, found: Sequence[str]) -> None:
        """Reject a table without a column that was named. Continuing would leave its labels at their old positions."""
        if self.spans not in ("", "spans") and aug.spans != "field":
            raise ValueError(
                f'[drop_table] expected SpanDrop(spans="field") with the column of spans {self.spans}, got "{aug.spans}"'
            )
        twice = next((name for name in found if name in self.all and found.count(name) > 1), None)
        if twice is not None:
            raise ValueError(f"[drop_table] expected one column named {twice}, got {found.count(twice)}")
        named = [
            getattr(self, field.name)
            for field in dataclasses.fields(self)
            if field.name not in ("parallel", "tag_names") and getattr(self, field.name) != field.default
        ]
        for name in (*named, *self.parallel):
            if name and name not in found:
                raise MissingColumnError(f"[drop_table] expected the column {name}, got {list(found)}")
        sequences = [name for name in (self.text, self.tokens) if name and name in found]
        if not sequences:
            raise MissingColumnError(
                f"[drop_table] expected one of the columns {self.text} and {self.tokens}, got {list(found)}; "
                "name the column with text= or tokens="
            )
        if len(sequences) > 1:
            raise ValueError(
                f"[drop_table] expected one of the columns {self.text} and {self.tokens}, got both; "
                'ignore one with text="" or tokens=""'
            )
        if self.answers and self.text not in found:
            raise ValueError(f"[drop_table] expected the column {self.text} with {self.answers}, got {list(found)}")
        if self.tags and self.tokens not in found:
            raise ValueError(f"[drop_table] expected the column {self.tokens} with {self.tags}, got {list(found)}")
        for what, name in (("answers", self.answers), ("tags", self.tags)):
            if name and self.annotations in found:
                raise ValueError(
                    f"[drop_table] expected either {what} or annotations, got the columns {name} and {self.annotations}"
                )

    def protecting(self, aug: SpanDrop) -> SpanDrop:
        """The augmentation, changed so that it never drops answers, unless it protects nothing."""
        return dataclasses.replace(aug, protect="annotations") if self.answers and aug.protect != "none" else aug


def is_frame(table: Any) -> bool:
    """Whether a value is a data frame of pandas or polars. Imports neither."""
    return not {"pandas.DataFrame", "polars.DataFrame"}.isdisjoint(elements.kinds_of(table))


def drop_table(aug: SpanDrop, table: Any, names: Columns, view: int, threads: int) -> Any:
    """Drop spans from each row and return a table of the same kind."""
    if isinstance(table, (pyarrow.RecordBatch, pyarrow.Table)):
        names.check(aug, table.schema.names)
        warn_of_columns(table, names)
    if isinstance(table, pyarrow.RecordBatch):
        return drop_batch(aug, table, names, view, threads)
    if isinstance(table, pyarrow.Table):
        # Rows are independent, so the result does not depend on the chunks of the table.
        batches, rows = [], 0
        for batch in table.to_batches():
            with rows_from(rows):
                batches.append(drop_batch(aug, batch, names, view, threads))
            rows += batch.num_rows
        if not batches:
            empty = pyarrow.RecordBatch.from_arrays(
                [pyarrow.array([], field.type) for field in table.schema], schema=table.schema
            )
            batches = [drop_batch(aug, empty, names, view, threads)]
        return pyarrow.Table.from_batches(batches)
    kinds = elements.kinds_of(table)
    if is_frame(table):
        from spandrop._arrow import frames

        drop = frames.drop_pandas if "pandas.DataFrame" in kinds else frames.drop_polars
        return drop(aug, table, names, view, threads)
    raise TypeError(
        f"[drop_table] expected a pyarrow table or a pandas or polars DataFrame, got {kinds[0]}"
        + ("; call collect() first" if "polars.LazyFrame" in kinds else "")
    )


@contextlib.contextmanager
def rows_from(first: int) -> Iterator[None]:
    """Add `first` to row numbers in error messages, so that they count from the start of the whole table."""
    try:
        yield
    except ValueError as error:
        if type(error) is not ValueError or not first:
            raise
        message = re.sub(r"^(\[\w+\] row )(\d+)", lambda found: found[1] + str(int(found[2]) + first), str(error))
        raise ValueError(message) from None


def drop_batch(aug: SpanDrop, batch: Any, names: Columns, view: int, threads: int) -> Any:
    """Drop spans from each row of a record batch, whose columns were checked."""
    # By position, because columns that a drop does not read may share a name.
    given = {name: batch.column(i) for i, name in enumerate(batch.schema.names) if name in names.all}
    made = drop_columns(aug, given, names, view, threads)
    arrays = [made.get(name, column) for name, column in zip(batch.schema.names, batch.columns, strict=True)]
    fields = [field.with_type(array.type) for field, array in zip(batch.schema, arrays, strict=True)]
    return pyarrow.RecordBatch.from_arrays(arrays, schema=pyarrow.schema(fields, batch.schema.metadata))


def drop_columns(
    aug: SpanDrop,
    given: dict[str, Any],
    names: Columns,
    view: int,
    threads: int,
    keys: NDArray[numpy.uint64] | None = None,
) -> dict[str, Any]:
    """The columns that a drop changes. `keys` are the ids of the rows, if they are known already."""
    has_text = names.text in given
    if pyarrow.types.is_null(given[names.text if has_text else names.tokens].type):
        return {}  # every row is null
    aug = names.protecting(aug)
    labels = Labels(aug, given, names, None if has_text else columns.rows(given[names.tokens], names.tokens).offsets)
    drop = _drop_texts if has_text else _drop_tokens
    made, dropped = drop(aug, given, names, view, threads, labels.arguments, keys)
    return made | labels.as_columns(dropped, made[names.text if has_text else names.tokens])


class Labels:
    """The ranges, answers and tags of a batch: as arguments for the C++ code, and as columns after the drop."""

    def __init__(
        self, aug: SpanDrop, given: Mapping[str, Any], names: Columns, tokens: NDArray[numpy.int64] | None
    ) -> None:
        self._aug, self._given, self._names = aug, given, names
        places = {
            what: columns.places(given[name], name)
            for what, name in (
                ("annotations", names.annotations),
                ("protected", names.protected),
                ("spans", names.spans),
            )
            if name in given and not pyarrow.types.is_null(given[name].type)
        }
        self.arguments: dict[str, Any] = {what: place for what, (place, _) in places.items()}
        self._inner = {what: inner for what, (_, inner) in places.items()}
        self._answers = None
        if names.answers and names.answers in given and not pyarrow.types.is_null(given[names.answers].type):
            self._answers = Answers.from_column(given[names.answers], given[names.text])
            self.arguments["annotations"] = self._answers.places
        self._tags = None
        if (
            names.tags
            and names.tags in given
            and tokens is not None
            and not (tokens[-1] == 0 and columns.is_empty(given[names.tags]))
        ):
            self._tags = TagColumn(given[names.tags], names.tag_names, tokens)
            self.arguments["annotations"] = self._tags.places

    def as_columns(self, dropped: Mapping[str, Any], shortened: Any = None) -> dict[str, Any]:
        """The columns after the drop. `shortened` is the column of shortened texts or tokens, if it is in Arrow."""
        masked = isinstance(self._aug, SpanMask)
        made = {}
        for what, inner in self._inner.items():
            name, places = getattr(self._names, what), self._moved(dropped, what)
            if shortened is not None:
                old = self._given[self._names.text if self._names.text in self._given else self._names.tokens]
                inner = with_own_texts(inner, self.arguments[what], places, old, shortened, masked)
            made[name] = columns.moved(self._given[name], inner, places)
        if self._answers:
            moved = self._answers.moved(self._moved(dropped, "annotations"), shortened, masked)
            made[self._names.answers] = moved.to_column(self._given[self._names.answers])
        if self._tags:
            is_lost = ~self._moved(dropped, "annotations")[2]
            made[self._names.tags] = self._tags.left(dropped["sources"], dropped["offsets"], is_lost)
        return made

    def _moved(self, dropped: Mapping[str, Any], what: str) -> columns.Moved:
        """The positions of one kind of label after the drop."""
        begins, ends, fates = dropped[what]
        stay = fates < _native.FATES.index("gone")
        if what == "annotations":
            stay = (fates < _native.FATES.index("cut")) | (self._aug.on_lost != "drop")
        return begins, ends, stay


def _drop_texts(
    aug: SpanDrop,
    given: dict[str, Any],
    names: Columns,
    view: int,
    threads: int,
    arguments: dict[str, Any],
    keys: NDArray[numpy.uint64] | None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    if names.parallel:
        raise ValueError("[drop_table] expected a column of tokens with parallel=, got a column of texts")
    texts = columns.texts(given[names.text], names.text)
    if keys is None:
        keys = columns.ids(given.get(names.id), lambda: _native.ids_of_texts(texts, False))
    question = given.get(names.question)
    if aug.spans.startswith("adaptive") and question is not None and not pyarrow.types.is_null(question.type):
        arguments["questions"] = columns.texts(question, names.question)
    dropped = _native.drop_batch(aug._options, keys, view, threads, texts=texts, **arguments)
    return {names.text: columns.text_column(dropped["texts"], dropped["offsets"], given[names.text])}, dropped


def _drop_tokens(
    aug: SpanDrop,
    given: dict[str, Any],
    names: Columns,
    view: int,
    threads: int,
    arguments: dict[str, Any],
    keys: NDArray[numpy.uint64] | None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    sequences = columns.rows(given[names.tokens], names.tokens)
    if keys is None:
        keys = columns.ids(given.get(names.id), lambda: columns.content_ids(sequences))
    dropped = drop_sequences(aug, sequences.offsets, keys, view, threads, arguments)
    sources = pyarrow.array(dropped["sources"])
    made = {}
    for name in (names.tokens, *names.parallel):
        beside = columns.rows(given[name], name)
        if not numpy.array_equal(beside.offsets, sequences.offsets):
            raise ValueError(f"[drop_table] expected the lists of {name} to be as long as those of {names.tokens}")
        values = columns.take(beside.values, sources)
        if name == names.tokens and isinstance(aug, SpanMask):
            values = _masked(values, dropped["masked"], aug.mask)
        made[name] = columns.list_column(values, dropped["offsets"], given[name])
    return made, dropped


def drop_sequences(
    aug: SpanDrop,
    offsets: NDArray[numpy.int64],
    keys: NDArray[numpy.uint64],
    view: int,
    threads: int,
    arguments: dict[str, Any],
) -> dict[str, Any]:
    """Drop elements of sequences of any type. `sources` are the old indices of the kept elements, split at `offsets`."""
    if arguments or aug.spans == "field" or isinstance(aug, SpanMask):
        return _native.drop_batch(aug._options, keys, view, threads, offsets=offsets, **arguments)
    # Ten times as fast.
    left = aug.drop_ragged(numpy.arange(offsets[-1]), offsets, ids=keys, view=view, threads=threads)
    return {"sources": left.values, "offsets": left.offsets}


def _masked(values: Any, masked: Any, mask: Any) -> Any:
    if not len(values):
        return values
    if pyarrow.types.is_integer(values.type) or pyarrow.types.is_floating(values.type):
        mask = as_element(mask, numpy.dtype(values.type.to_pandas_dtype()))
    try:
        element = pyarrow.scalar(mask, values.type)
    except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError, OverflowError):
        raise ValueError(f"[SpanMask] expected a mask that fits into {values.type}, got {mask!r}") from None
    where = pyarrow.array(masked.astype(bool))
    if pyarrow.types.is_string_view(values.type):  # not supported by if_else
        wide = pyarrow.large_string()
        return pyarrow.compute.if_else(where, element.cast(wide), values.cast(wide)).cast(values.type)
    return pyarrow.compute.if_else(where, element, values)
