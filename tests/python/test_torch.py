"""The collator gives, example by example, what SpanDrop.drop gives; labels follow; batches are as the tools make them."""

import pickle
import random
import subprocess
import sys

import numpy
import pytest
import spandrop
import torch
from spandrop.torch import SpanDropCollator, flatten, pad, token_spans

CLS, SEP = 101, 102
SPECIAL = [CLS, SEP]


def made_examples(count, seed=0, **kind):
    """Question and context between special tokens, with an answer and evidence in the context."""
    chance = random.Random(seed)
    examples = []
    for number in range(count):
        question, context = chance.randrange(1, 6), chance.randrange(2, 40)
        ids = [CLS, *(chance.randrange(1000, 2000) for _ in range(question)), SEP,
               *(chance.randrange(1000, 2000) for _ in range(context)), SEP]
        begin = chance.randrange(question + 2, len(ids) - 1)
        end = chance.randrange(begin, min(len(ids) - 1, begin + 3))
        place = chance.randrange(question + 2, len(ids) - 1)
        examples.append({
            "id": f"example-{number}", "input_ids": ids, "attention_mask": [1] * len(ids),
            "token_type_ids": [0] * (question + 2) + [1] * (context + 1),
            "start_positions": begin, "end_positions": end, "annotations": [[place, place + 1]]})
    return examples


def expected(drop, example, view, only=False):
    """By the call for one example, its protected ranges written out token by token."""
    ids = example["input_ids"]
    protected = [(i, i + 1) for i, token in enumerate(ids)
                 if token in SPECIAL or only and example["token_type_ids"][i] == 0]
    answer = (example["start_positions"], example["end_positions"] + 1)
    dropped = drop.drop(ids, id=example["id"], view=view, protected=[*protected, answer],
                        annotations=[answer, *map(tuple, example.get("annotations", ()))],
                        parallel={"token_type_ids": example["token_type_ids"]})
    (begin, end), *listed = dropped.annotations
    made = {"input_ids": dropped.tokens, "attention_mask": [1] * len(dropped.tokens),
            "token_type_ids": dropped.parallel["token_type_ids"], "start_positions": begin, "end_positions": end - 1}
    return made | ({"annotations": [list(pair) for pair in listed]} if "annotations" in example else {})


def without_evidence(examples):
    """Examples whose only label is the answer, which stays: they go another way."""
    return [{name: value for name, value in example.items() if name != "annotations"} for example in examples]


@pytest.mark.parametrize("only", ["", "token_type_ids"])
@pytest.mark.parametrize("drop", [
    spandrop.SpanDrop(rate=0.3, seed=4), spandrop.SpanDrop(rate=0.5, spans="every:3", gamma=float("inf")),
    spandrop.SpanDrop(rate=0.4, on_lost="reject"), spandrop.SpanMask(rate=0.4, mask=103),
    spandrop.SpanDrop(rate=0.9, min_keep=12),
], ids=str)
@pytest.mark.parametrize("choose", [list, without_evidence])
def test_as_single_examples(drop, only, choose):
    examples = choose(made_examples(60))
    collator = SpanDropCollator(drop, special_tokens=SPECIAL, only=only)
    for epoch in (0, 3):
        collator.set_epoch(epoch)
        assert collator.drop_examples(examples) == [expected(drop, example, epoch, bool(only)) for example in examples]


@pytest.mark.parametrize("drop", [spandrop.SpanDrop(rate=0.3), spandrop.SpanMask(rate=0.3, mask=103)], ids=str)
@pytest.mark.parametrize("padding", [True, False])
def test_own_batches_are_those_of_the_examples(drop, padding):
    examples = without_evidence(made_examples(20))
    collator = SpanDropCollator(drop, special_tokens=SPECIAL, padding=padding)
    batch, again = collator(examples), (pad if padding else flatten)(collator.drop_examples(examples))
    assert batch.keys() == again.keys() - {"id"}
    if not padding:  # flatten() does not know of masks
        again["labels"][again["labels"] == 103] = -100
    assert all(torch.equal(torch.as_tensor(batch[name]), torch.as_tensor(again[name])) for name in batch)


def test_batches_change_nothing():
    examples = made_examples(20)
    collator = SpanDropCollator(spandrop.SpanDrop(rate=0.4), special_tokens=SPECIAL)
    whole = collator.drop_examples(examples)
    assert whole == [collator.drop_examples([example])[0] for example in examples]
    assert whole[::-1] == collator.drop_examples(examples[::-1])


