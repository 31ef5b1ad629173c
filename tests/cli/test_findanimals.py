"""`spandrop findanimals generate`: the benchmark's strings as JSON Lines."""

import json
import shutil
import subprocess

import pytest
from conftest import PROGRAM


def generated(spandrop, *options):
    out = spandrop("findanimals", "generate", "-o", "-", *options).stdout
    return [json.loads(line) for line in out.splitlines()]


def is_subsequence(animal, text):
    letters = iter(text)
    return all(letter in letters for letter in animal)


def test_generated_records_match_their_labels(spandrop):
    records = generated(spandrop, "--count", 200, "--length", 40, "--animals", "cat,bee", "--split", "dev")
    assert [record["id"] for record in records] == [f"dev/{number}" for number in range(200)]
    assert all(len(record["text"]) == 40 for record in records)
    assert all(record["contains"] == is_subsequence(record["animal"], record["text"]) for record in records)
    assert sum(record["contains"] for record in records) == 100
    assert {record["animal"] for record in records} == {"cat", "bee"}


def test_generate_is_deterministic(spandrop, tmp_path):
    records = generated(spandrop, "--count", 50)
    assert records == generated(spandrop, "--count", 50)
    assert records[:20] == generated(spandrop, "--count", 20)
    assert records != generated(spandrop, "--count", 50, "--seed", 1)
    assert [record["text"] for record in records] != [
        record["text"] for record in generated(spandrop, "--count", 50, "--split", "dev")
    ]
    spandrop("findanimals", "generate", "-o", tmp_path / "a.jsonl", "--count", 50)
    assert [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()] == records


def test_generate_at_fixed_positions_in_any_alphabet(spandrop):
    records = generated(
        spandrop,
        "--count",
        40,
        "--length",
        30,
        "--alphabet",
        'ab"\\',
        "--animals",
        '"\\"',
        "--positions",
        "fixed",
        "--fixed-positions",
        "1,5,29",
    )
    for record in records:
        assert set(record["text"]) <= set('ab"\\')
        if record["contains"]:
            assert [record["text"][place] for place in (1, 5, 29)] == list('"\\"')


def test_generate_accepts_any_split_name(spandrop):
    for split in ('a"b', "a\\b", "größer"):
        assert [record["id"] for record in generated(spandrop, "--count", 2, "--split", split)] == [
            f"{split}/0",
            f"{split}/1",
        ]


@pytest.mark.parametrize(
    "options, code, message",
    [
        (["--length", 2], 2, 'expected animals of 1 to 2 letters, got "cat"'),
        (["--animals", "Cat"], 2, "letters of the alphabet"),
        (["--positions", "middle"], 2, "--positions"),
        (["--count", -1], 2, "--count: expected a whole number from 0 to 9223372036854775807, got -1"),
        (["--seed", -1], 2, "--seed: expected a whole number from 0 to"),
        (["--colour", "red"], 2, "--colour"),
        (["-o", "/nowhere/a.jsonl"], 1, "/nowhere/a.jsonl"),
    ],
)
def test_generate_refuses(spandrop, tmp_path, options, code, message):
    output = [] if "-o" in options else ["-o", tmp_path / "a.jsonl"]
    done = spandrop("findanimals", "generate", *output, *options, check=False)
    assert (done.returncode, list(tmp_path.iterdir())) == (code, [])
    assert message in done.stderr.decode()


def test_a_missing_spandrop_nn_is_explained(tmp_path):
    shutil.copy(PROGRAM, tmp_path / "spandrop")
    for command in (["findanimals", "train"], ["findanimals", "eval"], ["lab", "run"]):
        done = subprocess.run([tmp_path / "spandrop", *command], capture_output=True, text=True)
        assert done.returncode == 1
        assert f"{tmp_path}/spandrop-nn, which does not exist" in done.stderr
        assert "make build" in done.stderr
