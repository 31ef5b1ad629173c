"""Batches of one row without padding: tokens, labels and other columns."""

import pytest
import torch
from spandrop.torch import SpanDropCollator, flatten
from transformers import DataCollatorWithFlattening

import spandrop

SPECIAL = [101, 102]


def test_same_result_as_transformers():
    examples = [{"input_ids": [101, *range(1000, 1000 + 7 * row), 102]} for row in range(1, 7)]
    theirs = DataCollatorWithFlattening(return_flash_attn_kwargs=True)
    for given in (examples, [{**example, "labels": example["input_ids"][::-1]} for example in examples]):
        ours, other = flatten(given), theirs(given)
        assert ours.keys() == other.keys()
        for name in other:
            assert ours[name] == other[name] if name.startswith("max") else torch.equal(ours[name], other[name])
            assert getattr(ours[name], "dtype", int) == getattr(other[name], "dtype", int)
        own = SpanDropCollator(spandrop.SpanDrop(rate=0.4), padding=False, special_tokens=SPECIAL)
        wrapped = SpanDropCollator(spandrop.SpanDrop(rate=0.4), theirs, special_tokens=SPECIAL)
        made, same = own(given), wrapped(given)
        assert all(torch.equal(torch.as_tensor(made[name]), torch.as_tensor(same[name])) for name in same)
        assert made["input_ids"].shape[1] < ours["input_ids"].shape[1]


def test_flattened_masks_are_not_learnt():
    examples = [{"id": str(row), "input_ids": [101, *range(1000, 1040), 102]} for row in range(4)]
    collator = SpanDropCollator(spandrop.SpanMask(mask=103, rate=0.4), padding=False, special_tokens=SPECIAL)
    batch = collator(examples)
    tokens, targets, starts = batch["input_ids"][0], batch["labels"][0], batch["position_ids"][0] == 0
    assert 10 < (tokens == 103).sum() < 120
    ignored = (tokens == 103) | starts
    assert (targets[ignored] == -100).all() and (targets[~ignored] == tokens[~ignored]).all()
    examples[0]["input_ids"][5] = 103  # nothing is masked there
    assert collator.plain(examples)["labels"][0, 5] == 103


def test_flattened_labels_of_another_length():
    examples = [{"id": i, "input_ids": [101, 5, 102], "labels": [1, 0]} for i in "ab"]
    collator = SpanDropCollator(spandrop.SpanDrop(rate=0.5), padding=False, special_tokens=SPECIAL)
    for call in (flatten, collator, collator.plain):
        with pytest.raises(ValueError, match="labels"):
            call(examples)


def test_flattened_with_multi_label():
    examples = [
        {"id": "a", "input_ids": [101, 5, 6, 102], "labels": [1, 0, 1]},
        {"id": "b", "input_ids": [101, 7, 102], "labels": [0, 1, 1]},
    ]  # as many classes as tokens
    collator = SpanDropCollator(
        spandrop.SpanDrop(rate=0.5), padding=False, special_tokens=SPECIAL, parallel=("attention_mask",)
    )
    for batch in (collator(examples), collator.plain(examples), collator(examples[1:])):
        assert batch["labels"].tolist() == [[1, 0, 1], [0, 1, 1]][-len(batch["labels"]) :]


def test_flattened_with_other_columns():
    examples = [
        {
            "id": 1,
            "input_ids": [101, 7, 8, 102],
            "token_type_ids": [0, 0, 1, 1],
            "weights": [1.0, 2.0, 3.0, 4.0],
            "attention_mask": [1] * 4,
            "annotations": [[1, 2]],
        },
        {
            "id": 2,
            "input_ids": [101, 9, 102],
            "token_type_ids": [0, 1, 1],
            "weights": [5.0, 6.0, 7.0],
            "attention_mask": [1] * 3,
            "annotations": [],
        },
    ]
    collator = SpanDropCollator(
        spandrop.SpanDrop(rate=0),
        padding=False,
        special_tokens=SPECIAL,
        parallel=("token_type_ids", "weights", "attention_mask"),
    )
    batch = collator(examples)
    assert batch["token_type_ids"].tolist() == [[0, 0, 1, 1, 0, 1, 1]]
    assert batch["weights"].tolist() == [[1, 2, 3, 4, 5, 6, 7]]
    assert "attention_mask" not in batch and [list(map(list, row)) for row in batch["annotations"]] == [[[1, 2]], []]