def test_rate_0_and_plain_change_nothing():
    examples = made_examples(10)
    for collator in (SpanDropCollator(spandrop.SpanDrop(rate=0), special_tokens=SPECIAL),
                     SpanDropCollator(spandrop.SpanDrop(rate=0.9), special_tokens=SPECIAL).plain):
        whole = [{name: value for name, value in example.items() if name != "id"} for example in examples]
        batch, same = collator(examples), pad(whole)
        assert batch.keys() == same.keys()
        assert all(torch.equal(batch[name], same[name]) for name in batch)


def test_rate_1_leaves_what_is_protected():
    examples = made_examples(10)
    collator = SpanDropCollator(spandrop.SpanDrop(rate=1), special_tokens=SPECIAL)
    for old, new in zip(examples, collator.drop_examples(examples)):
        answer = range(old["start_positions"], old["end_positions"] + 1)
        assert new["input_ids"] == [token for i, token in enumerate(old["input_ids"]) if token in SPECIAL or i in answer]


def test_special_tokens_mask_comes_first():
    example = {"input_ids": [CLS, 5, 6, SEP], "special_tokens_mask": [0, 1, 0, 0]}
    collator = SpanDropCollator(spandrop.SpanDrop(rate=1), special_tokens=SPECIAL)
    assert collator.drop_examples([example]) == [{"input_ids": [5]}]


def test_tokenizer_says_what_is_special():
    class Tokenizer:
        all_special_ids, unk_token_id, pad_token_id = [0, CLS, SEP, 100], 100, 7

    collator = SpanDropCollator(spandrop.SpanDrop(rate=1), tokenizer=Tokenizer())
    batch = collator([{"input_ids": [CLS, 100, SEP]}, {"input_ids": [CLS]}])
    assert batch["input_ids"].tolist() == [[CLS, SEP], [CLS, 7]]
    assert batch["attention_mask"].tolist() == [[1, 1], [1, 0]]


@pytest.mark.parametrize("policy, places", [("keep", {(0, 0), (1, 1), (1, 2)}), ("drop", {(0, 0), (1, 2)}),
                                             ("reject", {(1, 2)})])
def test_answers_that_may_go(policy, places):
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
    """Mappings stay mappings; those that are lost go with on_lost="drop"; protected ranges stay."""
    example = {"input_ids": list(range(10)), "evidence": [{"begin": 2, "end": 4, "kind": "a"}, {"begin": 5, "end": 6}],
               "protected": [(2, 4)], "id": 3}
    collator = SpanDropCollator(spandrop.SpanDrop(rate=1, on_lost="drop"), special_tokens=(), annotations="evidence")
    assert collator.drop_examples([example]) == [{"input_ids": [2, 3], "evidence": [{"begin": 0, "end": 2, "kind": "a"}]}]
    keeps = SpanDropCollator(spandrop.SpanDrop(rate=1, protect="annotations"), special_tokens=(), annotations="evidence")
    assert keeps.drop_examples([example])[0]["input_ids"] == [2, 3, 5]


def test_spans_of_a_column():
    """Numbers for tokens and pairs say the same; what is in no span stays."""
    drop = spandrop.SpanDrop(rate=0.5, seed=2, spans="field")
    ids = list(range(100, 112))
    words = [None, 0, 0, 1, 2, 2, None, 0, 0, 1, 1, None]  # two texts: numbers start anew
    pairs = [(1, 3), (3, 4), (4, 6), (7, 9), (9, 11)]
    for number in range(20):
        left = drop.drop(ids, spans=pairs, id=number).tokens
        for spans in (words, [-1 if word is None else word for word in words], pairs, [list(pair) for pair in pairs]):
            collator = SpanDropCollator(drop, special_tokens=(), spans="words")
            assert collator.drop_examples([{"input_ids": ids, "words": spans, "id": number}]) == [{"input_ids": left}]
        assert {100, 106, 111} <= set(left) and len({102, 101} & set(left)) != 1


