"""Supervised fine-tuning: the reply that the model learns is never dropped by default."""

import numpy
import pytest
import torch
from spandrop.torch import SpanDropCollator

import spandrop

BOS, EOS = 1, 2
PROMPT, REPLY = list(range(100, 130)), list(range(200, 230))
EVERYTHING = spandrop.SpanDrop(rate=1)


def example(labels, form=list, **columns):
    ids = [BOS, *PROMPT, *REPLY, EOS]
    return {"id": 1, "input_ids": form(ids), "labels": form(labels), **columns}


TUNED = [-100] * (1 + len(PROMPT)) + [*REPLY, EOS]


def left(row, drop=EVERYTHING, **options):
    [made] = SpanDropCollator(drop, special_tokens=[BOS, EOS], **options).drop_examples([row])
    return list(map(int, made["input_ids"])), list(map(int, made["labels"]))


@pytest.mark.parametrize("form", [list, numpy.array, torch.tensor])
@pytest.mark.parametrize(
    "drop", [EVERYTHING, spandrop.SpanDrop(rate=1, spans="every:31"), spandrop.SpanMask(rate=1, mask=9)], ids=str
)
def test_the_reply_is_kept(form, drop):
    ids, labels = left(example(TUNED, form), drop)
    if not isinstance(drop, spandrop.SpanMask):
        assert ids[-31:] == [*REPLY, EOS] == labels[-31:] and labels[0] == -100
    assert [token for token in ids if token in REPLY] == REPLY
    assert drop.spans != "auto" or not set(ids) & set(PROMPT)


def test_several_turns():
    labels = [-100, *(token if token % 10 < 4 else -100 for token in PROMPT), *REPLY, EOS]
    assert left(example(labels))[0] == [BOS, *(token for token in PROMPT if token % 10 < 4), *REPLY, EOS]


def test_it_can_be_switched_off():
    for drop, options in ((EVERYTHING, {"protect_labels": False}), (spandrop.SpanDrop(rate=1, protect="none"), {})):
        assert left(example(TUNED), drop, **options) == ([BOS, EOS], [-100, EOS])


@pytest.mark.parametrize(
    ("labels", "columns"),
    [
        ([-100, *PROMPT, *REPLY, -100], {}),  # language models learn all tokens but the special ones
        ([BOS, *PROMPT, *REPLY[:-2], -100, -100, -100], {"attention_mask": [1] * 59 + [0] * 3}),  # padding
        ([-100, *[3, -100] * 30, -100], {}),  # tags of words, at their first pieces
        ([-100] * 62, {}),  # nothing is learnt
    ],
    ids=["language model", "padding", "tags", "nothing"],
)
def test_other_labels_are_dropped_with_their_tokens(labels, columns):
    assert left(example(labels, **columns))[0] == [BOS, EOS]


def test_examples_are_independent():
    """A draw does not depend on the other examples of the batch."""
    rows = [example(TUNED), example([-100, *[3, -100] * 30, -100]), example(TUNED)]
    made = SpanDropCollator(EVERYTHING, special_tokens=[BOS, EOS]).drop_examples(rows)
    assert [len(row["input_ids"]) for row in made] == [32, 2, 32]
