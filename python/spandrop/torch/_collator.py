"""The collator: drop spans from tokenised examples, move their labels, and make a batch."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Self

import numpy
import torch
from numpy.typing import NDArray

from spandrop import _native
from spandrop._core import elements, ragged, ranges
from spandrop._core.augment import SpanDrop, SpanMask
from spandrop._core.choices import Protect
from spandrop._core.content import example_ids
from spandrop._core.epoch import WithEpoch, is_spawning
from spandrop._core.ranges import NONE, Numbers, Ranges
from spandrop._core.tags import Entities, Tags
from spandrop.torch import _batches as batches
from spandrop.torch import _packed as packed
from spandrop.torch._answers import answers_of, moved, replies
from spandrop.torch._examples import Columns, Example, Flat, are_fractions, check_names, column, is_sequence, like
from spandrop.torch._left import Flags, by_flags, by_ranges
from spandrop.torch._special_tokens import special_ids
from spandrop.torch._watch import Watch

PARALLEL = ("attention_mask", "token_type_ids", "special_tokens_mask", "offset_mapping", "labels")
_POSITIONS_OF_OTHERS = {"start_position", "end_position", "answer_start", "answer_end"}
_GONE, _CUT = _native.FATES.index("gone"), _native.FATES.index("cut")


class SpanDropCollator(WithEpoch):
    """Drop spans from tokenised examples, move their labels, then collate them into a batch.

    Examples are mappings with input_ids. Call `set_epoch` before each epoch; otherwise every epoch drops the same tokens.
    For evaluation, use `plain`, which drops nothing. If a DataLoader shows that either was forgotten, the collator warns
    once.

    Args:
        drop: The SpanDrop or SpanMask to apply. Its spans are "auto" (single tokens), "every:K" or "field".
        collate: Another collator, which makes the batch from the shortened examples. By default, batches are padded.
        tokenizer: The tokenizer, for its special tokens, its padding token and the side on which it pads.
        padding: True pads to the longest example: input_ids with the tokenizer's padding token, labels with -100, and other
            columns with 0. A mapping such as {"pos_labels": -100} sets the padding values of columns. False packs the
            examples into one row without padding.
        special_tokens: Ids of tokens that are never dropped. By default, the special tokens of the tokenizer.
        only: Name of a column. Tokens with 0 in it are never dropped: "token_type_ids" restricts drops to the second of
            two texts.
        tags: Names of the tags in the column labels (BIO, BIOES or BILOU), as a list or a mapping such as id2label. The tags stay valid, and
            entities are treated as annotations.
        id: Name of the column of ids, which the draws depend on. Without it, draws depend on the input_ids.
        spans: Name of the column of spans, for SpanDrop(spans="field"): pairs of begin and end, or one number per token,
            like word_ids. Tokens with None or -1 are never dropped.
        annotations: Name of the column of labelled ranges: pairs, or mappings with begin and end. They move with the
            tokens; drop.protect and drop.on_lost apply to them.
        protected: Name of the column of ranges that are never dropped, in the same form.
        parallel: Names of the columns that lose the same elements as the input_ids, if they have one value per token. By
            default, labels are among them unless they are fractions, which are multi-label targets. Without "labels",
            lists of labels always belong to whole examples.
        protect_labels: Whether the reply is never dropped in supervised fine-tuning, where labels repeat the tokens of the
            reply and are -100 in the prompt. SpanDrop(protect="none") switches this off too.

    These columns have fixed names:

    - special_tokens_mask: nonzero for tokens that are never dropped. Takes precedence over `special_tokens`.
    - start_positions, end_positions: the first and last token of the answer, which moves and is never dropped. With
      SpanDrop(protect="none") it can be dropped: on_lost then applies to an answer that is cut, and an answer that is
      gone points to the first token.
    - position_ids, seq_lengths: the positions and lengths of sequences that are packed into one example. They are
      recomputed.

    Columns that only control the drop (special_tokens_mask, `id`, `spans`, `protected`) are not in the batch.

    >>> example = {"input_ids": [101, 5, 6, 7, 8, 9, 102], "start_positions": 3, "end_positions": 4}
    >>> collator = SpanDropCollator(SpanDrop(rate=0.5, seed=6), special_tokens=[101, 102])
    >>> batch = collator([example])
    >>> batch["input_ids"], batch["start_positions"], batch["end_positions"]
    (tensor([[101,   7,   8,   9, 102]]), tensor([1]), tensor([2]))
    """

    _is_ready = False

    def __init__(
        self,
        drop: SpanDrop,
        collate: Callable[[list[Any]], Any] | None = None,
        *,
        tokenizer: Any = None,
        padding: bool | Mapping[str, int] = True,
        special_tokens: Iterable[int] | None = None,
        only: str = "",
        tags: Sequence[str] | Mapping[int, str] | None = None,
        id: str = "id",
        spans: str = "spans",
        annotations: str = "annotations",
        protected: str = "protected",
        parallel: str | Sequence[str] = PARALLEL,
        protect_labels: bool = True,
    ) -> None:
        if not isinstance(drop, SpanDrop):
            raise TypeError(f"[SpanDropCollator] expected a SpanDrop or SpanMask, got {type(drop).__name__}")
        if hasattr(collate, "all_special_ids"):
            raise TypeError("[SpanDropCollator] expected a collator, got a tokenizer; pass it with tokenizer=")
        if drop.spans != "auto" and drop.spans != "field" and not drop.spans.startswith("every:"):
            raise ValueError(
                f"[SpanDropCollator] expected spans to be auto, every:K or field for tokens, got {drop.spans}; "
                'for sentences, use SpanDrop(spans="field") and a column made by token_spans'
            )
        self._mask = int(ragged.as_element(drop.mask, numpy.dtype("i8"))) if isinstance(drop, SpanMask) else None
        self.drop = drop
        self.tokenizer = tokenizer
        self.special_tokens = special_ids(special_tokens, tokenizer)
        self.only, self.id, self.spans = only, id, spans
        self.annotations, self.protected = annotations, protected
        self.parallel = (parallel,) if isinstance(parallel, str) else tuple(parallel)
        self.protect_labels = protect_labels
        self.tags = None if tags is None else Tags(tags)
        if self.tags and not self.tags.has_entities:
            raise ValueError(
                f"[SpanDropCollator] expected tags O, B-... and I-..., got {tags!r}; omit tags= if the labels of tokens "
                "are something else"
            )
        # Special tokens are always protected, and answers are handled here, so drop.protect applies to the rest.
        protect: Protect = "annotations" if drop.protect == "annotations" else "field"
        self._drop = dataclasses.replace(drop, protect=protect)
        self._drops = True
        fill = {name: 0 for name in self.parallel} | batches.PADDING
        fill["input_ids"] = getattr(tokenizer, "pad_token_id", None) or 0
        fill["token_type_ids"] = getattr(tokenizer, "pad_token_type_id", None) or 0
        self._whole_labels = "labels" not in self.parallel and self.tags is None
        # By default, fractions are multi-label targets.
        self._whole_fractions = parallel is PARALLEL and self.tags is None
        if self._whole_labels:
            del fill["labels"]
        if not isinstance(padding, (bool, Mapping)):
            raise TypeError(
                f"[SpanDropCollator] expected padding to be True, False or a mapping of columns to padding values, got {padding!r}"
            )
        if isinstance(padding, Mapping):
            if collate is not None:
                raise ValueError(
                    "[SpanDropCollator] expected no padding= with collate=, because that collator does its own padding"
                )
            unknown = sorted(set(padding) - set(fill))
            if unknown:
                raise ValueError(
                    f"[SpanDropCollator] expected padding for the columns {sorted(fill)}, got {unknown[0]}; "
                    "add columns with one element per token to parallel="
                )
            fill |= padding
            self._whole_fractions &= "labels" not in padding
        self.collate = collate
        self._padding = None if padding is False else fill
        self._pads_left = getattr(tokenizer, "padding_side", "right") == "left"
        self._orders = {"special_tokens_mask", id, spans, protected} | {only} - set(PARALLEL)
        self._watch, self._is_watched = Watch(), drop.rate > 0
        super().__init__()
        self._is_ready = True

    def __setattr__(self, name: str, value: Any) -> None:
        """Reject changes of settings, which would have no effect or only part of it. Subclasses can have other attributes."""
        if self._is_ready and name in _SETTINGS:
            raise AttributeError(
                f"[SpanDropCollator] expected settings to stay unchanged, got a new value for {name}; create a new collator"
            )
        super().__setattr__(name, value)

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        if self._drops and self._is_watched and is_spawning():  # the new process cannot see that it is evaluation
            state["_is_watched"] = not self._watch.check_evaluation()
        return state

    def set_epoch(self, epoch: int) -> None:
        """Set the epoch, which selects the view. Call it before each epoch; otherwise every epoch drops the same tokens.

        Args:
            epoch: The number of the epoch, from 0.
        """
        super().set_epoch(epoch)
        self._watch.forget()

    @property
    def plain(self) -> Self:
        """The same collator without drops, for evaluation."""
        other = copy.copy(self)
        other._drops = False
        return other

    def __call__(self, examples: Sequence[Example]) -> Any:
        """Drop spans, move labels and make a batch.

        Args:
            examples: Mappings with input_ids, all with the same columns.
        """
        if len(examples) == 0:
            raise ValueError("[SpanDropCollator] expected at least one example, got none")
        check_names(examples)
        if self.collate is not None:
            if not self._drops:
                return self.collate([self._without_orders(example) for example in examples])
            left = self.drop_examples(examples)
            self._check_padding(examples, left)
            return self.collate(left)
        if self._drops:
            made, masked, whole_labels = self._dropped(examples, flat=True)
        else:
            made, masked = {}, None
            whole_labels = self._has_whole_labels(examples[0], lambda name: are_fractions(column(examples, name)))
        columns = {
            batches.label_name(name, examples[0]): made[name] if name in made else column(examples, name)
            for name in examples[0]
            if name not in self._orders
        }
        if self._padding is None:
            return batches.flatten_columns(
                columns, whole_labels=whole_labels, masked=masked, annotations=self.annotations
            )
        padding = {name: value for name, value in self._padding.items() if not (whole_labels and name == "labels")}
        return batches.pad_columns(columns, padding, left=self._pads_left, annotations=self.annotations)

    def _has_whole_labels(self, names: Collection[str], are_fractions: Callable[[str], bool]) -> bool:
        """Whether lists of labels belong to whole examples, as in multi-label classification."""
        if self._whole_labels or not self._whole_fractions:
            return self._whole_labels
        return any(are_fractions(name) for name in names if batches.label_name(name, names) == "labels")

    def _check_padding(self, examples: Sequence[Example], left: Sequence[Example]) -> None:
        """Reject examples that were padded on the left already: another collator would pad again without moving positions."""
        has_positions = self._pads_left and any(name in examples[0] for name in (*batches.POSITIONS, self.annotations))
        before, after = ({len(row["input_ids"]) for row in rows} for rows in (examples, left))
        if has_positions and len(before) == 1 < len(after):
            raise ValueError(
                "[SpanDropCollator] expected no collate= for examples that are padded on the left and have answers or "
                "annotations, because that collator would not move them; omit collate="
            )

    def drop_examples(self, examples: Sequence[Example]) -> list[dict[str, Any]]:
        """Drop spans and move labels, without making a batch.

        Args:
            examples: Mappings with input_ids, all with the same columns.

        Returns:
            One mapping per example. Values keep their types.
        """
        if len(examples) == 0:
            return []
        check_names(examples)
        made, _, _ = self._dropped(examples, flat=False)
        return [
            {name: made[name][row] if name in made else value for name, value in self._without_orders(example).items()}
            for row, example in enumerate(examples)
        ]

    def _dropped(
        self, examples: Sequence[Example], *, flat: bool
    ) -> tuple[dict[str, Any], NDArray[numpy.bool_] | None, bool]:
        """The columns that a drop changes, which tokens are masks, if there are masks, and whether labels belong to whole
        examples. With `flat`, integers are in one array, which is faster for our own batches."""
        columns = Columns(examples)
        self._check_named(columns)
        special = self._special(columns)
        answers = answers_of(columns)
        entities = (
            None
            if self.tags is None
            else Entities(self.tags, columns.beside_tokens("labels"), columns.offsets, special)
        )
        listed = (
            ranges.from_lists(columns.values(self.annotations), self.annotations)
            if self.annotations in columns
            else NONE
        )
        whole_labels = self._has_whole_labels(columns.names, columns.are_fractions)
        stays = special if whole_labels else special | self._replies(columns, special)
        ids = self._ids(columns)
        if self._is_watched:
            self._watch.saw(ids, self.epoch, self.id in columns)
        if self._keeps_all_labels(columns, answers):
            left = by_flags(self._drop, columns.offsets, ids, self.epoch, answers, self._flags(columns, stays))
        else:
            moving = ranges.join([answers, entities.ranges if entities else NONE, listed])
            spans = self._spans(columns) if self.drop.spans == "field" else None
            left = by_ranges(
                self._drop, columns.offsets, ids, self.epoch, moving, self._protected(columns, stays, answers), spans
            )
        sources, offsets, begins, ends, fates, masked = left
        self._warn_of_others(columns)

        made = {
            name: columns.left(name, sources, offsets, flat)
            for name in ("input_ids", *self.parallel)
            if name in columns and is_sequence(examples[0][name]) and not (name == "labels" and whole_labels)
        }
        made |= packed.moved(columns, sources, offsets, self.parallel, flat)
        where = None
        if isinstance(self.drop, SpanMask) and masked is not None:
            where, tokens = Flat(masked != 0, offsets), made["input_ids"]
            made["input_ids"] = (
                Flat(self._masked(tokens.values, where.values), offsets)
                if isinstance(tokens, Flat)
                else [self._masked(row, masks) for row, masks in zip(tokens, where.cut())]
            )
        is_lost = (fates == _GONE) | (fates == _CUT) & (self.drop.on_lost == "drop")
        own, others = slice(0, len(answers.rows)), slice(len(begins) - len(listed.rows), None)
        if len(answers.rows):
            gone = is_lost[own]
            first = self._first_tokens(columns, sources, offsets) if gone.any() else 0
            made["start_positions"] = numpy.where(gone, first, begins[own]).tolist()
            made["end_positions"] = numpy.where(gone, first, ends[own] - 1).tolist()
        if entities:
            is_removed = is_lost[own.stop : others.start] & (self.drop.on_lost == "drop")
            tags = Flat(entities.left(sources, is_removed), offsets)
            made["labels"] = tags if flat else [like(old["labels"], new) for old, new in zip(examples, tags.cut())]
        if self.annotations in columns:
            stays = ~is_lost[others] | (self.drop.on_lost != "drop")
            made[self.annotations] = moved(columns.values(self.annotations), begins[others], ends[others], stays)
        return made, None if where is None else where.values, whole_labels

    def _masked(self, left: Any, where: NDArray[numpy.bool_]) -> Any:
        return elements.masked(left, numpy.flatnonzero(where), self._mask)

    def _first_tokens(self, columns: Columns, sources: Numbers, offsets: Numbers) -> Numbers:
        """The first token of each example that is not padding. An answer that is gone points there."""
        attended = columns.flags("attention_mask")
        if attended is None:
            return numpy.zeros(len(columns), "i8")
        seen = numpy.append(numpy.flatnonzero(attended[sources]), len(sources))
        firsts = seen[numpy.searchsorted(seen, offsets[:-1])]
        return numpy.where(firsts < offsets[1:], firsts - offsets[:-1], 0)

    def _check_named(self, columns: Columns) -> None:
        """Reject examples without a column that was named. Continuing could drop protected tokens or leave labels behind."""
        for name, default in ((self.id, "id"), (self.annotations, "annotations"), (self.protected, "protected")):
            if name and name != default:
                columns.values(name)
        for name in self.parallel:
            if name not in PARALLEL:
                columns.values(name)
        if self.drop.spans != "field" and (self.spans not in ("", "spans") or self.spans in columns):
            raise ValueError(
                f'[SpanDropCollator] expected SpanDrop(spans="field") with the column {self.spans}, '
                f'got spans="{self.drop.spans}"; if the column means something else, pass spans=""'
            )

    def _warn_of_others(self, columns: Columns) -> None:
        """Warn about unnamed columns that have one element per token or look like positions, and so stay unchanged."""
        known = {
            "input_ids",
            "labels",
            *self.parallel,
            *self._orders,
            self.annotations,
            packed.POSITIONS,
            packed.LENGTHS,
        }
        for name in columns.names - known:
            if name in _POSITIONS_OF_OTHERS:
                warnings.warn(
                    f"[SpanDropCollator] {name} will not be moved; use start_positions and end_positions for answers, and "
                    "annotations for other ranges",
                    stacklevel=4,
                )
            elif columns.is_beside_tokens(name) and not self._is_multi_label(columns, name):
                advice = (
                    "rename it to labels"
                    if batches.label_name(name, columns.names) == "labels"
                    else "add it to parallel="
                )
                warnings.warn(
                    f"[SpanDropCollator] {name} has one element per token but will not be shortened; {advice}",
                    stacklevel=4,
                )

    def _is_multi_label(self, columns: Columns, name: str) -> bool:
        return batches.label_name(name, columns.names) == "labels" and columns.are_fractions(name)

    def _without_orders(self, example: Example) -> dict[str, Any]:
        """An example without the columns that only control the drop."""
        return {name: value for name, value in example.items() if name not in self._orders}

    def _special(self, columns: Columns) -> Flags:
        """Which tokens are special tokens."""
        if "special_tokens_mask" in columns:
            return columns.beside_tokens("special_tokens_mask") != 0
        if self.special_tokens is None:
            raise ValueError(
                "[SpanDropCollator] expected tokenizer=, special_tokens= or a column special_tokens_mask, "
                "got none of them; pass special_tokens=[] if there are no special tokens"
            )
        return numpy.isin(columns.tokens, self.special_tokens)

    def _replies(self, columns: Columns, special: Flags) -> Flags | bool:
        """Which tokens belong to a reply that the model learns, in supervised fine-tuning."""
        protects = self.protect_labels and self.drop.protect != "none"
        if not protects or self.tags is not None or "labels" not in self.parallel or "labels" not in columns:
            return False
        return replies(columns, special)

    def _spans(self, columns: Columns) -> Ranges:
        listed = columns.values(self.spans)
        example: Any = next((value for value in listed if value is not None and len(value)), ())
        if len(example) == 0 or is_sequence(example[0]) or isinstance(example[0], Mapping):
            return ranges.from_lists(listed, self.spans)
        return ranges.runs(columns.beside_tokens(self.spans, missing=-1), columns.offsets)

    def _keeps_all_labels(self, columns: Columns, answers: Ranges) -> bool:
        """Whether answers are the only labels to move, and none of them is cut."""
        return (
            self.tags is None
            and self.annotations not in columns
            and self.protected not in columns
            and self.drop.spans != "field"
            and not isinstance(self.drop, SpanMask)
            and (self.drop.protect != "none" or not len(answers.rows))
        )

    def _flags(self, columns: Columns, kept: Flags) -> Flags:
        """Which tokens are never dropped, regardless of ranges: those that are `kept` and those outside of `only`."""
        if not self.only:
            return kept
        stays = columns.beside_tokens(self.only, missing=0) == 0
        if len(stays) and stays.all():
            warnings.warn(
                f"[SpanDropCollator] nothing can be dropped, because {self.only} is 0 for every token; expected 1 for "
                "tokens that can be dropped",
                stacklevel=5,
            )
        return kept | stays

    def _protected(self, columns: Columns, kept: Flags, answers: Ranges) -> Ranges:
        return ranges.join(
            [
                ranges.runs(numpy.where(self._flags(columns, kept), 0, -1), columns.offsets),
                answers if self.drop.protect != "none" else NONE,
                ranges.from_lists(columns.values(self.protected), self.protected)
                if self.protected in columns
                else NONE,
            ]
        )

    def _ids(self, columns: Columns) -> NDArray[numpy.uint64]:
        names = columns.values(self.id) if self.id in columns else [None]
        has_none = [name is None for name in names]
        if all(has_none):
            return _native.content_ids(columns.tokens, columns.offsets)
        named = example_ids(
            [
                name.item() if isinstance(name, (torch.Tensor, numpy.ndarray)) else "" if name is None else name
                for name in names
            ]
        )
        if any(has_none):
            named[has_none] = _native.content_ids(columns.tokens, columns.offsets)[has_none]
        return named


_SETTINGS = {
    *inspect.signature(SpanDropCollator).parameters,
    *(field.name for kind in (SpanDrop, SpanMask) for field in dataclasses.fields(kind)),
}
"""The collator's arguments, and the options of its SpanDrop."""
