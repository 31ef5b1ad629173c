"""Python and the command give the same result for the same seed, ids and options."""

import json
import os
import pathlib
import subprocess

import corpora
import pytest

import spandrop

PROGRAM = os.environ.get("SPANDROP", pathlib.Path(spandrop.__file__).parent / "bin/spandrop")


def command(lines, options):
    """The output of the command for lines of JSON."""
    done = subprocess.run(
        [PROGRAM, "drop", "-", "-o", "-", "--quiet", *map(str, options)],
        input=b"".join(lines),
        capture_output=True,
        check=True,
    )
    return corpora.parsed(done.stdout)


def flags(aug, view):
    """The options of the command that correspond to an augmentation."""
    given = [
        "--rate",
        aug.rate,
        "--gamma",
        aug.gamma,
        "--seed",
        aug.seed,
        "--spans",
        aug.spans,
        "--view",
        view,
        "--min-keep",
        aug.min_keep,
        "--tries",
        aug.tries,
        "--protect",
        aug.protect,
        "--on-lost",
        aug.on_lost,
    ]
    if isinstance(aug, spandrop.SpanMask):
        given += ["--mask", aug.mask, "--mask-per", aug.per]
    return given


def as_record(aug, record, view):
    """The result in Python for one record."""
    key = "text" if "text" in record else "tokens"
    dropped = aug.drop(
        record[key],
        annotations=record.get("annotations", ()),
        protected=record.get("protected", ()),
        spans=record.get("spans"),
        question=record.get("question", ""),
        id=record.get("id"),
        view=view,
    )
    made = {**record, key: dropped.sequence}
    if "annotations" in record:
        made["annotations"] = dropped.annotations
    if "protected" in record:
        made["protected"] = [list(pair) for pair in dropped.protected]
    return made


def check(records, aug, view=0):
    records = [
        {name: value for name, value in record.items() if name != "spans" or aug.spans == "field"} for record in records
    ]
    made = [as_record(aug, record, view) for record in records]
    expected = command(corpora.lines_of(records), flags(aug, view))
    if aug.spans == "field":  # only the command updates the positions of spans
        for record in made + expected:
            record.pop("spans", None)
    assert made == expected
    assert made != records or aug.rate == 0


AUGMENTATIONS = [
    spandrop.SpanDrop(rate=0.3, seed=5),
    spandrop.SpanDrop(rate=0),
    spandrop.SpanDrop(rate=0.5, gamma=float("inf"), spans="word", on_lost="drop"),
    spandrop.SpanDrop(rate=0.4, gamma=0.3, spans="char", protect="annotations", min_keep=3),
    spandrop.SpanDrop(rate=0.5, spans="every:7", on_lost="reject", tries=3),
    spandrop.SpanDrop(rate=0.5, spans=r"regex:\S+\s*", protect="none"),
    spandrop.SpanDrop(rate=0.5, spans="adaptive"),
    spandrop.SpanDrop(rate=0.9, spans="paragraph", seed=2**64 - 1),
    spandrop.SpanMask(rate=0.5, mask="é", spans="word"),
    spandrop.SpanMask(rate=0.5, mask="[MASK] ", per="span", spans="word"),
    spandrop.SpanMask(rate=0.5, mask="[MASK] ", per="span", on_lost="drop"),
]


@pytest.mark.parametrize("aug", AUGMENTATIONS, ids=str)
def test_examples(aug):
    check(corpora.example_records("sample.jsonl"), aug, view=3)


@pytest.mark.parametrize("aug", AUGMENTATIONS, ids=str)
def test_many_scripts_with_and_without_ids(aug):
    records = list(corpora.made_records(60))
    for record in records[::2]:
        del record["id"]
    for record in records[::3]:
        record["protected"] = [[0, 3]]
    check(records, aug, view=2**63)


@pytest.mark.parametrize("aug", AUGMENTATIONS[:2] + AUGMENTATIONS[8:9], ids=str)
def test_hostile_texts(aug):
    check([{"text": text} for text in corpora.HOSTILE], aug)


