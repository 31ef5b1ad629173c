"""The collator drops the same tokens as SpanDrop.drop, moves the labels, and makes batches like Transformers."""

import pickle
import random
import subprocess
import sys

import numpy
import pytest
import torch
from spandrop.torch import SpanDropCollator, flatten, pad

import spandrop

CLS, SEP = 101, 102
SPECIAL = [CLS, SEP]


def made_examples(count, seed=0, **kind):
    """Question and context with special tokens, and an answer and evidence in the context."""
    chance = random.Random(seed)
    examples = []
    for number in range(count):
        question, context = chance.randrange(1, 6), chance.randrange(2, 40)
        ids = [
            CLS,
            *(chance.randrange(1000, 2000) for _ in range(question)),
            SEP,
            *(chance.randrange(1000, 2000) for _ in range(context)),
            SEP,
        ]
        begin = chance.randrange(question + 2, len(ids) - 1)
        end = chance.randrange(begin, min(len(ids) - 1, begin + 3))
        place = chance.randrange(question + 2, len(ids) - 1)
        examples.append(
            {
                "id": f"example-{number}",
                "input_ids": ids,
                "attention_mask": [1] * len(ids),
                "token_type_ids": [0] * (question + 2) + [1] * (context + 1),
                "start_positions": begin,
                "end_positions": end,
                "annotations": [[place, place + 1]],
            }
        )
    return examples


def expected(drop, example, view, only=False):
    """The expected result, from `drop` for one example, with each protected token as a range."""
    ids = example["input_ids"]
    protected = [
        (i, i + 1) for i, token in enumerate(ids) if token in SPECIAL or only and example["token_type_ids"][i] == 0
    ]
    answer = (example["start_positions"], example["end_positions"] + 1)
    dropped = drop.drop(
        ids,
        id=example["id"],
        view=view,
        protected=[*protected, answer],
        annotations=[answer, *map(tuple, example.get("annotations", ()))],
        parallel={"token_type_ids": example["token_type_ids"]},
    )
    (begin, end), *listed = dropped.annotations
    made = {
        "input_ids": dropped.tokens,
        "attention_mask": [1] * len(dropped.tokens),
        "token_type_ids": dropped.parallel["token_type_ids"],
        "start_positions": begin,
        "end_positions": end - 1,
    }
    return made | ({"annotations": [list(pair) for pair in listed]} if "annotations" in example else {})


def without_evidence(examples):
    """Examples whose only label is a protected answer use a faster code path."""
    return [{name: value for name, value in example.items() if name != "annotations"} for example in examples]


@pytest.mark.parametrize("only", ["", "token_type_ids"])
@pytest.mark.parametrize(
    "drop",
    [
        spandrop.SpanDrop(rate=0.3, seed=4),
        spandrop.SpanDrop(rate=0.5, spans="every:3", gamma=float("inf")),
        spandrop.SpanDrop(rate=0.4, on_lost="reject"),
        spandrop.SpanMask(rate=0.4, mask=103),
        spandrop.SpanDrop(rate=0.9, min_keep=12),
    ],
    ids=str,
)
@pytest.mark.parametrize("choose", [list, without_evidence])
def test_same_result_as_single_examples(drop, only, choose):
    examples = choose(made_examples(60))
    collator = SpanDropCollator(drop, special_tokens=SPECIAL, only=only)
    for epoch in (0, 3):
        collator.set_epoch(epoch)
        assert collator.drop_examples(examples) == [expected(drop, example, epoch, bool(only)) for example in examples]


@pytest.mark.parametrize("drop", [spandrop.SpanDrop(rate=0.3), spandrop.SpanMask(rate=0.3, mask=103)], ids=str)
@pytest.mark.parametrize("padding", [True, False])
def test_batches_equal_collated_examples(drop, padding):
    examples = without_evidence(made_examples(20))
    collator = SpanDropCollator(drop, special_tokens=SPECIAL, padding=padding)
    batch, again = collator(examples), (pad if padding else flatten)(collator.drop_examples(examples))
    assert batch.keys() == again.keys() - {"id"}
    if not padding:  # flatten() does not handle masks
        again["labels"][again["labels"] == 103] = -100
    assert all(torch.equal(torch.as_tensor(batch[name]), torch.as_tensor(again[name])) for name in batch)


def test_the_batch_size_changes_nothing():
    examples = made_examples(20)
    collator = SpanDropCollator(spandrop.SpanDrop(rate=0.4), special_tokens=SPECIAL)
    whole = collator.drop_examples(examples)
    assert whole == [collator.drop_examples([example])[0] for example in examples]
    assert whole[::-1] == collator.drop_examples(examples[::-1])