@pytest.mark.parametrize("kind", ["list", "tuple", "numpy", "torch"])
def test_kinds_of_columns(kind):
    """What goes in as a list, an array or a tensor comes out as one, and draws are the same."""
    make = {"list": list, "tuple": tuple, "numpy": lambda value: numpy.array(value, "int32"), "torch": torch.tensor}[kind]
    examples = made_examples(8)
    collator = SpanDropCollator(spandrop.SpanDrop(rate=0.4), special_tokens=SPECIAL)
    plain = collator.drop_examples(examples)
    typed = [{name: make(value) if name in ("input_ids", "attention_mask", "token_type_ids") else value
              for name, value in example.items()} for example in examples]
    for new, old in zip(collator.drop_examples(typed), plain):
        assert type(new["input_ids"]) is type(typed[0]["input_ids"])
        assert list(map(int, new["input_ids"])) == old["input_ids"]
        assert getattr(new["input_ids"], "dtype", None) == getattr(typed[0]["input_ids"], "dtype", None)
    batch = collator(typed)
    assert batch["input_ids"].dtype == torch.int64
    assert torch.equal(batch["input_ids"], collator(examples)["input_ids"])


def test_content_is_the_key_without_an_id():
    drop = spandrop.SpanDrop(rate=0.5)
    collator = SpanDropCollator(drop, special_tokens=())
    ids = list(range(30))
    assert collator.drop_examples([{"input_ids": ids}])[0]["input_ids"] == drop.drop(ids).tokens


def test_any_collator_is_wrapped():
    seen = []
    collator = SpanDropCollator(spandrop.SpanDrop(rate=0.4), seen.append, special_tokens=SPECIAL)
    examples = made_examples(4)
    collator(examples)
    collator.plain(examples)
    assert seen[0] == collator.drop_examples(examples)
    assert [example["input_ids"] for example in seen[1]] == [example["input_ids"] for example in examples]


def toy_tokenizer():
    from tokenizers import Tokenizer, models
    from transformers import PreTrainedTokenizerFast

    names = ["[PAD]", "[UNK]", "[MASK]", *map(str, range(3, 2000))]
    words = Tokenizer(models.WordLevel({name: number for number, name in enumerate(names)}, "[UNK]"))
    return PreTrainedTokenizerFast(tokenizer_object=words, pad_token="[PAD]", unk_token="[UNK]", mask_token="[MASK]",
                                   cls_token=str(CLS), sep_token=str(SEP))


@pytest.mark.parametrize("name", ["DataCollatorWithPadding", "DataCollatorForTokenClassification", "DataCollatorForSeq2Seq",
                                  "DataCollatorForLanguageModeling"])
def test_collators_of_transformers_are_wrapped(name):
    """They get the examples that they would get if these had been shorter from the start."""
    import transformers

    tokenizer = toy_tokenizer()
    options = {"mlm_probability": 0.3, "seed": 5} if name == "DataCollatorForLanguageModeling" else {}
    theirs, again = (getattr(transformers, name)(tokenizer, **options) for _ in range(2))
    examples = [{name: example[name] for name in ("id", "input_ids", "attention_mask", "token_type_ids")}
                for example in made_examples(6)]
    if "For" in name and "LanguageModeling" not in name:
        examples = [{**example, "labels": list(range(len(example["input_ids"])))} for example in examples]
    collator = SpanDropCollator(spandrop.SpanDrop(rate=0.4), theirs, tokenizer=tokenizer)
    made, expected = collator(examples), again(collator.drop_examples(examples))
    assert made["input_ids"].shape[1] < max(len(example["input_ids"]) for example in examples)
    assert made.keys() == expected.keys() and all(torch.equal(made[name], expected[name]) for name in made)


@pytest.mark.parametrize("collate", [None, list])
def test_examples_must_have_the_same_columns(collate):
    """Labels that the first example lacks would stay where they were."""
    collator = SpanDropCollator(spandrop.SpanDrop(rate=0.5), collate, special_tokens=SPECIAL)
    plain, labelled = {"input_ids": [1, 2, 3]}, {"input_ids": [4, 5, 6], "annotations": [[2, 3]]}
    for examples in ([plain, labelled], [labelled, plain]):
        for call in (collator, collator.plain, collator.drop_examples, pad, flatten):
            with pytest.raises(ValueError, match="example 1: expected the columns of the first"):
                call(examples)


