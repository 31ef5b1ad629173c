"""For wrong examples and arguments, the collator explains which one is wrong and why."""

import pytest
from spandrop.torch import SpanDropCollator, flatten, pad
from test_torch import CLS, SEP, SPECIAL
from test_torch_tokenizers import toy_tokenizer

import spandrop


@pytest.mark.parametrize("collate", [None, list])
def test_examples_must_have_the_same_columns(collate):
    """Labels that the first example lacks would not be moved."""
    collator = SpanDropCollator(spandrop.SpanDrop(rate=0.5), collate, special_tokens=SPECIAL)
    plain, labelled = {"input_ids": [1, 2, 3]}, {"input_ids": [4, 5, 6], "annotations": [[2, 3]]}
    for examples in ([plain, labelled], [labelled, plain]):
        for call in (collator, collator.plain, collator.drop_examples, pad, flatten):
            with pytest.raises(ValueError, match="example 1: expected the columns of the first"):
                call(examples)


@pytest.mark.parametrize(
    "change, error, message",
    [
        ({"input_ids": [1.5]}, TypeError, "expected input_ids to be integers"),
        ({"input_ids": None}, TypeError, "input_ids"),
        (
            {"attention_mask": [1]},
            ValueError,
            "example 1: expected attention_mask to have 4 elements, like input_ids, got 1",
        ),
        ({"labels": [1, 2, 3]}, ValueError, "expected labels"),
        ({"start_positions": -3}, ValueError, "example 1: expected an answer within 4 tokens"),
        ({"end_positions": 9}, ValueError, "example 1: expected an answer within 4 tokens"),
        ({"start_positions": 2, "end_positions": 1}, ValueError, "example 1: expected an answer"),
        ({"start_positions": None}, ValueError, "to be integers"),
        ({"annotations": [(1.7, 2.9)]}, ValueError, r"begin and end of annotations to be integers.*1.7"),
        ({"annotations": [("a", "b")]}, ValueError, r"begin and end of annotations to be integers.*'a'"),
        ({"annotations": [(0, 2**70)]}, ValueError, "begin and end of annotations to be integers"),
        ({"annotations": [(3, 9)]}, ValueError, "row 1: "),
        ({"annotations": [7]}, ValueError, "expected begin and end, got 7"),
        ({"id": 1.5}, TypeError, "id: expected a str"),
        ({"special_tokens_mask": [0]}, ValueError, "expected special_tokens_mask"),
    ],
    ids=str,
)
def test_bad_examples(change, error, message):
    good = {
        "input_ids": [CLS, 5, 6, SEP],
        "attention_mask": [1] * 4,
        "start_positions": 1,
        "end_positions": 2,
        "annotations": [],
        "id": 1,
    }
    collator = SpanDropCollator(spandrop.SpanDrop(), special_tokens=SPECIAL)
    first = {**good, **{name: [0] * 4 for name in change if name not in good}}
    with pytest.raises(error, match=message):
        collator([first, {**good, **change}])


@pytest.mark.parametrize("mask", [1.5, "x", 2**70])
def test_masks_that_are_not_tokens(mask):
    with pytest.raises(ValueError, match="expected a mask that fits into int64"):
        SpanDropCollator(spandrop.SpanMask(mask=mask), special_tokens=SPECIAL)


def test_bad_arguments():
    with pytest.raises(TypeError, match="expected special_tokens to be token ids"):
        SpanDropCollator(spandrop.SpanDrop(), special_tokens="ab")
    for epoch in (-1, 2**63, 2**64 + 1, None, 1.5):
        with pytest.raises(ValueError, match="expected the epoch to be an integer from 0 to"):
            SpanDropCollator(spandrop.SpanDrop(), special_tokens=SPECIAL).set_epoch(epoch)
    with pytest.raises(TypeError, match="expected a SpanDrop or SpanMask, got float"):
        SpanDropCollator(0.1)
    with pytest.raises(TypeError, match="expected a collator, got a tokenizer; pass it with tokenizer="):
        SpanDropCollator(spandrop.SpanDrop(), toy_tokenizer())
    with pytest.raises(
        ValueError, match="expected spans to be auto, every:K or field for tokens, got sentence; .* made by token_spans"
    ):
        SpanDropCollator(spandrop.SpanDrop(spans="sentence"), special_tokens=())
    for examples in ({"input_ids": [[1]]}, ["abc"], [[1, 2]]):
        with pytest.raises(TypeError, match="expected a list of mappings with input_ids, got"):
            SpanDropCollator(spandrop.SpanDrop(), special_tokens=())(examples)
    with pytest.raises(ValueError, match=r"example 0: protected\[0\]: expected begin and end, got 1"):
        SpanDropCollator(spandrop.SpanDrop(), special_tokens=())([{"input_ids": [1, 2, 3], "protected": (1, 2)}])
    with pytest.raises(ValueError, match="expected a tag B-PER for I-PER"):
        SpanDropCollator(spandrop.SpanDrop(), tags=["O", "I-PER"])
    with pytest.raises(ValueError, match="expected a tag O"):
        SpanDropCollator(spandrop.SpanDrop(), tags=["B-PER"])
    with pytest.raises(ValueError, match="expected tokenizer=, special_tokens= or a column special_tokens_mask"):
        SpanDropCollator(spandrop.SpanDrop())([{"input_ids": [1]}])
    with pytest.raises(ValueError, match="expected at least one example, got none"):
        SpanDropCollator(spandrop.SpanDrop(), special_tokens=())([])
    with pytest.raises(ValueError, match="expected the column input_ids, got"):
        SpanDropCollator(spandrop.SpanDrop(), special_tokens=())([{"ids": [1]}])
    with pytest.raises(ValueError, match="expected the column spans, got"):
        SpanDropCollator(spandrop.SpanDrop(spans="field"), special_tokens=())([{"input_ids": [1]}])
    with pytest.raises(ValueError, match="expected the epoch to be an integer from 0 to .*, got -1"):
        SpanDropCollator(spandrop.SpanDrop()).set_epoch(-1)
    with pytest.raises(ValueError, match="expected tag numbers below 2, got 4"):
        SpanDropCollator(spandrop.SpanDrop(), tags=["O", "B-X"], special_tokens=())([{"input_ids": [1], "labels": [4]}])
