"""Other programs can parse messages about bad records, and users understand messages about wrong usage."""

import json
import subprocess

import pytest
from conftest import PROGRAM, ROOT
from corpora import EXAMPLES
from training import needs_libtorch


def test_messages_never_split_a_character(spandrop, tmp_path):
    skip = ["--bad", "skip", "--max-bad", 1]
    for padding in ("", "a", "aa"):
        text = padding + "和紙は重ねて一晩おき、ゆっくりと水を搾ってから乾かす。"
        record = {"context": text, "answers": {"text": ["水を搾ってから乾かす。"], "answer_start": [0]}}
        (tmp_path / "in.jsonl").write_text(json.dumps(record, ensure_ascii=False) + "\n")
        spandrop("drop", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl", "--schema", "squad-hf", *skip)
        bad = json.loads((tmp_path / "out.jsonl.bad.jsonl").read_text())
        assert bad["field"] == "answers.answer_start[0]"
        start = bad["reason"].split('"')[1].removesuffix("...")
        assert text.startswith(start)

    (tmp_path / "in.jsonl").write_text(f'{{"text": "a", "annotations": [{{"begin": "{text}", "end": 1}}]}}\n')
    spandrop("drop", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl", *skip)
    assert text[:10] in json.loads((tmp_path / "out.jsonl.bad.jsonl").read_text())["reason"]


def test_options_that_are_not_utf8_are_refused(spandrop):
    for option in ("--mask", "--view-field"):
        done = spandrop("drop", "-", "-o", "-", option, b"\xff".decode(errors="surrogateescape"), check=False)
        assert done.returncode == 2 and b"UTF-8" in done.stderr


@pytest.mark.parametrize(
    "words, message",
    [
        (["segment", "foo"], "expected drop, verify, score, theory, stats, tokenize, findanimals or lab, got segment"),
        ([], "expected drop, verify, score, theory, stats, tokenize, findanimals or lab, got no command"),
        (["findanimals", "trian"], "expected generate, train or eval, got trian"),
        pytest.param(["lab", "rum", "x"], "expected run or report, got rum", marks=needs_libtorch),
        (["theory", "--colour", "red"], "--colour"),
        (["drop"], "inputs is required"),
    ],
)
def test_wrong_usage_is_explained(spandrop, words, message):
    done = spandrop(*words, check=False)
    told = done.stderr.decode()
    assert done.returncode == 2 and not done.stdout
    assert told.startswith("spandrop: ") and message in told.splitlines()[0] and "--help" in told


@pytest.mark.parametrize(
    "words",
    [
        ["theory"],
        ["theory", "--figure", "length"],
        ["--help"],
        ["score", "squad", "--gold", EXAMPLES / "squad.json", "--pred", EXAMPLES / "predictions/squad.json"],
        ["stats", "multirc", EXAMPLES / "multirc.json"],
        pytest.param(["lab", "run", ROOT / "experiments/figure2a.toml", "--dry-run"], marks=needs_libtorch),
    ],
    ids=lambda words: " ".join(map(str, words[:2])),
)
def test_a_full_disk_behind_standard_output_is_reported(tmp_path, words):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, cwd=tmp_path)
    assert done.returncode == 1 and b"spandrop: cannot write standard output" in done.stderr
