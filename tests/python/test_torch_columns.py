"""Unusual columns of examples: how they are padded, which types they get, and which are rejected."""

import numpy
import pytest
import torch
from spandrop.torch import SpanDropCollator, pad
from test_torch import CLS, SEP, SPECIAL
from test_torch_tokenizers import toy_tokenizer

import spandrop

HALF = spandrop.SpanDrop(rate=0.5, seed=1)
IDS = [[CLS, 5, 6, 7, 8, SEP], [CLS, 9, SEP]]


def rows(**columns):
    return [
        {"id": row, "input_ids": ids, **{name: values[row] for name, values in columns.items()}}
        for row, ids in enumerate(IDS)
    ]


def test_padding_values_of_columns():
    """With a padding value of 0, the model would learn labels at the padding."""
    examples = rows(pos_labels=[[-100, 3, 3, 1, 2, -100], [-100, 3, -100]], token_type_ids=[[0] * 6, [0] * 3])
    names = {"parallel": ["pos_labels", "token_type_ids"], "tokenizer": toy_tokenizer()}
    assert SpanDropCollator(HALF, **names).plain(examples)["pos_labels"][1].tolist() == [-100, 3, -100, 0, 0, 0]
    collator = SpanDropCollator(HALF, **names, padding={"pos_labels": -100})
    assert collator.plain(examples)["pos_labels"][1].tolist() == [-100, 3, -100, -100, -100, -100]
    names["tokenizer"]._pad_token_type_id = 3  # as for XLNet
    assert SpanDropCollator(HALF, **names).plain(examples)["token_type_ids"][1].tolist() == [0, 0, 0, 3, 3, 3]
    with pytest.raises(
        ValueError, match="expected padding for the columns .*, got other; add columns with one element per token"
    ):
        SpanDropCollator(HALF, special_tokens=SPECIAL, padding={"other": 1})


@pytest.mark.parametrize("form", [list, numpy.array, torch.tensor])
def test_several_numbers_per_token(form):
    """For example, boxes of words on a page, or a teacher's probabilities."""
    boxes = [form([[token, 1, 2, 3] for token in ids]) for ids in IDS]
    shares = [form([[token / 2, 0.5] for token in ids]) for ids in IDS]
    for padding in (True, False):
        collator = SpanDropCollator(HALF, special_tokens=SPECIAL, parallel=["bbox", "teacher"], padding=padding)
        batch = collator(rows(bbox=boxes, teacher=shares))
        tokens = batch["input_ids"]
        assert batch["bbox"].shape == (*tokens.shape, 4) and batch["bbox"].dtype == torch.int64
        assert torch.equal(batch["bbox"][..., 0], tokens)
        assert torch.equal(batch["teacher"][..., 0] * 2, tokens.float()) and batch["teacher"].is_floating_point()


def test_boxes_of_examples_that_become_empty():
    """The first or the last example becomes empty; the other keeps its boxes."""
    everything = spandrop.SpanDrop(rate=1)
    for order in (1, -1):
        examples = [
            {"input_ids": ids, "bbox": [[token, 1] for token in ids], "protected": kept}
            for ids, kept in (([5, 6, 7], []), ([8, 9], [(0, 2)]))
        ][::order]
        batch = SpanDropCollator(everything, special_tokens=[], parallel=["bbox"])(examples)
        assert batch["bbox"].shape == (2, 2, 2) and torch.equal(batch["bbox"][..., 0], batch["input_ids"])


def test_padding_of_small_integers():
    collator = SpanDropCollator(HALF, special_tokens=SPECIAL, parallel=["boxes"], padding={"boxes": -100})
    boxes = [numpy.ones((len(ids), 2), "u1") for ids in IDS]
    assert collator.plain(rows(boxes=boxes))["boxes"][1, 5].tolist() == [-100, -100]


def test_invalid_padding():
    for padding, kind in (("max_length", TypeError), ({"labels": 7}, ValueError)):
        with pytest.raises(kind, match="expected padding"):
            SpanDropCollator(HALF, special_tokens=SPECIAL, padding=padding, parallel=["attention_mask"])
    with pytest.raises(ValueError, match="expected no padding= with collate="):
        SpanDropCollator(HALF, pad, special_tokens=SPECIAL, padding={"labels": 7})


def test_fractions_are_rejected():
    for form in (list, numpy.array):
        with pytest.raises(TypeError, match="expected may_go to (be integers|have one integer per token)"):
            SpanDropCollator(HALF, special_tokens=SPECIAL, only="may_go")(
                rows(may_go=[form([0.5] * 6), form([0.7] * 3)])
            )
    with pytest.raises(ValueError, match="expected start_positions and end_positions to be integers"):
        SpanDropCollator(HALF, special_tokens=SPECIAL)(rows(start_positions=[0.9, 1], end_positions=[1, 1]))


