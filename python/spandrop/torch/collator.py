"""The collator: drops spans of tokenised examples, moves their labels, and makes a batch."""

from __future__ import annotations

import copy
import dataclasses
import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

import numpy
import torch
from numpy.typing import NDArray

from spandrop import _native, labels
from spandrop.augment import SpanDrop, SpanMask
from spandrop.content import example_ids
from spandrop.epoch import Epoch
from spandrop.torch import batches, ranges
from spandrop.torch.examples import Columns, Example, cut, is_sequence, like
from spandrop.torch.ranges import NONE, Numbers, Ranges
from spandrop.torch.tags import Entities, Tags

PARALLEL = ("attention_mask", "token_type_ids", "special_tokens_mask", "offset_mapping", "labels")
Flags = NDArray[numpy.bool_]
_GONE, _CUT = _native.FATES.index("gone"), _native.FATES.index("cut")


class SpanDropCollator:
    """Drops spans of tokenised examples and hands them to a collator.

    `drop` says how; tokens know the rules `auto` (each token), `every:K` and `field`. Examples are mappings with
    input_ids; columns of `parallel` that have one value a token are shortened with them. These are looked for:

    - special_tokens_mask: never dropped; or else `special_tokens`, which the tokenizer knows.
    - start_positions, end_positions: the answer, its last token included. It is protected, unless drop.protect
      is "none"; then drop.on_lost says what becomes of one that is cut, and one that is gone is at 0, 0.
    - `id`: what draws are keyed by; without it the input_ids.
    - `spans`, if the rule is "field": pairs of begin and end; or the number of its span for each token, as
      word_ids gives them, where None and -1 belong to no span and are never dropped.
    - `annotations`: pairs, or mappings with begin and end; moved, and treated as drop.protect and on_lost say.
    - `protected`: the same, never dropped.
    - labels, where `tags` gives the names of their numbers: entities are annotations, and stay valid.

    `only` names a column whose tokens with 0 are never dropped: only="token_type_ids" drops in the second of two
    texts. What says how to drop (special_tokens_mask, `id`, `spans`, `protected`) does not go into the batch.

    `collate` is any collator; without it the batch is padded, or with padding=False flattened.

    >>> example = {"input_ids": [101, 5, 6, 7, 8, 9, 102], "start_positions": 3, "end_positions": 4}
    >>> collator = SpanDropCollator(SpanDrop(rate=0.5, seed=6), special_tokens=[101, 102])
    >>> batch = collator([example])
    >>> batch["input_ids"], batch["start_positions"], batch["end_positions"]
    (tensor([[101,   7,   8,   9, 102]]), tensor([1]), tensor([2]))
    """

    def __init__(
        self,
        drop: SpanDrop,
        collate: Callable[[list[Any]], Any] | None = None,
        *,
        tokenizer: Any = None,
        padding: bool = True,
        special_tokens: Iterable[int] | None = None,
        only: str = "",
        tags: Sequence[str] | Mapping[int, str] | None = None,
        id: str = "id",  # noqa: A002
        spans: str = "spans",
        annotations: str = "annotations",
        protected: str = "protected",
        parallel: Sequence[str] = PARALLEL,
    ) -> None:
        if not isinstance(drop, SpanDrop):
            raise TypeError(f"[SpanDropCollator] expected a SpanDrop or SpanMask, got {type(drop).__name__}")
        self.drop = drop
        self.tokenizer = tokenizer
        self.special_tokens = _special_tokens(special_tokens, tokenizer)
        self.only, self.id, self.spans = only, id, spans
        self.annotations, self.protected, self.parallel = annotations, protected, tuple(parallel)
        self.tags = None if tags is None else Tags(tags)
        # Special tokens are protected in any case, answers by us: drop.protect is about the rest.
        protect = "annotations" if drop.protect == "annotations" else "field"
        self._drop = dataclasses.replace(drop, protect=protect)
        self._drops = True
        fill = {name: 0 for name in self.parallel} | batches.PADDING
        fill["input_ids"] = getattr(tokenizer, "pad_token_id", None) or 0
        self.collate = collate or (functools.partial(batches.pad, padding=fill) if padding else batches.flatten)
        self._makes_arrays = collate is None  # which our own batches take faster than lists
        self._orders = {"special_tokens_mask", id, spans, protected} | {only} - set(PARALLEL)
        self._epoch = Epoch()

    def set_epoch(self, epoch: int) -> None:
        """Another epoch, another view of each example. Call it before the loader is iterated over."""
        self._epoch.value = epoch

    @property
    def epoch(self) -> int:
        """The epoch, in every worker."""
        return self._epoch.value

    @property
    def plain(self) -> Self:
        """The same collator without drops, for evaluation."""
        other = copy.copy(self)
        other._drops = False
        return other

    def __call__(self, examples: Sequence[Example]) -> Any:
        if len(examples) == 0:
            raise ValueError("[SpanDropCollator] expected at least one example, got none")
        return self.collate(self._dropped(examples, self._makes_arrays) if self._drops else
                            [self._without_orders(example) for example in examples])

    def drop_examples(self, examples: Sequence[Example]) -> list[dict[str, Any]]:
        """The examples without the spans that this epoch drops, labels moved; not yet a batch."""
        return self._dropped(examples, as_arrays=False) if len(examples) else []

    def _dropped(self, examples: Sequence[Example], as_arrays: bool) -> list[dict[str, Any]]:
        columns = Columns(examples)
        special = self._special(columns)
        answers = _answers(columns)
        entities = None if self.tags is None else Entities(self.tags, columns.beside_tokens("labels"), columns.offsets, special)
        listed = ranges.from_lists(columns.values(self.annotations)) if self.annotations in columns else NONE
        moving, order = ranges.join([answers, entities.ranges if entities else NONE, listed]).column(len(columns))
        spans = self._spans(columns).column(len(columns))[0] if self.drop.spans == "field" else None
        protected, _ = self._protected(columns, special, answers).column(len(columns))
        dropped = _native.drop_batch(self._drop._options, self._ids(columns), self.epoch, 1, offsets=columns.offsets,
                                     annotations=moving, protected=protected, spans=spans)
        sources, offsets = dropped["sources"], dropped["offsets"]
        begins, ends, fates = (numpy.empty_like(array) for array in dropped["annotations"])
        begins[order], ends[order], fates[order] = dropped["annotations"]

        made = {name: columns.left(name, sources, offsets, as_arrays) for name in ("input_ids", *self.parallel)
                if name in columns and is_sequence(examples[0][name])}
        if isinstance(self.drop, SpanMask):
            where = cut(dropped["masked"] != 0, offsets)
            made["input_ids"] = [_masked(*row, self.drop.mask) for row in zip(made["input_ids"], where)]
        is_lost = (fates == _GONE) | (fates == _CUT) & (self.drop.on_lost == "drop")
        own, others = slice(0, len(answers.rows)), slice(len(begins) - len(listed.rows), None)
        if len(answers.rows):
            made["start_positions"] = numpy.where(is_lost, 0, begins)[own].tolist()
            made["end_positions"] = numpy.where(is_lost, 0, ends - 1)[own].tolist()
        if entities:
            is_removed = is_lost[own.stop : others.start] & (self.drop.on_lost == "drop")
            tags = cut(entities.left(sources, is_removed), offsets)
            made["labels"] = tags if as_arrays else [like(old["labels"], new) for old, new in zip(examples, tags)]
        if self.annotations in columns:
            stays = ~is_lost[others] | (self.drop.on_lost != "drop")
            made[self.annotations] = _moved(columns.values(self.annotations), begins[others], ends[others], stays)
        return [{name: made[name][row] if name in made else value
                 for name, value in self._without_orders(example).items()} for row, example in enumerate(examples)]

    def _without_orders(self, example: Example) -> dict[str, Any]:
        """An example without the columns that only say how to drop."""
        return {name: value for name, value in example.items() if name not in self._orders}

    def _special(self, columns: Columns) -> Flags:
        """Which tokens are special ones."""
        if "special_tokens_mask" in columns:
            return columns.beside_tokens("special_tokens_mask") != 0
        if self.special_tokens is None:
            raise ValueError("[SpanDropCollator] expected a tokenizer, special_tokens or a column special_tokens_mask, "
                             "got none of them")
        return numpy.isin(columns.tokens, self.special_tokens)

    def _spans(self, columns: Columns) -> Ranges:
        listed = columns.values(self.spans)
        example: Any = next((value for value in listed if value is not None and len(value)), ())
        if len(example) == 0 or is_sequence(example[0]) or isinstance(example[0], Mapping):
            return ranges.from_lists(listed)
        return ranges.runs(columns.beside_tokens(self.spans, missing=-1), columns.offsets)

    def _protected(self, columns: Columns, special: Flags, answers: Ranges) -> Ranges:
        flags = special | (columns.beside_tokens(self.only) == 0) if self.only else special
        return ranges.join([
            ranges.runs(numpy.where(flags, 0, -1), columns.offsets),
            answers if self.drop.protect != "none" else NONE,
            ranges.from_lists(columns.values(self.protected)) if self.protected in columns else NONE])

    def _ids(self, columns: Columns) -> NDArray[numpy.uint64]:
        if self.id not in columns:
            return _native.content_ids(columns.tokens, columns.offsets)
        return example_ids([int(name) if isinstance(name, (torch.Tensor, numpy.ndarray)) else name
                            for name in columns.values(self.id)])


