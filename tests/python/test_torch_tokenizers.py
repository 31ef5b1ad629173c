"""The collator with tokenizers and collators of Transformers."""

import pytest
import torch
from spandrop.torch import SpanDropCollator, pad
from test_torch import CLS, SEP, SPECIAL, made_examples

import spandrop

EVERYTHING = spandrop.SpanDrop(rate=1, gamma=float("inf"))


def test_one_token_for_unknown_words_and_end_of_text():
    """GPT-2 has one token for both, which is never dropped. A token that only marks unknown words counts as a word."""
    for unknown in ("[UNK]", str(SEP)):
        tokenizer = toy_tokenizer(unknown)
        examples = [{"input_ids": [CLS, 1, 7, SEP]}]
        assert SpanDropCollator(EVERYTHING, tokenizer=tokenizer)(examples)["input_ids"].tolist() == [SPECIAL]


def test_special_tokens_without_a_role():
    """For example, the markers of turns in chats. An added ordinary word counts as a word."""
    from tokenizers import AddedToken

    tokenizer = toy_tokenizer()
    tokenizer.add_tokens([AddedToken("<|turn|>", special=True), AddedToken("ferry")])
    turn, word = tokenizer.convert_tokens_to_ids(["<|turn|>", "ferry"])
    collator = SpanDropCollator(EVERYTHING, tokenizer=tokenizer)
    assert collator([{"input_ids": [CLS, turn, 7, word, turn, SEP]}])["input_ids"].tolist() == [[CLS, turn, turn, SEP]]


def test_any_collator_is_wrapped():
    seen = []
    collator = SpanDropCollator(spandrop.SpanDrop(rate=0.4), seen.append, special_tokens=SPECIAL)
    examples = made_examples(4)
    collator(examples)
    collator.plain(examples)
    assert seen[0] == collator.drop_examples(examples)
    assert [example["input_ids"] for example in seen[1]] == [example["input_ids"] for example in examples]


def toy_tokenizer(unknown="[UNK]"):
    from tokenizers import Tokenizer, models
    from transformers import PreTrainedTokenizerFast

    names = ["[PAD]", "[UNK]", "[MASK]", *map(str, range(3, 2000))]
    words = Tokenizer(models.WordLevel({name: number for number, name in enumerate(names)}, "[UNK]"))
    return PreTrainedTokenizerFast(
        tokenizer_object=words,
        pad_token="[PAD]",
        unk_token=unknown,
        mask_token="[MASK]",
        cls_token=str(CLS),
        sep_token=str(SEP),
    )


@pytest.mark.parametrize(
    "name",
    [
        "DataCollatorWithPadding",
        "DataCollatorForTokenClassification",
        "DataCollatorForSeq2Seq",
        "DataCollatorForLanguageModeling",
    ],
)
def test_collators_of_transformers_are_wrapped(name):
    """They receive shortened examples, as if these had been tokenised from shorter texts."""
    import transformers

    tokenizer = toy_tokenizer()
    options = {"mlm_probability": 0.3, "seed": 5} if name == "DataCollatorForLanguageModeling" else {}
    theirs, again = (getattr(transformers, name)(tokenizer, **options) for _ in range(2))
    examples = [
        {name: example[name] for name in ("id", "input_ids", "attention_mask", "token_type_ids")}
        for example in made_examples(6)
    ]
    if "For" in name and "LanguageModeling" not in name:
        examples = [{**example, "labels": list(range(len(example["input_ids"])))} for example in examples]
    collator = SpanDropCollator(spandrop.SpanDrop(rate=0.4), theirs, tokenizer=tokenizer)
    made, expected = collator(examples), again(collator.drop_examples(examples))
    assert made["input_ids"].shape[1] < max(len(example["input_ids"]) for example in examples)
    assert made.keys() == expected.keys() and all(torch.equal(made[name], expected[name]) for name in made)


@pytest.mark.parametrize("drop", [spandrop.SpanDrop(rate=0.4), None], ids=str)
def test_padding_on_the_left(drop):
    """The tokenizer sets the padding side. Remaining tokens equal those of right padding, and positions move."""
    tokenizer, examples = toy_tokenizer(), made_examples(6)
    right, left = (SpanDropCollator(drop or spandrop.SpanDrop(), tokenizer=tokenizer) for _ in range(2))
    tokenizer.padding_side = "left"
    left = SpanDropCollator(drop or spandrop.SpanDrop(), tokenizer=tokenizer)
    expected, made = (one(examples) if drop else one.plain(examples) for one in (right, left))
    width = made["input_ids"].shape[1]
    for row in range(6):
        size = int(expected["attention_mask"][row].sum())
        for name in ("input_ids", "attention_mask", "token_type_ids"):
            assert made[name][row, width - size :].tolist() == expected[name][row, :size].tolist()
            assert not made[name][row, : width - size].any()
        for name in ("start_positions", "end_positions"):
            assert made["input_ids"][row, made[name][row]] == expected["input_ids"][row, expected[name][row]]
        [[begin, end]], [[before, _]] = made["annotations"][row], expected["annotations"][row]
        assert end - begin <= 1 and begin == before + width - size
    assert pad([{"input_ids": [1, 2]}, {"input_ids": [3]}], left=True)["input_ids"].tolist() == [[1, 2], [0, 3]]


@pytest.mark.parametrize("name", ["label", "label_ids", "labels"])
@pytest.mark.parametrize("padding", [True, False])
def test_labels_are_renamed_for_models(name, padding):
    collator = SpanDropCollator(spandrop.SpanDrop(rate=0.4), special_tokens=SPECIAL, padding=padding)
    examples = [{"input_ids": [CLS, 5, 6, 7, SEP], name: number} for number in range(3)]
    for one in (collator, collator.plain):
        assert one(examples)["labels"].tolist() == [0, 1, 2]


def test_columns_that_look_like_labels_of_tokens():
    examples = [{**example, "tags": example["token_type_ids"]} for example in made_examples(4)]
    with pytest.warns(
        UserWarning, match="tags has one element per token but will not be shortened; add it to parallel="
    ):
        SpanDropCollator(spandrop.SpanDrop(), special_tokens=SPECIAL)(examples)
    made = SpanDropCollator(spandrop.SpanDrop(rate=0.5), list, special_tokens=SPECIAL, parallel="tags")(examples)
    assert [len(one["tags"]) for one in made] == [len(one["input_ids"]) for one in made]


def test_only_accepts_sequence_ids():
    """sequence_ids has None for special tokens."""
    collator = SpanDropCollator(spandrop.SpanDrop(rate=1), special_tokens=(), only="sequence")
    example = {"input_ids": [CLS, 5, SEP, 6, 7, SEP], "sequence": [None, 0, None, 1, 1, None]}
    assert collator([example])["input_ids"].tolist() == [[CLS, 5, SEP, SEP]]
