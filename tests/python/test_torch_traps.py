"""Mistakes that the collator must notice, because batches would be silently wrong."""

import pickle
import warnings

import numpy
import pytest
import torch
from spandrop.torch import SpanDropCollator

import spandrop

AUG = spandrop.SpanDrop(rate=0.5, seed=1)
SPECIAL = [101, 102]


class LeftTokenizer:
    """The attributes of a tokenizer that the collator uses."""

    all_special_ids, unk_token_id, pad_token_id, padding_side = [101, 102, 0], 100, 0, "left"


def test_spans_that_the_rule_would_ignore():
    words = {"input_ids": [101, 5, 6, 102], "word_ids": [None, 0, 0, None]}
    with pytest.raises(ValueError, match='with the column word_ids, got spans="auto"; .*pass spans=""'):
        SpanDropCollator(AUG, special_tokens=SPECIAL, spans="word_ids")([words])
    with pytest.raises(ValueError, match="with the column spans, got spans=.every:2"):
        SpanDropCollator(spandrop.SpanDrop(spans="every:2"), special_tokens=SPECIAL)(
            [{"input_ids": [1, 2], "spans": [[0, 2]]}]
        )


def test_named_columns_must_exist():
    with pytest.raises(ValueError, match="expected the column typo, got"):
        SpanDropCollator(AUG, special_tokens=SPECIAL, parallel=["attention_mask", "typo"])([{"input_ids": [1, 2]}])
    with pytest.raises(ValueError, match="expected the column start_positions, got"):
        SpanDropCollator(AUG, special_tokens=SPECIAL)([{"input_ids": [1, 2], "end_positions": 1}])


@pytest.mark.parametrize(
    ("example", "message"),
    [
        ({"start_position": 1}, "start_position will not be moved; use start_positions and end_positions for answers"),
        ({"label": [0, 1, 2]}, "label has one element per token but will not be shortened; rename it to labels"),
        ({"other": [0, 1, 2]}, "other has one element per token but will not be shortened; add it to parallel="),
        ({"token_type_ids": [0, 0, 0]}, "nothing can be dropped, because token_type_ids is 0 for every token"),
    ],
)
def test_warnings(example, message):
    only = "token_type_ids" if "token_type_ids" in example else ""
    with pytest.warns(UserWarning, match=message):
        SpanDropCollator(AUG, special_tokens=SPECIAL, only=only).drop_examples(
            [{"input_ids": [101, 5, 102], **example}]
        )


def test_no_warning_if_something_can_be_dropped():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for ids, types in (([101, 5, 102], [0, 0, 1]), ([], [])):
            SpanDropCollator(AUG, special_tokens=SPECIAL, only="token_type_ids").drop_examples(
                [{"input_ids": ids, "token_type_ids": types}]
            )


def test_an_answer_that_is_gone_points_to_the_first_token():
    """The first token after existing padding, or 0 without padding."""
    gone = SpanDropCollator(spandrop.SpanDrop(rate=1, protect="none"), tokenizer=LeftTokenizer())
    padded = {
        "input_ids": [0, 0, 101, 6, 7, 102],
        "attention_mask": [0, 0, 1, 1, 1, 1],
        "start_positions": 3,
        "end_positions": 4,
    }
    plain = {"input_ids": [101, 6, 7, 8, 9, 102], "attention_mask": [1] * 6, "start_positions": 2, "end_positions": 2}
    batch = gone([padded, plain])
    assert batch["input_ids"].tolist() == [[0, 0, 101, 102], [0, 0, 101, 102]]
    assert batch["start_positions"].tolist() == batch["end_positions"].tolist() == [2, 2]
    for mask in (torch.ones(6), [1.0] * 6, torch.ones(6, 6)):  # in any form
        assert gone.drop_examples([{**plain, "attention_mask": mask}])[0]["start_positions"] == 0
    none = {"input_ids": [101, 6, 102], "attention_mask": [0, 0, 0], "start_positions": 1, "end_positions": 1}
    assert gone.drop_examples([none])[0]["start_positions"] == 0