def _special_tokens(given: Iterable[int] | None, tokenizer: Any) -> list[int] | None:
    if given is not None:
        return list(given)
    if tokenizer is None:
        return None
    # An unknown word is a word.
    return [token for token in tokenizer.all_special_ids if token != tokenizer.unk_token_id]


def _answers(columns: Columns) -> Ranges:
    """The answer of each example, if they have one."""
    if "start_positions" not in columns:
        return NONE
    starts, ends = (numpy.fromiter(map(int, columns.values(name)), "i8", len(columns))
                    for name in ("start_positions", "end_positions"))
    return Ranges(numpy.arange(len(columns)), starts, ends + 1)


def _moved(listed: list[Any], begins: Numbers, ends: Numbers, stays: Flags) -> list[Any]:
    """The annotations that stay, at their new places."""
    places = iter(zip(begins.tolist(), ends.tolist(), stays.tolist()))
    moved = []
    for row in listed:
        found = [(one, *next(places)) for one in (() if row is None else row)]
        moved.append([labels.moved(one, begin, end) for one, begin, end, stay in found if stay])
    return moved


def _masked(left: Any, where: NDArray[numpy.bool_], mask: Any) -> Any:
    if isinstance(left, torch.Tensor):
        return left.masked_fill(torch.from_numpy(where), mask)
    new = numpy.where(where, mask, numpy.asarray(left))
    return new.astype(left.dtype) if isinstance(left, numpy.ndarray) else new.tolist()
