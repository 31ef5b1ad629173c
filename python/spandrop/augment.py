"""SpanDrop and SpanMask: small values that say how to drop, and do it."""

from __future__ import annotations

import dataclasses
import numbers
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy
from numpy.typing import ArrayLike, NDArray

from spandrop import _native, elements, labels, ragged
from spandrop.content import content_id
from spandrop.ragged import Ragged
from spandrop.result import Dropped
from spandrop.value import Value

if TYPE_CHECKING:
    import torch

_DEFAULTS = _native.Options()  # the library's


@dataclasses.dataclass(frozen=True)
class SpanDrop(Value):
    """Removes random spans of sequences. Options and defaults are those of the command `spandrop drop`.

    rate: the mean probability that a span is dropped, in [0, 1].
    gamma: each example has a rate of its own from Beta(gamma, gamma (1 - rate) / rate), which is Beta-SpanDrop; with
        infinity all have the same, which is plain SpanDrop.
    seed: another seed, another result.
    spans: sentence, word, char, paragraph, every:K, regex:R, adaptive, adaptive:N, or field (those that `drop` is given);
        auto: sentences of a text, single tokens.
    min_keep: at least so many spans are kept.
    tries: with on_lost="reject", draws before an example is left whole.
    protect: what is never dropped: none, field (the protected ranges) or annotations (these too).
    on_lost: what is done with annotations that are cut or gone: keep, drop, reject (draw again) or error.

    >>> SpanDrop(rate=0.2, gamma=float("inf")).drop([1, 2, 3, 4, 5], id=8).tokens
    [1, 2, 3, 4]
    >>> SpanDrop.from_json(SpanDrop(seed=3).to_json()) == SpanDrop(seed=3)
    True
    """

    rate: float = _DEFAULTS.rate
    gamma: float = _DEFAULTS.gamma
    seed: int = _DEFAULTS.seed
    spans: str = _DEFAULTS.spans
    min_keep: int = _DEFAULTS.min_keep
    tries: int = _DEFAULTS.tries
    protect: str = _DEFAULTS.protect
    on_lost: str = _DEFAULTS.on_lost

    _options: ClassVar[_native.Options]  # the same for the library; each object has its own, which is no field

    def __post_init__(self) -> None:
        self._set_options(None, False)

    def _set_options(self, mask: str | None, mask_spans: bool) -> None:
        for name in ("rate", "gamma"):
            if not isinstance(getattr(self, name), numbers.Real):
                kind = type(getattr(self, name)).__name__
                raise TypeError(f"[{type(self).__name__}] expected {name} to be a number, got {kind}")
        options = _native.Options(self.rate, self.gamma, self.seed, self.spans, self.min_keep, self.tries,
                                  self.protect, self.on_lost, mask, mask_spans)
        object.__setattr__(self, "_options", options)
        # Values as the library has them, so that 1 and 1.0 are equal, printed and hashed alike.
        for name in ("rate", "gamma", "seed", "min_keep", "tries"):
            object.__setattr__(self, name, getattr(options, name))

    def drop(
        self,
        sequence: str | Sequence[Any] | NDArray[Any] | torch.Tensor,
        *,
        annotations: Iterable[Any] | None = None,
        protected: Iterable[Any] = (),
        spans: Iterable[Any] | None = None,
        question: str = "",
        id: str | int | _native.ExampleId | None = None,  # noqa: A002
        view: int = 0,
        parallel: Mapping[str, Any] | None = None,
    ) -> Dropped:
        """Drops spans of a text, of a list of tokens, or of an array or tensor along its first axis.

        Annotations are mappings with "begin" and "end", or tuples that start with them; `protected` and `spans`
        are pairs. Positions in texts are code points. Without an id, the draw is keyed by the content.
        `parallel` are lists or arrays that are shortened with a list or an array.

        >>> aug = SpanDrop(rate=0.5, seed=1)
        >>> aug.drop("A. B. C.", annotations=[{"begin": 6, "end": 8, "label": "x"}], id=1).annotations
        [{'begin': 3, 'end': 5, 'label': 'x'}]
        """
        if spans is not None and self.spans != "field":
            raise ValueError(f"[drop] expected spans only with the rule field, got the rule {self.spans}")
        given = labels.listed(annotations)
        places = labels.ranges(given)
        if isinstance(sequence, str):
            if parallel:
                raise ValueError("[drop] expected tokens beside parallel arrays, got a text")
            dropped = _native.drop_text(self._options, sequence, id, view, places, protected, spans, question)
            left, beside = dropped.text, {}
        elif isinstance(sequence, (list, tuple, numpy.ndarray)) or elements.is_tensor(sequence):
            _check_axis(sequence, "sequence")
            length = len(sequence)
            if parallel is not None and not isinstance(parallel, Mapping):
                raise TypeError(f"[drop] expected parallel to be arrays by name, got {type(parallel).__name__}")
            beside = dict(parallel or {})
            for name, array in beside.items():
                _check_axis(array, name)
                if len(array) != length:
                    raise ValueError(f"[drop] expected {name} to have {length} elements, got {len(array)}")
            key = id if id is not None else content_id(elements.as_array(sequence))
            dropped = _native.drop_elements(self._options, length, key, view, places, protected, spans)
            sources = dropped.offsets.sources()
            left = self._left(sequence, sources, dropped.offsets)
            beside = {name: elements.take(array, sources) for name, array in beside.items()}
        else:
            kind = type(sequence).__name__
            raise TypeError(f"[drop] expected a str, a list, a tuple, a NumPy array or a tensor, got {kind}")
        return Dropped(
            sequence=left,
            annotations=[labels.moved(annotation, begin, end)
                         for annotation, (begin, end, fate) in zip(given, dropped.annotations)
                         if self.on_lost != "drop" or fate in ("kept", "shifted")],
            protected=[(begin, end) for begin, end, fate in dropped.protected if fate != "gone"],
            kept=dropped.kept(),
            offsets=dropped.offsets,
            fates=[fate for _, _, fate in dropped.annotations],
            parallel=beside,
        )

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
        """Drops spans of each sequence of a batch: sequence i is values[offsets[i]:offsets[i + 1]].

        Arrays are read where they are. `ids` has one name for each sequence, or is the array of `example_ids`;
        without it whole numbers are keyed by their content. Spans with an element whose `never_drop` is not 0
        stay. Arrays of `parallel` are shortened with the values. `out` is memory for the result, as large as the
        input. The result does not depend on the number of threads.

        >>> aug = SpanDrop(rate=0.5, seed=1)
        >>> batch = aug.drop_ragged(numpy.arange(6), [0, 3, 6], ids=["a", "b"])
        >>> batch.values.tolist(), batch.offsets.tolist()
        ([1, 4, 5], [0, 1, 3])
        """
        if not parallel and ids is not None and type(values) is numpy.ndarray:
            # The library looks at arrays itself; to look at those of a small batch here too costs a tenth of its drop.
            try:
                left: Ragged = _native.drop_ragged(Ragged, self._options, values, offsets, ids, view, never_drop, threads, out)
                return left
            except TypeError:  # to be converted, or refused with a reason
                pass
        return ragged.drop(self._options, values, offsets, ids, view, never_drop, parallel, threads, out)

    def drop_table(
        self,
        table: Any,
        *,
        view: int = 0,
        threads: int = 1,
        **columns: Any,
    ) -> Any:
        """Drops spans of each row of a table of pyarrow, pandas or polars; the same kind of table comes back.

        Columns have the names of the fields of the command: `text` or `tokens`, and if there are, `id`,
        `annotations` (lists of structs with begin and end), `protected`, `spans`, `question`. Others stay as they
        are. Arguments give them other names, as in text="context", and name lists that are shortened with the
        tokens, as in parallel=("mask",). answers="answers" are in the form of SQuAD: they move with the text and are
        never dropped (unless protect is "none"). tags="tags" are those of the tokens in the BIO scheme, strings or numbers
        that tag_names names: they stay valid. An empty name: no such column.

        >>> import pyarrow
        >>> table = pyarrow.table({"id": [1], "text": ["A. B. C."], "label": [0]})
        >>> SpanDrop(rate=0.5, seed=1).drop_table(table).to_pylist()
        [{'id': 1, 'text': 'A. C.', 'label': 0}]
        """
        from spandrop import tables

        return tables.drop_table(self, table, tables.Columns.of(**columns), view, threads)

    def drop_array(
        self,
        array: Any,
        *,
        ids: Any = None,
        view: int = 0,
        threads: int = 1,
    ) -> Any:
        """Drops spans of each row of an array of pyarrow: strings, or lists of anything.

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
        from spandrop import arrow_arrays

        return arrow_arrays.drop_array(self, array, ids, view, threads)


@dataclasses.dataclass(frozen=True)
class SpanMask(SpanDrop):
    """Replaces random spans instead of removing them. Beside the options of SpanDrop it has

    mask: what stands in place of a dropped element; for texts a character.
    per: one mask for each element, or for each span (then of any length in texts): element or span.

    >>> SpanMask(mask="_", rate=0.5, seed=1).drop("A. B. C.", id=1).text
    'A. ___C.'
    >>> SpanMask(mask=103, rate=0.5, seed=1).drop([7, 8, 9], id=1).tokens
    [7, 103, 9]
    """

    mask: str | int | float = dataclasses.field(kw_only=True)
    per: str = dataclasses.field(default="element", kw_only=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpanMask) and type(self) is type(other) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[Any, ...]:
        """What equal objects have in common: 1 and 1.0 are other masks, and NaN is one."""
        return *({**self.to_dict(), "mask": None}.values()), type(self.mask), repr(self.mask)

    def __post_init__(self) -> None:
        if not isinstance(self.mask, (str, int, float, numpy.integer, numpy.floating)):
            raise TypeError(f"[SpanMask] expected a mask of type str, int or float, got {type(self.mask).__name__}")
        if isinstance(self.mask, numpy.generic):
            object.__setattr__(self, "mask", self.mask.item())
        if self.per not in ("element", "span"):
            raise ValueError(f"[SpanMask] expected per to be element or span, got {self.per}")
        self._set_options(str(self.mask), self.per == "span")

    def _left(self, sequence: Any, sources: NDArray[numpy.int64], offsets: _native.Offsets) -> Any:
        return elements.masked(elements.take(sequence, sources), numpy.flatnonzero(offsets.new_to_old() < 0), self.mask)

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
        """Masks elements of each sequence of a batch; offsets and parallel arrays stay as they are.

        So of `out` only the first array is written to; it may be that of the values.

        >>> aug = SpanMask(mask=0, rate=0.5, seed=1)
        >>> aug.drop_ragged(numpy.arange(1, 7), [0, 3, 6], ids=["a", "b"]).values.tolist()
        [0, 2, 0, 0, 5, 6]
        """
        if self.per == "span":
            raise ValueError("[drop_ragged] expected one mask for each element, got per='span'")
        return ragged.mask(self._options, self.mask, values, offsets, ids, view, never_drop, parallel, threads, out)


def _check_axis(array: Any, what: str) -> None:
    if not isinstance(array, (list, tuple, numpy.ndarray)) and not elements.is_tensor(array):
        raise TypeError(f"[drop] expected {what} to be a list, a tuple, an array or a tensor, got {type(array).__name__}")
    if not isinstance(array, (list, tuple)) and array.ndim == 0:
        raise ValueError(f"[drop] expected {what} to have at least one axis, got none")