def test_rate_0_and_plain_change_nothing():
    examples = made_examples(10)
    for collator in (
        SpanDropCollator(spandrop.SpanDrop(rate=0), special_tokens=SPECIAL),
        SpanDropCollator(spandrop.SpanDrop(rate=0.9), special_tokens=SPECIAL).plain,
    ):
        whole = [{name: value for name, value in example.items() if name != "id"} for example in examples]
        batch, same = collator(examples), pad(whole)
        assert batch.keys() == same.keys()
        assert all(
            torch.equal(torch.as_tensor(batch[name]), torch.as_tensor(same[name])) for name in batch
        )  # annotations are lists


def test_rate_1_keeps_protected_tokens():
    examples = made_examples(10)
    collator = SpanDropCollator(spandrop.SpanDrop(rate=1), special_tokens=SPECIAL)
    for old, new in zip(examples, collator.drop_examples(examples)):
        answer = range(old["start_positions"], old["end_positions"] + 1)
        assert new["input_ids"] == [
            token for i, token in enumerate(old["input_ids"]) if token in SPECIAL or i in answer
        ]


def test_special_tokens_mask_takes_precedence():
    example = {"input_ids": [CLS, 5, 6, SEP], "special_tokens_mask": [0, 1, 0, 0]}
    collator = SpanDropCollator(spandrop.SpanDrop(rate=1), special_tokens=SPECIAL)
    assert collator.drop_examples([example]) == [{"input_ids": [5]}]


def test_special_tokens_of_the_tokenizer():
    class Tokenizer:
        all_special_ids, unk_token_id, pad_token_id = [0, CLS, SEP, 100], 100, 7

    collator = SpanDropCollator(spandrop.SpanDrop(rate=1), tokenizer=Tokenizer())
    batch = collator([{"input_ids": [CLS, 100, SEP]}, {"input_ids": [CLS]}])
    assert batch["input_ids"].tolist() == [[CLS, SEP], [CLS, 7]]
    assert batch["attention_mask"].tolist() == [[1, 1], [1, 0]]


@pytest.mark.parametrize(
    "policy, places", [("keep", {(0, 0), (1, 1), (1, 2)}), ("drop", {(0, 0), (1, 2)}), ("reject", {(1, 2)})]
)
def test_answers_that_can_be_dropped(policy, places):
    example = {"input_ids": [CLS, 5, 6, SEP], "start_positions": 1, "end_positions": 2}
    collator = SpanDropCollator(spandrop.SpanDrop(rate=0.5, protect="none", on_lost=policy), special_tokens=SPECIAL)
    made = collator.drop_examples([{**example, "id": number} for number in range(100)])
    assert {(new["start_positions"], new["end_positions"]) for new in made} == places
    assert all(new["input_ids"][0] == CLS and new["input_ids"][-1] == SEP for new in made)


def test_a_lost_answer_can_be_an_error():
    example = {"input_ids": [CLS, 5, SEP], "start_positions": 1, "end_positions": 1}
    collator = SpanDropCollator(spandrop.SpanDrop(rate=1, protect="none", on_lost="error"), special_tokens=SPECIAL)
    with pytest.raises(ValueError, match="row 0: annotations.0.: expected every label to survive"):
        collator([example])


def test_evidence():
    """Mappings stay mappings, lost annotations are removed with on_lost="drop", and protected ranges are kept."""
    example = {
        "input_ids": list(range(10)),
        "evidence": [{"begin": 2, "end": 4, "kind": "a"}, {"begin": 5, "end": 6}],
        "protected": [(2, 4)],
        "id": 3,
    }
    collator = SpanDropCollator(spandrop.SpanDrop(rate=1, on_lost="drop"), special_tokens=(), annotations="evidence")
    assert collator.drop_examples([example]) == [
        {"input_ids": [2, 3], "evidence": [{"begin": 0, "end": 2, "kind": "a"}]}
    ]
    keeps = SpanDropCollator(
        spandrop.SpanDrop(rate=1, protect="annotations"), special_tokens=(), annotations="evidence"
    )
    assert keeps.drop_examples([example])[0]["input_ids"] == [2, 3, 5]


