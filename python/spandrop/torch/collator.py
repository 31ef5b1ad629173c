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
from spandrop.torch.examples import Example, column, is_sequence, lengths, like, numbers, take
from spandrop.torch.ranges import Numbers, Ranges
from spandrop.torch.tags import Entities, Tags

PARALLEL = ("attention_mask", "token_type_ids", "special_tokens_mask", "offset_mapping", "labels")
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
        return self.collate(self.drop_examples(examples) if self._drops else
                            [self._without_orders(example) for example in examples])

    def drop_examples(self, examples: Sequence[Example]) -> list[dict[str, Any]]:
        """The examples without the spans that this epoch drops, labels moved; not yet a batch."""
        count = len(examples)
        if count == 0:
            return []
        has = examples[0].keys()
        tokens, offsets = numbers(column(examples, "input_ids"), "input_ids")
        special = self._special(examples, tokens, offsets)
        answers = self._answers(examples, count)
        entities = self._entities(examples, offsets, special)
        annotated = self.annotations in has
        listed = ranges.from_lists(column(examples, self.annotations)) if annotated else ranges.join(())
        moving = ranges.join([answers, entities.ranges if entities else ranges.join(()), listed])
        annotations, order = moving.column(count)
        arguments: dict[str, Any] = {"annotations": annotations}
        if self.drop.spans == "field":
            arguments["spans"] = self._spans(examples, offsets)
        protected = self._protected(examples, special, answers, offsets)
        dropped = _native.drop_batch(self._drop._options, self._ids(examples, tokens, offsets), self.epoch, 1,
                                     offsets=offsets, protected=protected.column(count)[0], **arguments)
        begins, ends, fates = (numpy.empty_like(array) for array in dropped["annotations"])
        begins[order], ends[order], fates[order] = dropped["annotations"]
        made = self._shortened(examples, lengths(column(examples, "input_ids")), dropped)

        first_listed = len(begins) - len(listed.rows)
        if len(answers.rows):
            lost = (fates == _GONE) | (fates == _CUT) & (self.drop.on_lost == "drop")
            made["start_positions"] = numpy.where(lost, 0, begins)[:count].tolist()
            made["end_positions"] = numpy.where(lost, 0, ends - 1)[:count].tolist()
        if entities:
            removed = (fates[len(answers.rows) : first_listed] >= _CUT) & (self.drop.on_lost == "drop")
            tags = entities.left(dropped["sources"], removed)
            made["labels"] = [like(old["labels"], new) for old, new in
                              zip(examples, numpy.split(tags, dropped["offsets"][1:-1]))]
        if annotated:
            made[self.annotations] = self._moved(column(examples, self.annotations),
                                                 begins[first_listed:], ends[first_listed:], fates[first_listed:])
        return [{name: made[name][row] if name in made else value
                 for name, value in self._without_orders(example).items()} for row, example in enumerate(examples)]

    def _without_orders(self, example: Example) -> dict[str, Any]:
        """An example without the columns that only say how to drop."""
        orders = {"special_tokens_mask", self.id, self.spans, self.protected}
        if self.only not in PARALLEL:
            orders.add(self.only)
        return {name: value for name, value in example.items() if name not in orders}

    def _special(self, examples: Sequence[Example], tokens: Numbers, offsets: Numbers) -> NDArray[numpy.bool_]:
        """Which tokens are special ones."""
        if "special_tokens_mask" in examples[0]:
            return self._flags(examples, "special_tokens_mask", offsets)
        if self.special_tokens is None:
            raise ValueError("[SpanDropCollator] expected a tokenizer, special_tokens or a column "
                             f"special_tokens_mask, got {sorted(examples[0])}")
        return numpy.isin(tokens, self.special_tokens)

    def _flags(self, examples: Sequence[Example], name: str, offsets: Numbers) -> NDArray[numpy.bool_]:
        flags, cuts = numbers(column(examples, name), name)
        _check_lengths(name, numpy.diff(cuts), numpy.diff(offsets))
        return flags != 0

    def _answers(self, examples: Sequence[Example], count: int) -> Ranges:
        if "start_positions" not in examples[0]:
            return ranges.join(())
        starts, ends = (numpy.fromiter(map(int, column(examples, name)), "i8", count)
                        for name in ("start_positions", "end_positions"))
        return Ranges(numpy.arange(count), starts, ends + 1)

    def _entities(self, examples: Sequence[Example], offsets: Numbers, special: NDArray[numpy.bool_]) -> Entities | None:
        if self.tags is None:
            return None
        tags, cuts = numbers(column(examples, "labels"), "labels")
        _check_lengths("labels", numpy.diff(cuts), numpy.diff(offsets))
        self.tags.check(tags)
        return Entities(self.tags, tags, offsets, special)

    def _spans(self, examples: Sequence[Example], offsets: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        listed = column(examples, self.spans)
        example: Any = next((value for value in listed if value is not None and len(value)), ())
        if len(example) and not is_sequence(example[0]) and not isinstance(example[0], Mapping):
            ids, cuts = numbers(listed, self.spans, missing=-1)
            _check_lengths(self.spans, numpy.diff(cuts), numpy.diff(offsets))
            found = ranges.runs(ids, offsets)
        else:
            found = ranges.from_lists(listed)
        return found.column(len(examples))[0]

    def _protected(self, examples: Sequence[Example], special: NDArray[numpy.bool_], answers: Ranges,
                   offsets: Numbers) -> Ranges:
        flags = special | ~self._flags(examples, self.only, offsets) if self.only else special
        parts = [ranges.runs(numpy.where(flags, 0, -1), offsets)]
        if self.drop.protect != "none":
            parts.append(answers)
        if self.protected in examples[0]:
            parts.append(ranges.from_lists(column(examples, self.protected)))
        return ranges.join(parts)

    def _ids(self, examples: Sequence[Example], tokens: Numbers, offsets: Numbers) -> NDArray[numpy.uint64]:
        if self.id not in examples[0]:
            return _native.content_ids(tokens, offsets)
        return example_ids([int(name) if isinstance(name, (torch.Tensor, numpy.ndarray)) else name
                            for name in column(examples, self.id)])

    def _shortened(self, examples: Sequence[Example], sizes: Numbers, dropped: dict[str, Any]) -> dict[str, list[Any]]:
        """What is left of each column that has one value a token."""
        made = {}
        for name in ("input_ids", *self.parallel):
            if name not in examples[0] or not is_sequence(examples[0][name]):
                continue
            values = column(examples, name)
            _check_lengths(name, lengths(values), sizes)
            made[name] = take(values, dropped["sources"], dropped["offsets"])
        if isinstance(self.drop, SpanMask):
            masked = numpy.split(dropped["masked"] != 0, dropped["offsets"][1:-1])
            made["input_ids"] = [_masked(left, where, self.drop.mask)
                                 for left, where in zip(made["input_ids"], masked)]
        return made

    def _moved(self, listed: list[Any], begins: Numbers, ends: Numbers, fates: NDArray[Any]) -> list[Any]:
        """The annotations at their new places, without those that the policy removes."""
        stays = iter(((fates < _CUT) | (self.drop.on_lost != "drop")).tolist())
        places = iter(zip(begins.tolist(), ends.tolist()))
        moved = []
        for row in listed:
            new = [labels.moved(one, *next(places)) for one in (() if row is None else row)]
            moved.append([one for one in new if next(stays)])
        return moved


def _special_tokens(given: Iterable[int] | None, tokenizer: Any) -> list[int] | None:
    if given is not None:
        return list(given)
    if tokenizer is None:
        return None
    # An unknown word is a word.
    return [token for token in tokenizer.all_special_ids if token != tokenizer.unk_token_id]


def _check_lengths(name: str, found: Numbers, expected: Numbers) -> None:
    wrong = numpy.flatnonzero(found != expected)
    if len(wrong):
        row = wrong[0]
        raise ValueError(f"[SpanDropCollator] example {row}: expected {name} to have {expected[row]} elements, as "
                         f"input_ids, got {found[row]}; `parallel` names the columns that are shortened with them")


def _masked(left: Any, where: NDArray[numpy.bool_], mask: Any) -> Any:
    if isinstance(left, torch.Tensor):
        return left.masked_fill(torch.from_numpy(where), mask)
    new = numpy.where(where, mask, numpy.asarray(left))
    return new.astype(left.dtype) if isinstance(left, numpy.ndarray) else new.tolist()
