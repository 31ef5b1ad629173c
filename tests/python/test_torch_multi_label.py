"""Multi-label targets belong to the whole example: they are never cut or padded like the labels of tokens."""

import warnings

import numpy
import pytest
import torch
from spandrop.torch import SpanDropCollator, flatten, pad

import spandrop

HALF = spandrop.SpanDrop(rate=0.5, seed=1)
TARGETS = [[1.0, 0.0, 0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.5, 1, 0.0]]


def rows(form, name, lengths=(6, 6)):
    """By default, there are as many classes as tokens."""
    return [
        {"id": row, "input_ids": list(range(5, 5 + length)), name: form(TARGETS[row])}
        for row, length in enumerate(lengths)
    ]


@pytest.mark.parametrize("form", [list, tuple, numpy.array, torch.tensor])
@pytest.mark.parametrize("name", ["labels", "label"])
@pytest.mark.parametrize("padding", [True, False])
@pytest.mark.parametrize("lengths", [(6, 6), (9, 4)])
def test_fractions_are_multi_label(form, name, padding, lengths):
    collator = SpanDropCollator(HALF, special_tokens=[], padding=padding)
    examples = rows(form, name, lengths)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for make in (collator, collator.plain, pad if padding else flatten):
            assert make(examples)["labels"].tolist() == TARGETS
    left = collator.drop_examples(examples)
    assert [list(example[name]) for example in left] == TARGETS
    assert any(len(new["input_ids"]) < len(old["input_ids"]) for new, old in zip(left, examples))


def test_fractions_of_tokens_are_named():
    """Targets of a regression for each token."""
    for names in ({"parallel": ["labels"]}, {"padding": {"labels": -1}}):
        collator = SpanDropCollator(HALF, special_tokens=[], **names)
        for batch in (collator(rows(list, "labels")), collator.plain(rows(list, "labels", (6, 6)))):
            assert batch["labels"].shape == batch["input_ids"].shape
        assert collator(rows(list, "labels"))["labels"].shape[1] < 6


def test_integers_need_parallel_without_labels():
    examples = [{"id": row, "input_ids": list(range(5, 12 + row)), "labels": [0, 1, 1]} for row in range(2)]
    with pytest.raises(ValueError, match="pass parallel= without labels if it is a multi-label or text target"):
        SpanDropCollator(HALF, special_tokens=[])(examples)
    collator = SpanDropCollator(HALF, special_tokens=[], parallel=["attention_mask"])
    assert collator(examples)["labels"].tolist() == collator.plain(examples)["labels"].tolist() == [[0, 1, 1]] * 2