def test_annotations_are_always_lists():
    examples = [{"id": i, "input_ids": [101, *range(5, 25), 102], "annotations": [[1, 3], [8, 9]]} for i in range(8)]
    for padding in (True, False):
        collator = SpanDropCollator(AUG, special_tokens=SPECIAL, padding=padding)
        for maker in (collator, collator.plain):
            assert all(isinstance(maker(examples[i : i + 2])["annotations"], list) for i in range(0, 8, 2))


def test_annotations_in_arrays_that_are_padded_on_the_left():
    examples = [
        {"id": name, "input_ids": ids, "annotations": numpy.array([[1, 2, 5]])}
        for name, ids in (("a", [101, 7, 102]), ("b", [101, 7, 8, 9, 102]))
    ]
    collator = SpanDropCollator(spandrop.SpanDrop(rate=0), tokenizer=LeftTokenizer())
    for maker in (collator, collator.plain):
        assert maker(examples)["annotations"] == [[(3, 4, 5)], [(1, 2, 5)]]


@pytest.mark.parametrize("rate", [0.0, 0.5])
def test_tokens_that_are_equal_to_the_mask_are_learnt(rate):
    """In GPT-like models, the mask can be the end-of-text token."""
    examples = [{"id": i, "input_ids": [5, 9, 6, 9, 7, 9]} for i in range(20)]
    batch = SpanDropCollator(spandrop.SpanMask(mask=9, rate=rate, seed=2), special_tokens=[], padding=False)(examples)
    ids, labels = batch["input_ids"].reshape(20, 6), batch["labels"].reshape(20, 6)
    masked = torch.from_numpy(
        numpy.array(
            [
                spandrop.SpanDrop(rate=rate, seed=2).drop([5, 9, 6, 9, 7, 9], id=i).offsets.old_to_new() < 0
                for i in range(20)
            ]
        )
    )
    assert torch.equal(labels[:, 1:], torch.where(masked, -100, ids)[:, 1:]) and (rate == 0) == (not masked.any())


def test_ids_in_tensors():
    def draws(*ids):
        examples = [{"id": name, "input_ids": [101, *range(20), 102]} for name in ids]
        return SpanDropCollator(AUG, special_tokens=SPECIAL)(examples)["input_ids"].tolist()

    assert draws(torch.tensor(3), numpy.array(4)) == draws(3, 4)
    for wrong in (torch.tensor(0.2), torch.tensor(True)):
        with pytest.raises((TypeError, ValueError), match="expected a str, an int or an ExampleId"):
            draws(wrong)


def test_wrong_arguments():
    with pytest.raises(TypeError, match="expected input_ids to be integers: got a str"):
        SpanDropCollator(AUG, special_tokens=SPECIAL)([{"input_ids": "A. B."}])
    with pytest.raises(ValueError, match="end_positions -1; use 0 and 0 for an answer that was truncated"):
        SpanDropCollator(AUG, special_tokens=SPECIAL)(
            [{"input_ids": [1, 2], "start_positions": -1, "end_positions": -1}]
        )
    with pytest.raises(ValueError, match="expected a name for the tag 3, got none"):
        SpanDropCollator(AUG, special_tokens=SPECIAL, tags={0: "O", 5: "B-A", 6: "I-A"})(
            [{"input_ids": [1, 2], "labels": [3, -100]}]
        )


@pytest.mark.parametrize(
    "name", ["drop", "special_tokens", "only", "tags", "parallel", "padding", "rate", "seed", "per"]
)
def test_settings_cannot_be_assigned(name):
    """An assignment would have no effect, or only part of it."""
    collator = SpanDropCollator(AUG, special_tokens=SPECIAL)
    for one in (collator, collator.plain, pickle.loads(pickle.dumps(collator))):
        with pytest.raises(AttributeError, match=f"got a new value for {name}; create a new collator"):
            setattr(one, name, None)
    assert collator.drop == AUG and collator.only == ""


def test_the_epoch_cannot_be_assigned():
    collator = SpanDropCollator(AUG, special_tokens=SPECIAL)
    with pytest.raises(AttributeError, match=r"expected set_epoch\(3\) instead of an assignment to epoch"):
        collator.epoch = 3
    collator.set_epoch(3)
    assert collator.epoch == 3