def test_tensor_types_that_numpy_lacks():
    """Types such as bfloat16, and tensors that require gradients."""
    weights = [torch.arange(len(ids), dtype=torch.bfloat16).requires_grad_() for ids in IDS]
    for padding in (True, False):
        collator = SpanDropCollator(HALF, special_tokens=SPECIAL, parallel=["weights"], padding=padding)
        for one in (collator, collator.plain):
            assert one(rows(weights=weights))["weights"].dtype == torch.bfloat16
    frames = torch.arange(20, dtype=torch.bfloat16).reshape(10, 2)
    assert torch.equal(HALF.drop(frames).tokens, HALF.drop(frames.clone()).tokens)
    assert torch.equal(HALF.drop(frames, id=1).tokens[:, 0], HALF.drop(frames[:, 0], id=1).tokens)


def test_labels_and_positions_have_64_bits():
    """As losses expect them, also if nothing is dropped."""
    collator = SpanDropCollator(HALF, special_tokens=SPECIAL)
    numbers = {
        "labels": [numpy.int32(1), numpy.int32(0)],
        "start_positions": [numpy.int32(1)] * 2,
        "end_positions": [torch.tensor(1, dtype=torch.int32)] * 2,
    }
    for one in (collator, collator.plain):
        batch = one(rows(**numbers))
        assert {batch[name].dtype for name in numbers} == {torch.int64}
        assert one(rows(labels=[True, False]))["labels"].dtype == torch.int64
        assert one(rows(labels=[0.5, 1.0]))["labels"].dtype == torch.float32


def test_none_that_data_sets_convert_to_nan():
    """With format "torch" or "numpy", None is NaN."""
    for form in (numpy.array, torch.tensor):
        may_go = [form([float("nan"), 1.0, 1.0, 0.0, 0.0, float("nan")]), form([float("nan"), 1.0, float("nan")])]
        made = SpanDropCollator(spandrop.SpanDrop(rate=1), special_tokens=[], only="may_go").drop_examples(
            rows(may_go=may_go)
        )
        assert [list(example["input_ids"]) for example in made] == [[CLS, 7, 8, SEP], [CLS, SEP]]


def test_masks_that_do_not_fit():
    examples = [{"id": 1, "input_ids": numpy.arange(20, dtype="u2")}]
    mask = spandrop.SpanMask(mask=70000, rate=0.9)
    for collate in (None, list):
        with pytest.raises(ValueError, match="expected a mask that fits into uint16, got 70000"):
            SpanDropCollator(mask, collate, special_tokens=[]).drop_examples(examples)


@pytest.mark.parametrize("name", ["id", "annotations", "protected"])
def test_named_columns_must_exist(name):
    collator = SpanDropCollator(HALF, special_tokens=SPECIAL, **{name: "evidnce"})
    with pytest.raises(ValueError, match="expected the column evidnce, got"):
        collator(rows())
    collator.plain(rows())


def test_another_collator_does_not_move_positions():
    """If examples that are padded on the left were padded again, their answers would be at other positions."""
    tokenizer = toy_tokenizer()
    tokenizer.padding_side = "left"
    padded = [
        {
            "id": row,
            "input_ids": [0] * (9 - len(ids)) + ids,
            "start_positions": 9 - len(ids) + 1,
            "end_positions": 9 - len(ids) + 1,
        }
        for row, ids in enumerate(IDS)
    ]
    assert (
        len(
            {len(example["input_ids"]) for example in SpanDropCollator(HALF, tokenizer=tokenizer).drop_examples(padded)}
        )
        > 1
    )
    with pytest.raises(ValueError, match="expected no collate= for examples that are padded on the left"):
        SpanDropCollator(HALF, pad, tokenizer=tokenizer)(padded)
    SpanDropCollator(HALF, pad, tokenizer=tokenizer).plain(padded)
    SpanDropCollator(HALF, pad, tokenizer=tokenizer)(rows())
    # Allowed: without us, it would also get examples of different lengths.
    SpanDropCollator(HALF, pad, tokenizer=tokenizer)(rows(start_positions=[2, 1], end_positions=[3, 1]))
    batch = SpanDropCollator(HALF, tokenizer=tokenizer)(padded)
    assert [batch["input_ids"][row, place].item() for row, place in enumerate(batch["start_positions"])] == [5, 9]


def test_annotations_that_are_tuples():
    tokenizer = toy_tokenizer()
    tokenizer.padding_side = "left"
    made = SpanDropCollator(HALF, tokenizer=tokenizer).plain(rows(annotations=[((1, 2),), ((1, 2), (0, 3))]))
    assert [list(map(tuple, row)) for row in made["annotations"]] == [[(1, 2)], [(4, 5), (3, 6)]]


def test_rows_of_a_batch_of_one():
    with pytest.raises(
        ValueError, match=r"expected one-dimensional input_ids, got shape \(1, 3\); .* without return_tensors"
    ):
        SpanDropCollator(HALF, special_tokens=SPECIAL)([{"input_ids": torch.tensor([[CLS, 5, SEP]])}])


def test_numbers_by_their_names():
    with pytest.raises(ValueError, match="expected a mapping from numbers to names, like id2label, got {'O': 0"):
        SpanDropCollator(HALF, special_tokens=SPECIAL, tags={"O": 0, "B-PER": 1, "I-PER": 2})
