"""The programs in examples/python run and do what they claim."""

import json
import pathlib
import re
import runpy
import subprocess

import pytest
from conftest import ROOT

import spandrop

FOLDER = ROOT / "examples/python"
PROGRAM = pathlib.Path(spandrop.__file__).parent / "bin/spandrop"


@pytest.fixture
def printed(monkeypatch, capsys):
    """Run an example in this process and return the lines that it prints."""

    def run(name):
        monkeypatch.syspath_prepend(str(FOLDER))
        runpy.run_path(str(FOLDER / f"{name}.py"), run_name="__main__")
        return capsys.readouterr().out.splitlines()

    return run


def command(*options):
    """The records that the command writes."""
    done = subprocess.run([PROGRAM, "drop", "-o", "-", "--quiet", *options], check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_all_are_tested():
    tested = {"question_answering", "named_entities", "classification", "chat", "dna", "time_series"}
    # The first is a helper of the others. The second takes minutes, so it is tested on tiny data below.
    assert {path.stem for path in FOLDER.glob("*.py")} == tested | {"tiny", "train_squad"}


def test_question_answering(printed):
    count, answer = printed("question_answering")
    before, after = map(int, re.fullmatch(r"(\d+) tokens, now (\d+)", count).groups())
    assert after < before
    found, gold = re.fullmatch("answer: (.*) - (.*)", answer).groups()
    assert found == gold.lower()


def test_named_entities(printed):
    words, tags = printed("named_entities")
    record = command(
        ROOT / "examples/ner.jsonl", "--schema", "conll", "--rate", "0.3", "--seed", "1", "--on-lost", "drop"
    )[0]
    assert words.replace(" ", "") == "".join(record["tokens"]).lower()
    assert tags.split() == record["tags"]


def test_classification(printed):
    counts = [
        tuple(map(int, re.fullmatch(r"epoch \d: (\d+) of (\d+) tokens", line).groups()))
        for line in printed("classification")
    ]
    assert len({left for left, _ in counts}) == 5  # new views in a persistent worker
    assert all(0.5 < left / whole < 1 for left, whole in counts)


def test_chat(printed):
    records = command(ROOT / "examples/chat.jsonl", "--schema", "chat", "--rate", "0.5", "--seed", "1")
    assert [line.split(" -> ")[1] for line in printed("chat")] == [
        " ".join(turn["role"] for turn in record["messages"]) for record in records
    ]


def test_dna(printed):
    lines = printed("dna")
    assert len({line.split(":", 1)[1] for line in lines}) == 3 and all(line.endswith("18 labels") for line in lines)


def test_time_series(printed):
    lines = printed("time_series")
    assert [line.rsplit(maxsplit=1)[1] for line in lines] == [str(14 * 24 - 1), str(28 * 24 - 1)]
    assert all(int(re.search(r"now (\d+);", line)[1]) % 24 == 0 for line in lines)


def test_training_script(printed, monkeypatch, tmp_path):
    """From official files to the table, with a few questions and a tiny model."""
    monkeypatch.syspath_prepend(str(FOLDER))
    import tiny
    import transformers

    official = (ROOT / "examples/squad.json").read_text(encoding="utf-8")
    for name in ("train", "dev"):
        path = tmp_path / f"squad/{name}-v1.1.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(official, encoding="utf-8")
    paragraphs = [
        paragraph["context"] for article in json.loads(official)["data"] for paragraph in article["paragraphs"]
    ]
    tiny.tokenizer(paragraphs).save_pretrained(tmp_path)
    transformers.BertModel(tiny.config()).save_pretrained(tmp_path)

    monkeypatch.setattr(
        "sys.argv",
        [
            "train_squad",
            "--encoder",
            str(tmp_path),
            "--data",
            str(tmp_path),
            "--share",
            "4",
            "--test",
            "2",
            "--epochs",
            "1",
            "--seeds",
            "0",
            "1",
        ],
    )
    lines = printed("train_squad")
    assert [line.split(":")[0] for line in lines[:6]] == [
        f"seed {seed}, {method}" for seed in (0, 1) for method in ("without", "SpanDrop", "Beta-SpanDrop")
    ]
    assert [line.split(" | ")[0] for line in lines[-5:]] == [
        "| without",
        "| SpanDrop",
        "| Beta-SpanDrop",
        "| SpanDrop, difference",
        "| Beta-SpanDrop, difference",
    ]


def test_answers_of_the_training_script():
    """Answers are made from the best start and end in the context, and scored."""
    import numpy

    names = runpy.run_path(str(FOLDER / "train_squad.py"))
    rows = [
        {"id": "a", "question": "Who?", "context": "It was Ines.", "answers": [{"text": "Ines", "answer_start": 7}]}
    ]
    encoded = [
        {
            "input_ids": list(range(9)),
            "token_type_ids": [0, 0, 0, 0, 1, 1, 1, 1, 1],
            "offset_mapping": [(0, 0), (0, 3), (3, 4), (0, 0), (0, 2), (3, 6), (7, 11), (11, 12), (0, 0)],
        }
    ]
    start, end = numpy.zeros((1, 9)), numpy.zeros((1, 9))
    start[0, [1, 6, 7]] = 9, 5, 6  # in the question; right; after the best end
    end[0, [6, 5, 8]] = 5, 4, 9  # right; another; [SEP]
    found = names["answers"](start, end, rows, encoded)
    assert found == {"a": "Ines"}
    assert names["score"](found, rows) == {"exact_match": 100.0, "f1": 100.0}
    assert names["score"]({"a": "was Ines"}, rows)["f1"] == pytest.approx(200 / 3)