def test_labels_of_several_classes():
    """Labels that are not named in `parallel` are those of the whole example."""
    examples = [{"id": i, "input_ids": [101, *range(200, 205 + i), 102], "labels": [0.0, 1.0, i]} for i in range(3)]
    batch = SpanDropCollator(spandrop.SpanDrop(rate=0.5), special_tokens=SPECIAL, parallel=("attention_mask",))(examples)
    assert batch["labels"].tolist() == [[0, 1, 0], [0, 1, 1], [0, 1, 2]]
    tagged = [{"id": i, "input_ids": [101, 7, 8, 9, 102], "labels": [-100, 1, 2, 0, -100]} for i in range(3)]
    for parallel in (("labels",), ("attention_mask",)):  # tags are those of the tokens in any case
        collator = SpanDropCollator(spandrop.SpanDrop(rate=0.5), special_tokens=SPECIAL, tags=["O", "B-X", "I-X"],
                                    parallel=parallel)
        made = collator(tagged)
        assert made["labels"].shape == made["input_ids"].shape


def test_copies_have_epochs_of_their_own():
    collator = SpanDropCollator(spandrop.SpanDrop(rate=0.4), special_tokens=SPECIAL, tags=["O"], spans="words")
    collator.set_epoch(5)
    other = pickle.loads(pickle.dumps(collator))
    assert other.epoch == 5 and other.drop == collator.drop and other.spans == "words"
    other.set_epoch(6)
    assert (collator.epoch, other.epoch) == (5, 6)
    assert collator.plain.epoch == 5