def test_spans_of_the_record():
    records = [
        {"text": "é. B. C. D.", "spans": [[0, 3], [6, 8]], "annotations": [{"begin": 3, "end": 11}], "id": i}
        for i in range(50)
    ]
    check(records, spandrop.SpanDrop(rate=0.5, spans="field"))


@pytest.mark.parametrize(
    "tokens",
    [
        [1, 2, 3, -4, 5, 6],
        ["a", "b", "é", "d", ""],
        [1.5, "b", None, True, {"x": [1, "é"]}, [2]],
        [True, False, True],
        [10**30, 2, 3],
        [2**63 - 1, -(2**63)],
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "aug", [spandrop.SpanDrop(rate=0.5), spandrop.SpanDrop(rate=0.5, spans="every:2", on_lost="drop")], ids=str
)
def test_tokens_without_ids(tokens, aug):
    records = [{"tokens": tokens * count, "annotations": [{"begin": 0, "end": 2}]} for count in range(1, 30)]
    check(records, aug)


@pytest.mark.parametrize("per", ["element", "span"])
def test_masked_tokens(per):
    records = [{"tokens": list(range(count))} for count in range(1, 40)]
    check(records, spandrop.SpanMask(rate=0.5, mask=103, per=per, spans="every:3"))


def test_parallel_arrays():
    records = corpora.example_records("tokenized.jsonl")
    expected = command(corpora.lines_of(records), ["--schema", "tokenized", "--rate", 0.5])
    aug = spandrop.SpanDrop(rate=0.5)
    for record, other in zip(records, expected, strict=True):
        special = record["special_tokens_mask"]
        parallel = {name: record[name] for name in record if name not in ("id", "input_ids")}
        dropped = aug.drop(
            record["input_ids"],
            id=record.get("id"),
            parallel=parallel,
            protected=[(i, i + 1) for i, flag in enumerate(special) if flag],
        )
        assert {"input_ids": dropped.tokens, **dropped.parallel} == {k: v for k, v in other.items() if k != "id"}


def check_squad(records):
    """Contexts with answers, in the format of the schema squad-hf."""
    aug = spandrop.SpanDrop(rate=0.3, seed=11, protect="annotations")
    expected = command(corpora.lines_of(records), ["--schema", "squad-hf", "--rate", 0.3, "--seed", 11])
    for record, other in zip(records, expected, strict=True):
        answers = record["answers"]
        dropped = aug.drop(
            record["context"],
            id=record["id"],
            annotations=[(start, start + len(text)) for text, start in zip(answers["text"], answers["answer_start"])],
        )
        assert dropped.text == other["context"]
        assert [begin for begin, _ in dropped.annotations] == other["answers"]["answer_start"]
        assert [dropped.text[begin:end] for begin, end in dropped.annotations] == other["answers"]["text"]


def test_squad_examples():
    check_squad(corpora.example_records("squad.jsonl"))


def test_all_of_squad():
    data = json.loads(corpora.data_file("squad/dev-v1.1.json").read_text(encoding="utf-8"))["data"]
    check_squad(
        [
            {
                "id": question["id"],
                "context": paragraph["context"],
                "answers": {
                    "text": [answer["text"] for answer in question["answers"]],
                    "answer_start": [answer["answer_start"] for answer in question["answers"]],
                },
            }
            for article in data
            for paragraph in article["paragraphs"]
            for question in paragraph["qas"]
        ]
    )


def test_paragraphs_of_squad_with_every_policy():
    records = list(corpora.squad_records("squad/dev-v1.1.json"))
    for aug in (
        spandrop.SpanDrop(rate=0.3),
        spandrop.SpanDrop(rate=0.3, spans="word", on_lost="drop"),
        spandrop.SpanDrop(rate=0.1, on_lost="reject"),
        spandrop.SpanMask(rate=0.3, mask="_"),
    ):
        check(records, aug, view=1)


def test_theory():
    printed = subprocess.run(
        [PROGRAM, "theory", "--n", "50", "--m", "3", "--rate", "0.2", "--gamma", "2", "--json"],
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    expected = json.loads(printed)
    figures = spandrop.theory(50, m=3, rate=0.2, gamma=2)
    assert len(figures) == 13 and figures == {name: expected[name] for name in figures}
