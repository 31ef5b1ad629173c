"""Examples that are packed rows of several sequences: their positions and lengths match the remaining tokens."""

import random
import warnings

import numpy
import pytest
import torch
from spandrop.torch import SpanDropCollator, flatten
from transformers import DataCollatorWithFlattening

import spandrop

HALF = spandrop.SpanDrop(rate=0.5, seed=1)


def packed_rows(count=20, form=list, first=0):
    """Each token is 1000 times the number of its sequence in the row, plus its position."""
    chance = random.Random(3)
    rows = []
    for number in range(count):
        lengths = [chance.randrange(1, 9) for _ in range(1 + number % 5)]
        ids = [1000 * (sequence + 1) + place for sequence, length in enumerate(lengths) for place in range(length)]
        rows.append(
            {
                "id": number,
                "input_ids": form(ids),
                "seq_lengths": form(lengths),
                "position_ids": form([first + place for length in lengths for place in range(length)]),
            }
        )
    return rows


def runs(ids):
    """The number of remaining tokens of each sequence."""
    numbers = [int(token) // 1000 for token in ids]
    return [numbers.count(number) for number in sorted(set(numbers))]


@pytest.mark.parametrize("form", [list, numpy.array, torch.tensor])
@pytest.mark.parametrize("first", [0, 2])
@pytest.mark.parametrize("drop", [HALF, spandrop.SpanDrop(rate=1), spandrop.SpanMask(mask=7, rate=0.4)], ids=str)
def test_positions_and_lengths_are_recomputed(form, first, drop):
    examples = packed_rows(form=form, first=first)
    collator = SpanDropCollator(drop, special_tokens=[])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        left = collator.drop_examples(examples)
    for old, new in zip(examples, left):
        lengths = list(old["seq_lengths"]) if isinstance(drop, spandrop.SpanMask) else runs(new["input_ids"])
        assert list(new["seq_lengths"]) == lengths and type(new["seq_lengths"]) is type(old["seq_lengths"])
        assert list(new["position_ids"]) == [first + place for length in lengths for place in range(length)]
        assert type(new["position_ids"]) is type(old["position_ids"])
    batch = collator(examples)
    assert batch["position_ids"].shape == batch["input_ids"].shape
    for row, new in enumerate(left):
        assert batch["position_ids"][row].tolist()[: len(new["position_ids"])] == list(new["position_ids"])
        assert list(batch["seq_lengths"][row]) == list(new["seq_lengths"])


@pytest.mark.parametrize("columns", [("seq_lengths", "position_ids"), ("seq_lengths",), ("position_ids",)])
def test_flattened_like_single_sequences(columns):
    """The same batch as from the sequences that were packed."""
    examples = [{name: row[name] for name in ("id", "input_ids", *columns)} for row in packed_rows()]
    collator = SpanDropCollator(HALF, special_tokens=[], padding=False)
    left = SpanDropCollator(HALF, special_tokens=[]).drop_examples(examples)
    for batch, rows in ((collator(examples), left), (collator.plain(examples), examples)):
        sequences = []
        for row in rows:
            ids = list(row["input_ids"])
            for length in runs(ids):
                sequences.append({"input_ids": ids[:length]})
                ids = ids[length:]
        for same in (flatten(sequences), DataCollatorWithFlattening(return_flash_attn_kwargs=True)(sequences)):
            assert batch.keys() == same.keys()
            assert all(torch.equal(torch.as_tensor(batch[name]), torch.as_tensor(same[name])) for name in same)


def test_padding_before_the_tokens():
    example = {
        "id": 1,
        "input_ids": [0, 0, 5, 6, 7],
        "attention_mask": [0, 0, 1, 1, 1],
        "position_ids": [1, 1, 0, 1, 2],
    }
    for seed in range(10):
        drop = spandrop.SpanDrop(rate=0.5, seed=seed)
        [left] = SpanDropCollator(drop, special_tokens=[0]).drop_examples([example])
        assert left["position_ids"] == [1, 1, *range(len(left["input_ids"]) - 2)]


def test_old_positions_can_be_kept():
    collator = SpanDropCollator(HALF, special_tokens=[], parallel=["position_ids"])
    for new in collator.drop_examples(
        [{name: row[name] for name in ("id", "input_ids", "position_ids")} for row in packed_rows()]
    ):
        assert new["position_ids"] == [token % 1000 for token in new["input_ids"]]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (
            {"position_ids": [0, 1, 5]},
            "example 0: expected position_ids that count up by 1 .*, got 5 after 1; add position_ids",
        ),
        ({"position_ids": [0, 1]}, "example 0: expected position_ids to have 3 elements"),
        ({"position_ids": [[0, 1, 2]] * 3}, "position_ids"),
        ({"seq_lengths": [1, 1]}, r"example 0: expected seq_lengths that add up to 3 tokens, got \[1, 1\]"),
        ({"seq_lengths": [4, -1]}, r"example 0: expected seq_lengths that add up to 3 tokens, got \[4, -1\]"),
        (
            {"cu_seq_lens_q": [0, 1, 3]},
            "expected examples without cu_seq_lens_q, which a drop makes wrong; use padding=False",
        ),
    ],
)
def test_columns_that_cannot_be_recomputed(columns, message):
    with pytest.raises((ValueError, TypeError), match=message):
        SpanDropCollator(HALF, special_tokens=[])([{"input_ids": [5, 6, 7], **columns}])
