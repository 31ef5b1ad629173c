"""Common record formats (--schema), on the files in examples/."""

import itertools
import json
import re

import pytest
from corpora import EXAMPLES, example_records, lines_of

SEEDS = range(6)


@pytest.mark.parametrize(
    "schema, name", [("squad-hf", "squad"), ("conll", "ner"), ("tokenized", "tokenized"), ("chat", "chat")]
)
def test_the_number_of_the_view_is_written_with_every_schema(drop, schema, name):
    records = drop(f"{name}.jsonl", "--schema", schema, "--views", 2, "--view-field", "view")
    assert [record["view"] for record in records] == [0, 1] * (len(records) // 2)
    assert records


# squad-hf


def answers_of(record):
    return list(zip(record["answers"]["text"], record["answers"]["answer_start"], strict=True))


@pytest.mark.parametrize("rule", ["sentence", "word", "char"])
def test_squad_protects_answers(spandrop, tmp_path, rule):
    shifted, out = 0, tmp_path / "out.jsonl"
    for seed in SEEDS:
        options = ["--schema", "squad-hf", "--spans", rule, "--on-lost", "error"]
        spandrop("drop", EXAMPLES / "squad.jsonl", "-o", out, "--rate", 0.5, "--seed", seed, *options)
        report = json.loads(spandrop("verify", EXAMPLES / "squad.jsonl", out, "--json", *options).stdout)
        shifted += report["labels"]["shifted"]
    assert shifted > 6


@pytest.mark.parametrize("policy", ["keep", "drop"])
@pytest.mark.parametrize(
    "mask", [[], ["--mask", "_"], ["--mask", "<gone>", "--mask-per", "span"]], ids=["drop", "mask", "mask-span"]
)
@pytest.mark.parametrize("rule", ["sentence", "word", "char"])
@pytest.mark.parametrize("unit", ["code-point", "byte", "utf16"])
def test_squad_answers_match_the_context_at_their_start(drop, policy, mask, rule, unit):
    def slice_of(context, start, text):
        if unit == "code-point":
            return context[start : start + len(text)]
        coding, width = ("utf-8", 1) if unit == "byte" else ("utf-16-le", 2)
        return context.encode(coding)[start * width : start * width + len(text.encode(coding))].decode(coding)

    source = []
    for record in example_records("squad.jsonl"):
        record["context"] = "😀é " + record["context"]
        offset = {"code-point": 3, "byte": 7, "utf16": 4}[unit]
        starts = []
        for _, start in answers_of(record):
            before = record["context"][3 : 3 + start]
            starts.append(
                offset
                + {"code-point": start, "byte": len(before.encode()), "utf16": len(before.encode("utf-16-le")) // 2}[
                    unit
                ]
            )
        record["answers"]["answer_start"] = starts
        source.append(record)
    content, changed, total = b"".join(lines_of(source)), 0, 0
    for seed in SEEDS:
        for old, new in zip(
            source,
            drop(
                content,
                "--schema",
                "squad-hf",
                "--protect",
                "none",
                "--on-lost",
                policy,
                "--rate",
                0.6,
                "--spans",
                rule,
                "--offsets",
                unit,
                "--seed",
                seed,
                *mask,
            ),
            strict=True,
        ):
            total += len(old["answers"]["text"])
            for text, start in answers_of(new):
                assert slice_of(new["context"], start, text) == text
            if policy == "drop":
                assert all(text in old["answers"]["text"] for text in new["answers"]["text"])
                changed += len(old["answers"]["text"]) - len(new["answers"]["text"])
            else:
                changed += sum(a != b for a, b in zip(old["answers"]["text"], new["answers"]["text"], strict=True))
    assert 0 < changed <= total


def test_squad_without_answers_and_with_empty_ones(drop):
    lines = lines_of(
        [
            {"id": 1, "context": "One. Two.", "answers": {"text": [], "answer_start": []}},
            {"id": 2, "context": "One. Two.", "answers": {"text": [""], "answer_start": [3]}},
        ]
    )
    found = drop(b"".join(lines), "--schema", "squad-hf", "--rate", 1)
    assert found[0] == {"id": 1, "context": "", "answers": {"text": [], "answer_start": []}}
    assert found[1]["answers"]["text"] == [""]


# conll


def entities(tags):
    """The entities of valid tags as (type, begin, end); fails if the tags are not valid IOB2."""
    found, previous = [], "O"
    for place, tag in enumerate(tags):
        assert re.fullmatch(r"O|[BI]-[A-Z]+", tag), tag
        if tag.startswith("B-"):
            found.append([tag[2:], place, place + 1])
        elif tag.startswith("I-"):
            assert previous[2:] == tag[2:], tags
            found[-1][2] = place + 1
        previous = tag
    return [tuple(entity) for entity in found]


@pytest.mark.parametrize("policy", ["keep", "drop"])
def test_conll_stays_valid(drop, policy):
    before, shortened, lost = example_records("ner.jsonl"), 0, 0
    for seed in range(40):
        found = drop("ner.jsonl", "--schema", "conll", "--rate", 0.4, "--seed", seed, "--on-lost", policy)
        for old, new in zip(before, found, strict=True):
            assert len(new["tokens"]) == len(new["tags"])
            whole = {(kind, *old["tokens"][b:e]) for kind, b, e in entities(old["tags"])}
            for kind, begin, end in entities(new["tags"]):
                words = (kind, *new["tokens"][begin:end])
                if words not in whole:
                    assert policy == "keep"
                    kinds = [w for w in whole if w[0] == kind and set(words) <= set(w)]
                    assert kinds, (words, whole)
                    shortened += 1
            lost += len(entities(new["tags"])) < len(entities(old["tags"]))
    assert lost > 20 and (shortened > 20) == (policy == "keep")


def test_conll_neighbours_do_not_merge(drop):
    """B-X I-X | B-X: if the second B- were lost, the two would become one entity."""
    record = {"tokens": [str(i) for i in range(6)], "tags": ["B-X", "I-X", "B-X", "I-X", "O", "B-X"]}
    seen = set()
    for new in drop(lines_of([record])[0], "--schema", "conll", "--rate", 0.5, "--gamma", "inf", "--views", 200):
        seen |= {tuple(new["tokens"][begin:end]) for _, begin, end in entities(new["tags"])}
    assert seen == {("0",), ("1",), ("0", "1"), ("2",), ("3",), ("2", "3"), ("5",)}


def test_conll_mask_keeps_the_length(drop):
    for old, new in zip(
        example_records("ner.jsonl"), drop("ner.jsonl", "--schema", "conll", "--rate", 0.5, "--mask", "[MASK]")
    ):
        assert len(new["tokens"]) == len(old["tokens"]) == len(new["tags"])
        assert all(b in (a, "[MASK]") for a, b in zip(old["tokens"], new["tokens"]))
        entities(new["tags"])
        assert new["tags"] == old["tags"]


# tokenized


def test_tokenized_arrays_stay_parallel(drop):
    before, dropped = example_records("tokenized.jsonl"), 0
    for seed in SEEDS:
        found = drop("tokenized.jsonl", "--schema", "tokenized", "--rate", 0.5, "--seed", seed)
        for old, new in zip(before, found, strict=True):
            assert len({len(new[name]) for name in ("input_ids", "attention_mask", "special_tokens_mask")}) == 1
            kept = itertools.compress(new["input_ids"], new["special_tokens_mask"])
            assert list(kept) == list(itertools.compress(old["input_ids"], old["special_tokens_mask"]))
            rest = iter(zip(*(old[name] for name in old)))
            assert all(row in rest for row in zip(*(new[name] for name in old)))  # a subsequence, row by row
            dropped += len(old["input_ids"]) - len(new["input_ids"])
    assert dropped > 500


def test_tokenized_mask_is_a_number(drop):
    for old, new in zip(
        example_records("tokenized.jsonl"),
        drop("tokenized.jsonl", "--schema", "tokenized", "--rate", 0.5, "--mask", 103),
        strict=True,
    ):
        assert [b in (a, 103) for a, b in zip(old["input_ids"], new["input_ids"], strict=True)].count(False) == 0
        assert 103 in new["input_ids"] and new["attention_mask"] == old["attention_mask"]


def test_tokenized_mask_per_span(drop):
    ids = list(range(1000, 1100))
    line = lines_of([{"input_ids": ids, "attention_mask": [1] * 100, "special_tokens_mask": [0] * 100}])[0]
    new = drop(
        line,
        "--schema",
        "tokenized",
        "--spans",
        "every:10",
        "--rate",
        0.5,
        "--gamma",
        "inf",
        "--mask",
        103,
        "--mask-per",
        "span",
    )[0]
    masked = new["input_ids"].count(103)
    assert 0 < masked < 10 and len(new["input_ids"]) == (10 - masked) * 10 + masked == len(new["attention_mask"])
    assert [i for i in new["input_ids"] if i != 103] == [i for i in ids if i in new["input_ids"]]


# chat


def test_chat_keeps_the_system_and_the_last_answer(drop):
    before = example_records("chat.jsonl")
    assert all(
        new["messages"] == [old["messages"][0], old["messages"][-1]]
        for old, new in zip(before, drop("chat.jsonl", "--schema", "chat", "--rate", 1), strict=True)
    )
    sizes = set()
    for seed in SEEDS:
        for old, new in zip(before, drop("chat.jsonl", "--schema", "chat", "--rate", 0.4, "--seed", seed), strict=True):
            assert new["messages"][0] == old["messages"][0] and new["messages"][-1] == old["messages"][-1]
            turns = iter(old["messages"])
            assert all(turn in turns for turn in new["messages"])
            sizes.add(len(old["messages"]) - len(new["messages"]))
    assert len(sizes) > 2


def test_chat_that_ends_with_the_user(drop):
    turns = [{"content": "a", "role": "user"}, {"role": "system", "content": "b"}, {"role": "user", "content": "c"}]
    assert drop(lines_of([{"messages": turns}])[0], "--schema", "chat", "--rate", 1)[0]["messages"] == [turns[1]]
    turns = [{"role": role} for role in ("system", "assistant", "user", "assistant", "user")]
    assert drop(lines_of([{"messages": turns}])[0], "--schema", "chat", "--rate", 1)[0]["messages"] == [
        turns[0],
        turns[3],
    ]


def test_a_parallel_array_may_be_named_twice(drop):
    record = {"input_ids": [1, 2, 3, 4], "attention_mask": [5, 6, 7, 8]}
    made = drop(
        lines_of([record])[0], "--schema", "tokenized", "--parallel", "attention_mask", "--rate", 0.5, "--seed", 1
    )[0]
    assert [token + 4 for token in made["input_ids"]] == made["attention_mask"] and len(made["input_ids"]) < 4