def test_spans_of_a_column():
    """One number per token and pairs are equivalent. Tokens outside all spans are kept."""
    drop = spandrop.SpanDrop(rate=0.5, seed=2, spans="field")
    ids = list(range(100, 112))
    words = [None, 0, 0, 1, 2, 2, None, 0, 0, 1, 1, None]  # two texts: numbers restart
    pairs = [(1, 3), (3, 4), (4, 6), (7, 9), (9, 11)]
    for number in range(20):
        left = drop.drop(ids, spans=pairs, id=number).tokens
        for spans in (words, [-1 if word is None else word for word in words], pairs, [list(pair) for pair in pairs]):
            collator = SpanDropCollator(drop, special_tokens=(), spans="words")
            assert collator.drop_examples([{"input_ids": ids, "words": spans, "id": number}]) == [{"input_ids": left}]
        assert {100, 106, 111} <= set(left) and len({102, 101} & set(left)) != 1


@pytest.mark.parametrize("kind", ["list", "tuple", "numpy", "torch"])
def test_kinds_of_columns(kind):
    """Lists, arrays and tensors keep their type, and draws are the same."""
    make = {"list": list, "tuple": tuple, "numpy": lambda value: numpy.array(value, "int32"), "torch": torch.tensor}[
        kind
    ]
    examples = made_examples(8)
    collator = SpanDropCollator(spandrop.SpanDrop(rate=0.4), special_tokens=SPECIAL)
    plain = collator.drop_examples(examples)
    typed = [
        {
            name: make(value) if name in ("input_ids", "attention_mask", "token_type_ids") else value
            for name, value in example.items()
        }
        for example in examples
    ]
    for new, old in zip(collator.drop_examples(typed), plain):
        assert type(new["input_ids"]) is type(typed[0]["input_ids"])
        assert list(map(int, new["input_ids"])) == old["input_ids"]
        assert getattr(new["input_ids"], "dtype", None) == getattr(typed[0]["input_ids"], "dtype", None)
    batch = collator(typed)
    assert batch["input_ids"].dtype == torch.int64
    assert torch.equal(batch["input_ids"], collator(examples)["input_ids"])


def test_draws_depend_on_the_content_without_an_id():
    drop = spandrop.SpanDrop(rate=0.5)
    collator = SpanDropCollator(drop, special_tokens=())
    ids = list(range(30))
    assert collator.drop_examples([{"input_ids": ids}])[0]["input_ids"] == drop.drop(ids).tokens


def test_an_id_of_none_counts_as_missing():
    drop, ids = spandrop.SpanDrop(rate=0.5), list(range(30))
    made = SpanDropCollator(drop, special_tokens=()).drop_examples(
        [{"id": name, "input_ids": ids} for name in ("a", None)]
    )
    assert [one["input_ids"] for one in made] == [drop.drop(ids, id="a").tokens, drop.drop(ids).tokens]


def test_multi_label():
    """Labels that `parallel` does not name belong to the whole example."""
    examples = [{"id": i, "input_ids": [101, *range(200, 205 + i), 102], "labels": [0.0, 1.0, i]} for i in range(3)]
    batch = SpanDropCollator(spandrop.SpanDrop(rate=0.5), special_tokens=SPECIAL, parallel=("attention_mask",))(
        examples
    )
    assert batch["labels"].tolist() == [[0, 1, 0], [0, 1, 1], [0, 1, 2]]
    tagged = [{"id": i, "input_ids": [101, 7, 8, 9, 102], "labels": [-100, 1, 2, 0, -100]} for i in range(3)]
    for parallel in (("labels",), ("attention_mask",)):  # tags always belong to the tokens
        collator = SpanDropCollator(
            spandrop.SpanDrop(rate=0.5), special_tokens=SPECIAL, tags=["O", "B-X", "I-X"], parallel=parallel
        )
        made = collator(tagged)
        assert made["labels"].shape == made["input_ids"].shape


def test_copies_have_their_own_epoch():
    collator = SpanDropCollator(spandrop.SpanDrop(rate=0.4), special_tokens=SPECIAL, tags=["O", "B-X"], spans="words")
    collator.set_epoch(5)
    other = pickle.loads(pickle.dumps(collator))
    assert other.epoch == 5 and other.drop == collator.drop and other.spans == "words"
    other.set_epoch(6)
    assert (collator.epoch, other.epoch) == (5, 6)
    assert collator.plain.epoch == 5


def test_libraries_are_imported_only_when_needed():
    code = (
        "import sys, spandrop; loaded = {'torch', 'datasets', 'transformers', 'lightning', 'pyarrow'} & set(sys.modules);"
        "sys.exit(f'imported: {loaded}' if loaded else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
