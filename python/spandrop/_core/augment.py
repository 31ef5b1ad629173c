"""SpanDrop and SpanMask: immutable settings, and the methods that apply them."""

from __future__ import annotations

import dataclasses
import numbers
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

import numpy
from numpy.typing import ArrayLike, NDArray

from spandrop import _native
from spandrop._core import elements, labels, ragged
from spandrop._core.choices import Fate, MaskPer, OnLost, Protect
from spandrop._core.content import content_id
from spandrop._core.docs import with_section
from spandrop._core.own_texts import OwnTexts
from spandrop._core.ragged import Ragged
from spandrop._core.result import Dropped
from spandrop._core.value import Value

if TYPE_CHECKING:
    import torch

_DEFAULTS = _native.Options().to_dict()  # defined once, in the C++ library
_OPTIONS = ("rate", "gamma", "seed", "spans", "min_keep", "tries", "protect", "on_lost")
_Table = TypeVar("_Table")


@dataclasses.dataclass(frozen=True)
class SpanDrop(Value):
    """Remove random spans from sequences, and move labels to their new positions.

    The object is immutable. Call it, or its method `drop`, with a text, a list of tokens, an array or a tensor.

    Options:
        rate: Mean probability that a span is dropped, in [0, 1].
        gamma: How much the rate varies between examples. Each example draws its own rate from
            Beta(gamma, gamma (1 - rate) / rate), which is Beta-SpanDrop. With infinity, every example has the same rate,
            which is plain SpanDrop.
        seed: Random seed.
        spans: What is dropped as one unit: "sentence", "word", "char", "paragraph", "every:K", "regex:R", "adaptive",
            "adaptive:N" or "field" (the spans that you pass to `drop`). "auto" means sentences for a text and single
            elements for any other sequence.
        min_keep: Minimum number of spans to keep.
        tries: With on_lost="reject", the number of draws before the example is left unchanged.
        protect: What is never dropped: "none", "field" (the protected ranges) or "annotations" (annotations as well).
        on_lost: What to do with annotations whose text is dropped, in part or entirely: "keep" what remains of their
            range, "drop" them, "reject" the draw and draw again, or raise an "error".

    >>> SpanDrop(rate=0.2, gamma=float("inf"))([1, 2, 3, 4, 5], id=8).tokens
    [1, 2, 3, 4]
    >>> SpanDrop.from_json(SpanDrop(seed=3).to_json()) == SpanDrop(seed=3)
    True
    """

    rate: float = _DEFAULTS["rate"]
    gamma: float = _DEFAULTS["gamma"]
    seed: int = _DEFAULTS["seed"]
    spans: str = _DEFAULTS["spans"]
    min_keep: int = _DEFAULTS["min_keep"]
    tries: int = _DEFAULTS["tries"]
    protect: Protect = _DEFAULTS["protect"]
    on_lost: OnLost = _DEFAULTS["on_lost"]

    _options: ClassVar[_native.Options]  # the same settings for C++; one per object, but not a dataclass field

    def __post_init__(self) -> None:
        self._set_options(None, False)

    def _set_options(self, mask: str | None, mask_spans: bool) -> None:
        for name in ("rate", "gamma"):
            if not isinstance(getattr(self, name), numbers.Real):
                kind = type(getattr(self, name)).__name__
                raise TypeError(f"[{type(self).__name__}] expected {name} to be a number, got {kind}")
        fields = {name: getattr(self, name) for name in _OPTIONS}
        options = _native.Options(**fields, mask=mask, mask_spans=mask_spans)
        object.__setattr__(self, "_options", options)
        # Store the converted values, so that objects made with 1 and 1.0 are equal, print alike and hash alike.
        converted = options.to_dict()
        for name in _OPTIONS:
            object.__setattr__(self, name, converted[name])

    def drop(
        self,
        sequence: str | Sequence[Any] | NDArray[Any] | torch.Tensor,
        *,
        annotations: Iterable[Any] | None = None,
        protected: Iterable[Any] = (),
        spans: Iterable[Any] | None = None,
        question: str = "",
        id: str | int | _native.ExampleId | None = None,
        view: int = 0,
        parallel: Mapping[str, Any] | None = None,
    ) -> Dropped:
        """Drop spans from a text, from a list of tokens, or from an array or tensor along its first axis.

        Args:
            sequence: A text, list, tuple, NumPy array, tensor, or series of pandas or polars. The result has the same type.
            annotations: Labelled ranges: mappings with "begin" and "end" or with "start" and "end", or tuples and lists
                that start with the two numbers. Other members are kept; "text" and "word" are updated if they were the
                text of the range. Positions in texts are code points; ends are exclusive.
            protected: Pairs of begin and end. Spans that touch them are never dropped.
            spans: Your own spans, as pairs of begin and end, for SpanDrop(spans="field").
            question: The question about a text, for adaptive spans.
            id: A name for the example. The draw depends on it. Without an id, the draw depends on the content.
            view: Number of the view. Pass the epoch to get a different draw in each epoch.
            parallel: Lists or arrays, by name, that lose the same elements as the sequence.

        Returns:
            The shortened sequence with its labels at their new positions.

        >>> aug = SpanDrop(rate=0.5, seed=1)
        >>> aug.drop("A. B. C.", annotations=[{"begin": 6, "end": 8, "label": "x"}], id=1).annotations
        [{'begin': 3, 'end': 5, 'label': 'x'}]
        """
        if spans is not None and self.spans != "field":
            raise ValueError(
                f'[drop] expected spans= only with SpanDrop(spans="field"), got spans="{self.spans}"; '
                'create the object with spans="field"'
            )
        given = labels.listed(annotations)
        places = labels.ranges(given)
        if isinstance(sequence, str):
            if parallel:
                raise ValueError(
                    "[drop] expected a list or an array as the sequence with parallel=, got a text; "
                    "split it into tokens first"
                )
            dropped = _native.drop_text(self._options, sequence, id, view, places, protected, spans, question)
            left, beside = dropped.text, {}
        elif _has_axis(sequence):
            _check_axis(sequence, "sequence")
            length = len(sequence)
            if parallel is not None and not isinstance(parallel, Mapping):
                raise TypeError(f"[drop] expected parallel to map names to arrays, got {type(parallel).__name__}")
            beside = dict(parallel or {})
            for name, array in beside.items():
                _check_axis(array, name)
                if len(array) != length:
                    raise ValueError(
                        f"[drop] expected {name} to have {length} elements, like the sequence, got {len(array)}"
                    )
            key = id if id is not None else content_id(elements.as_array(sequence))
            dropped = _native.drop_elements(self._options, length, key, view, places, protected, spans)
            sources = dropped.offsets.sources()
            left = self._left(sequence, sources, dropped.offsets)
            beside = {name: elements.take(array, sources) for name, array in beside.items()}
        else:
            kind = type(sequence).__name__
            raise TypeError(f"[drop] expected a str, a list, a tuple, a NumPy array or a tensor, got {kind}")
        texts = OwnTexts()
        moved = [
            texts.moved(annotation, begin, end, sequence, left)
            for annotation, (begin, end, fate) in zip(given, dropped.annotations)
            if self.on_lost != "drop" or fate in ("kept", "shifted")
        ]
        texts.warn()
        return Dropped(
            sequence=left,
            annotations=moved,
            protected=[(begin, end) for begin, end, fate in dropped.protected if fate != "gone"],
            kept=dropped.kept(),
            offsets=dropped.offsets,
            fates=[cast(Fate, fate) for _, _, fate in dropped.annotations],
            parallel=beside,
        )

    __call__ = drop

    def _left(self, sequence: Any, sources: NDArray[numpy.int64], offsets: _native.Offsets) -> Any:
        return elements.take(sequence, sources)

    def drop_ragged(
        self,
        values: ArrayLike,
        offsets: ArrayLike,
        *,
        ids: ArrayLike | Iterable[str | int] | None = None,
        view: int = 0,
        never_drop: ArrayLike | None = None,
        parallel: Mapping[str, ArrayLike] | None = None,
        threads: int = 1,
        out: tuple[NDArray[Any], NDArray[numpy.int64]] | None = None,
    ) -> Ragged:
        """Drop spans from each sequence of a batch: sequence i is values[offsets[i]:offsets[i + 1]].

        SpanMask replaces the elements instead, and returns offsets and parallel arrays unchanged.

        Args:
            values: The elements of all sequences, in one array. It is not copied.
            offsets: Where each sequence begins in `values`, and the end of the last one.
            ids: One name per sequence, or the array from `example_ids`. Without ids, draws depend on the content, which
                must then be integers.
            view: Number of the view. Pass the epoch to get a different draw in each epoch.
            never_drop: One value per element. A span is kept if the value is nonzero for any of its elements.
            parallel: Arrays, by name, that lose the same elements as the values.
            threads: Number of threads. The result does not depend on it.
            out: Memory for the new values and offsets: two arrays with the types and lengths of the input. SpanMask
                writes only to the first, which may be `values` itself.

        Returns:
            The shortened values, their offsets and the shortened parallel arrays.

        >>> aug = SpanDrop(rate=0.5, seed=1)
        >>> batch = aug.drop_ragged(numpy.arange(6), [0, 3, 6], ids=["a", "b"])
        >>> batch.values.tolist(), batch.offsets.tolist()
        ([1, 4, 5], [0, 1, 3])
        >>> mask = SpanMask(mask=0, rate=0.5, seed=1)
        >>> mask.drop_ragged(numpy.arange(1, 7), [0, 3, 6], ids=["a", "b"]).values.tolist()
        [0, 2, 0, 0, 5, 6]
        """
        if not parallel and ids is not None and type(values) is numpy.ndarray and not isinstance(self, SpanMask):
            # The C++ code checks arrays itself. Checking them here as well would cost small batches 10 % of their time.
            try:
                left: Ragged = _native.drop_ragged(
                    Ragged, self._options, values, offsets, ids, view, never_drop, threads, out
                )
                return left
            except TypeError:  # converted, or rejected with a reason, below
                pass
        return self._left_ragged(ragged.Batch(values, offsets, ids, view, never_drop, parallel, threads, out))

    def _left_ragged(self, batch: ragged.Batch) -> Ragged:
        return batch.drop(self._options)

    def drop_table(
        self,
        table: _Table,
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
        threads: int = 1,
    ) -> _Table:
        """Drop spans from each row of a table, and return a table of the same kind with the same columns.

        Args:
            table: A pyarrow table or record batch, or a pandas or polars data frame.
            view: Number of the view. Pass the epoch to get a different draw in each epoch.
            threads: Number of threads. The result does not depend on it.

        Columns (each argument names one; columns with default names are optional, and "" ignores a column):
            text: The texts. A table needs a column of texts or of tokens.
            tokens: Lists of tokens of any type.
            id: Strings or integers that the draws depend on. Without ids, draws depend on the content.
            annotations: Labelled ranges, as lists of structs with begin and end, or with start and end. They move with
                the text.
            protected: Ranges that are never dropped, as lists of such structs or of pairs.
            spans: Your own spans in the same form, for SpanDrop(spans="field").
            question: Questions about the texts, for adaptive spans.
            parallel: One or more columns of lists that lose the same elements as the tokens.
            answers: Answers in SQuAD's format. They move with the text and are never dropped, unless protect is "none".
            tags: Tags of the tokens (BIO, BIOES or BILOU), as strings or integers. They stay valid.
            tag_names: Not a column: the names of tags, if they are integers, as a list, a mapping such as id2label, or a
                ClassLabel of Hugging Face Datasets.

        >>> import pyarrow
        >>> table = pyarrow.table({"id": [1], "text": ["A. B. C."], "label": [0]})
        >>> SpanDrop(rate=0.5, seed=1).drop_table(table).to_pylist()
        [{'id': 1, 'text': 'A. C.', 'label': 0}]
        """
        from spandrop._arrow import tables

        names = tables.Columns(
            text, tokens, id, annotations, protected, spans, question, parallel, answers, tags, tag_names
        )
        return tables.drop_table(self, table, names, view, threads)

    def drop_array(
        self,
        array: _Table,
        *,
        ids: ArrayLike | Iterable[str | int | None] | None = None,
        view: int = 0,
        threads: int = 1,
    ) -> _Table:
        """Drop spans from each row of a pyarrow array of strings or lists, and return an array of the same kind.

        Args:
            array: An array or chunked array. Nulls stay null.
            ids: One name per row, or the array from `example_ids`. Without ids, draws depend on the content.
            view: Number of the view. Pass the epoch to get a different draw in each epoch.
            threads: Number of threads. The result does not depend on it.

        >>> import pyarrow
        >>> SpanDrop(rate=0.5, seed=1).drop_array(pyarrow.array([[1, 2, 3], None, [4, 5, 6]]), ids=["a", "x", "b"])
        <pyarrow.lib.ListArray object at ...>
        [
          [
            2
          ],
          null,
          [
            5,
            6
          ]
        ]
        """
        from spandrop._arrow import arrays

        return arrays.drop_array(self, array, ids, view, threads)


