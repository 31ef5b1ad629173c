"""Tags of tokens stay valid, as with the command's schema conll."""

import json
import pathlib
import random
import subprocess

import pytest
from conftest import ROOT
from spandrop.torch import SpanDropCollator

import spandrop

NAMES = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC"]
SCHEMES = {
    "BIO": NAMES,
    "BIOES": ["O", "B-PER", "I-PER", "E-PER", "S-PER", "B-LOC", "E-LOC", "S-LOC", "I-LOC"],
    "BILOU": ["O", "B-PER", "I-PER", "L-PER", "U-PER", "B-LOC", "L-LOC", "U-LOC"],
    "letters": ["O", "B", "I"],
}
PROGRAM = pathlib.Path(spandrop.__file__).parent / "bin/spandrop"


def command(records, tmp_path, *options):
    """The output of the command for records with tokens and tags."""
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    subprocess.run(
        [
            PROGRAM,
            "drop",
            tmp_path / "in.jsonl",
            "-o",
            tmp_path / "out.jsonl",
            "--schema",
            "conll",
            "--quiet",
            *options,
        ],
        check=True,
    )
    return [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]


def made_records(count, names=NAMES):
    """Tags in any order, valid or not, so that all combinations of neighbours occur."""
    chance = random.Random(1)
    for number in range(count):
        size = chance.randrange(0, 12)
        yield {"id": str(number), "tokens": list(range(size)), "tags": chance.choices(["O", *names], k=size)}


@pytest.mark.parametrize("protect", ["field", "annotations"])
@pytest.mark.parametrize("policy", ["keep", "drop", "reject"])
@pytest.mark.parametrize("rate", [0.0, 0.4])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_same_result_as_the_command(tmp_path, policy, protect, rate, scheme):
    names = SCHEMES[scheme]
    records = list(made_records(400, names))
    drop = spandrop.SpanDrop(rate=rate, seed=5, on_lost=policy, protect=protect)
    collator = SpanDropCollator(drop, special_tokens=(), tags=names)
    made = collator.drop_examples(
        [
            {"id": record["id"], "input_ids": record["tokens"], "labels": [names.index(tag) for tag in record["tags"]]}
            for record in records
        ]
    )
    options = ["--on-lost", policy, "--protect", protect, "--tag-names", ",".join(names)]
    theirs = command(records, tmp_path, "--rate", str(rate), "--seed", "5", *options)
    for record, new in zip(theirs, made):
        assert new["input_ids"] == record["tokens"]
        assert [names[label] for label in new["labels"]] == record["tags"]


def test_examples_of_the_project(tmp_path):
    records = [json.loads(line) for line in (ROOT / "examples/ner.jsonl").read_text().splitlines()]
    names = sorted({tag for record in records for tag in record["tags"]})
    collator = SpanDropCollator(
        spandrop.SpanDrop(rate=0.5, on_lost="drop"), special_tokens=(), tags=dict(enumerate(names))
    )
    made = collator.drop_examples(
        [
            {
                "id": record["id"],
                "input_ids": list(range(len(record["tokens"]))),
                "labels": [names.index(tag) for tag in record["tags"]],
            }
            for record in records
        ]
    )
    theirs = command(records, tmp_path, "--rate", "0.5", "--on-lost", "drop")
    assert [[names[label] for label in new["labels"]] for new in made] == [record["tags"] for record in theirs]


def test_pieces_of_words():
    """The first piece of a word has its tag; other pieces and special tokens have -100."""
    ids = [101, 1, 2, 3, 4, 5, 6, 7, 102]
    tags = [-100, 1, -100, 2, -100, 0, 1, -100, -100]  # [CLS] B + I + O B + [SEP]
    words = [None, 0, 0, 1, 1, 2, 3, 3, None]
    seen = set()
    for policy in ("keep", "drop"):
        drop = spandrop.SpanDrop(rate=0.5, spans="field", on_lost=policy)
        collator = SpanDropCollator(drop, special_tokens=[101, 102], tags=NAMES, spans="word_ids")
        for number in range(60):
            [made] = collator.drop_examples([{"id": number, "input_ids": ids, "labels": tags, "word_ids": words}])
            left = {token: label for token, label in zip(made["input_ids"], made["labels"])}
            # The expected tags of the first entity, tokens 1 2 and 3 4.
            whole = {1, 3} <= left.keys()
            outside = policy == "drop" and not whole
            if 1 in left:
                assert left[1] == (0 if outside else 1)
            if 3 in left:
                assert left[3] == (0 if outside else 2 if whole else 1)
            assert left.get(6, 1) == 1 and left.get(5, 0) == 0
            assert all(left.get(piece, -100) == -100 for piece in (101, 2, 4, 7, 102))
            assert (1 in left) == (2 in left) and (6 in left) == (7 in left)
            seen.add((policy, 1 in left, 3 in left))
    assert len(seen) == 8


def test_names_of_tags():
    """Names of the BIO scheme. Their numbers can be strings, as in JSON."""
    examples = [{"id": 1, "input_ids": [101, 5, 6, 7, 102], "labels": [-100, 1, 2, 0, -100]}]
    drop = spandrop.SpanDrop(rate=0.5, seed=4)
    made = [
        SpanDropCollator(drop, special_tokens=[101, 102], tags=names)(examples)["labels"].tolist()
        for names in (["O", "B-X", "I-X"], {"0": "O", "1": "B-X", "2": "I-X"}, {"O": 0, "B-X": 1, "I-X": 2}.keys())
    ]
    assert made[0] == made[1] == made[2]
    for names, message in (
        (["O", "B-X", "L-X"], "expected a tag U-X for B-X, got none"),
        (["O", "B-X", "I-X", "E-X", "U-X"], "expected tags of one scheme, .* got B-, I-, E-, U-"),
        (["O", "I-X", "E-X"], "expected tags of one scheme"),
        (["O", "PER"], "expected a tag such as B-PER, I-PER or O .*, got PER"),
        (["O", "B_X"], "expected a tag such as B-PER, I-PER or O .*, got B_X"),
        (["O", "x" * 99], "got x{60}\\.\\.\\.$"),
        (["O"], "expected tags O, B-... and I-..."),
    ):
        with pytest.raises(ValueError, match=message):
            SpanDropCollator(drop, tags=names)
    with pytest.raises(
        TypeError, match="expected a list with the names of all tags in the order of their numbers, got 'O'"
    ):
        SpanDropCollator(drop, tags="O")