def test_token_spans():
    """Sentences of the second text by the tokens of a tokenizer that we have here."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    words = Tokenizer(models.WordLevel({"[UNK]": 0, "[CLS]": 1, "[SEP]": 2}, "[UNK]"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    words.post_processor = processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1))
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]")
    contexts = ["It rained. We stayed at home!", ""]
    encoded = tokenizer(["Why? Who?", "What?"], contexts, return_offsets_mapping=True)
    first, second = token_spans(encoded, contexts, sequence=1)
    assert first == [-1] * 6 + [0] * 3 + [1] * 5 + [-1]
    assert second == [-1] * 5
    windows = tokenizer(["Why?"], contexts[:1], truncation="only_second", max_length=9, stride=1,
                        return_overflowing_tokens=True, return_offsets_mapping=True)
    assert token_spans(windows, contexts[:1], sequence=1)[1] == [-1] * 4 + [1] * 4 + [-1]


@pytest.mark.parametrize("change, error, message", [
    ({"input_ids": [1.5]}, TypeError, "expected input_ids to be whole numbers"),
    ({"input_ids": None}, TypeError, "input_ids"),
    ({"attention_mask": [1]}, ValueError, "example 1: expected attention_mask to have 4 elements, as input_ids, got 1"),
    ({"labels": [1, 2, 3]}, ValueError, "expected labels"),
    ({"start_positions": -3}, ValueError, "example 1: expected an answer within 4 tokens"),
    ({"end_positions": 9}, ValueError, "example 1: expected an answer within 4 tokens"),
    ({"start_positions": 2, "end_positions": 1}, ValueError, "example 1: expected an answer"),
    ({"start_positions": None}, ValueError, "to be whole numbers"),
    ({"annotations": [(1.7, 2.9)]}, ValueError, r"whole numbers as begin and end.*1.7"),
    ({"annotations": [("a", "b")]}, ValueError, r"whole numbers as begin and end.*'a'"),
    ({"annotations": [(0, 2**70)]}, ValueError, "whole numbers as begin and end"),
    ({"annotations": [(3, 9)]}, ValueError, "row 1: "),
    ({"annotations": [7]}, ValueError, "expected begin and end, got 7"),
    ({"id": None}, TypeError, "id: expected a str"),
    ({"special_tokens_mask": [0]}, ValueError, "expected special_tokens_mask"),
], ids=str)
def test_bad_examples(change, error, message):
    good = {"input_ids": [CLS, 5, 6, SEP], "attention_mask": [1] * 4, "start_positions": 1, "end_positions": 2,
            "annotations": [], "id": 1}
    collator = SpanDropCollator(spandrop.SpanDrop(), special_tokens=SPECIAL)
    first = {**good, **{name: [0] * 4 for name in change if name not in good}}
    with pytest.raises(error, match=message):
        collator([first, {**good, **change}])


@pytest.mark.parametrize("mask", [1.5, "x", 2**70])
def test_masks_that_are_no_tokens(mask):
    with pytest.raises(ValueError, match="expected a mask that fits into int64"):
        SpanDropCollator(spandrop.SpanMask(mask=mask), special_tokens=SPECIAL)


def test_bad_arguments():
    with pytest.raises(TypeError, match="expected special_tokens to be ids"):
        SpanDropCollator(spandrop.SpanDrop(), special_tokens="ab")
    for epoch in (-1, 2**63, 2**64 + 1, None, 1.5):
        with pytest.raises(ValueError, match="expected an epoch of 0 to"):
            SpanDropCollator(spandrop.SpanDrop(), special_tokens=SPECIAL).set_epoch(epoch)
    with pytest.raises(TypeError, match="expected a SpanDrop or SpanMask, got float"):
        SpanDropCollator(0.1)
    with pytest.raises(ValueError, match="expected a tag B-PER beside I-PER"):
        SpanDropCollator(spandrop.SpanDrop(), tags=["O", "I-PER"])
    with pytest.raises(ValueError, match="expected a tag O"):
        SpanDropCollator(spandrop.SpanDrop(), tags=["B-PER"])
    with pytest.raises(ValueError, match="expected a tokenizer, special_tokens or a column special_tokens_mask"):
        SpanDropCollator(spandrop.SpanDrop())([{"input_ids": [1]}])
    with pytest.raises(ValueError, match="expected at least one example, got none"):
        SpanDropCollator(spandrop.SpanDrop(), special_tokens=())([])
    with pytest.raises(ValueError, match="expected the column input_ids, got"):
        SpanDropCollator(spandrop.SpanDrop(), special_tokens=())([{"ids": [1]}])
    with pytest.raises(ValueError, match="expected the column spans, got"):
        SpanDropCollator(spandrop.SpanDrop(spans="field"), special_tokens=())([{"input_ids": [1]}])
    with pytest.raises(ValueError, match="expected an epoch of 0 to .*, got -1"):
        SpanDropCollator(spandrop.SpanDrop()).set_epoch(-1)
    with pytest.raises(ValueError, match="expected tags below 1, got 4"):
        SpanDropCollator(spandrop.SpanDrop(), tags=["O"], special_tokens=())([{"input_ids": [1], "labels": [4]}])


def test_nothing_is_imported_that_is_not_asked_for():
    code = ("import sys, spandrop; loaded = {'torch', 'datasets', 'transformers', 'lightning', 'pyarrow'} & set(sys.modules);"
            "sys.exit(f'imported: {loaded}' if loaded else 0)")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_lists_of_the_compiled_module():
    native = spandrop._native
    values, offsets = native.flat_numbers([[1, True, 2**40], [], [numpy.int64(-3)]])
    assert values.tolist() == [1, 1, 2**40, -3] and offsets.tolist() == [0, 3, 3, 4]
    assert native.flat_numbers([[None, 0]], -1)[0].tolist() == [-1, 0]
    for bad, error in ([[None]], TypeError), ([["1"]], TypeError), ([[2**70]], OverflowError), ([(1,)], TypeError), (7, TypeError):
        with pytest.raises(error):
            native.flat_numbers(bad)
    lists = [["a", None, 3], ["d"]]
    assert native.take_from_lists(lists, numpy.array([0, 2, 3]), numpy.array([0, 2, 3])) == [["a", 3], ["d"]]
    for sources, cuts in ([0, 3], [0, 2, 2]), ([-1], [0, 1, 1]), ([9], [0, 0, 1]):
        with pytest.raises(IndexError):
            native.take_from_lists(lists, numpy.array(sources), numpy.array(cuts))
    for cuts in ([0, 1], [0, 3, 1], [1, 1, 1], [0, 0, 2]):
        with pytest.raises(ValueError, match="expected offsets that cut the elements into rows"):
            native.take_from_lists(lists, numpy.array([0]), numpy.array(cuts))


def test_texts_of_the_compiled_module():
    native, texts = spandrop._native, ["", "abc", "ü€𝄞", "\0"]
    content, offsets = native.flat_texts(texts)
    assert content.tobytes() == "".join(texts).encode() and offsets.tolist() == [0, 0, 3, 12, 13]
    for bad, error in ([None], TypeError), ([b"a"], TypeError), ("abc", TypeError), (["\ud800"], UnicodeEncodeError):
        with pytest.raises(error):
            native.flat_texts(bad)


def test_a_list_that_shrinks_while_it_is_read():
    """An element may run code; that code may do anything."""
    class Shrinks:
        def __index__(self):
            victim.clear()
            return 1

    victim = [0, Shrinks(), 2, 3]
    with pytest.raises(IndexError):
        spandrop._native.flat_numbers([victim])