@with_section("Options", SpanDrop)
@dataclasses.dataclass(frozen=True)
class SpanMask(SpanDrop):
    """Replace random spans with a mask instead of removing them.

    Args:
        mask: What replaces a dropped element. In texts, a single character, unless per is "span".
        per: "element" inserts one mask per dropped element, "span" one per dropped span.

    Options: as for SpanDrop.

    >>> SpanMask(mask="_", rate=0.5, seed=1)("A. B. C.", id=1).text
    'A. ___C.'
    >>> SpanMask(mask=103, rate=0.5, seed=1)([7, 8, 9], id=1).tokens
    [7, 103, 9]
    """

    mask: str | int | float = dataclasses.field(kw_only=True)
    per: MaskPer = dataclasses.field(default="element", kw_only=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpanMask) and type(self) is type(other) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[Any, ...]:
        """Compared and hashed. The masks 1 and 1.0 differ, and NaN equals NaN."""
        return *({**self.to_dict(), "mask": None}.values()), type(self.mask), repr(self.mask)

    def __post_init__(self) -> None:
        if not isinstance(self.mask, (str, int, float, numpy.integer, numpy.floating)):
            raise TypeError(f"[SpanMask] expected a mask of type str, int or float, got {type(self.mask).__name__}")
        if isinstance(self.mask, numpy.generic):
            object.__setattr__(self, "mask", self.mask.item())
        if self.per not in ("element", "span"):
            raise ValueError(f'[SpanMask] expected per to be "element" or "span", got {self.per!r}')
        self._set_options(str(self.mask), self.per == "span")

    def _left(self, sequence: Any, sources: NDArray[numpy.int64], offsets: _native.Offsets) -> Any:
        return elements.masked(elements.take(sequence, sources), numpy.flatnonzero(offsets.new_to_old() < 0), self.mask)

    def _left_ragged(self, batch: ragged.Batch) -> Ragged:
        if self.per == "span":
            raise ValueError('[drop_ragged] expected per="element", got per="span"; use drop for one mask per span')
        return batch.mask(self._options, self.mask)


def _has_axis(array: Any) -> bool:
    return isinstance(array, (list, tuple, numpy.ndarray)) or elements.is_tensor(array) or elements.is_series(array)


def _check_axis(array: Any, what: str) -> None:
    if not _has_axis(array):
        raise TypeError(
            f"[drop] expected {what} to be a list, a tuple, an array, a tensor or a series, got {type(array).__name__}"
        )
    if (isinstance(array, numpy.ndarray) or elements.is_tensor(array)) and array.ndim == 0:
        raise ValueError(f"[drop] expected {what} to have at least one axis, got none")
