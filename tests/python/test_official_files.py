"""Scores and statistics in Python equal those of the command and of the official scripts."""

import json
import pathlib
import subprocess

import pytest
from corpora import data_file

import spandrop

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMAND = pathlib.Path(spandrop.__file__).parent / "bin/spandrop"
FORMATS = ["squad", "hotpotqa", "multirc", "docred"]
GOLD = {
    "squad": "squad/dev-v1.1.json",
    "hotpotqa": "hotpotqa/hotpot_dev_distractor_subset.json",
    "multirc": "multirc/dev_83-fixedIds.json",
    "docred": "docred/docred_hwe_dev_699.json",
}
TRAIN = "docred/redocred_dev_revised.json"


def example(name):
    return ROOT / "examples" / name


def command(*arguments):
    done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def files(name):
    training = {"train_facts": example("docred_train.json")} if name == "docred" else {}
    return example(f"{name}.json"), example(f"predictions/{name}.json"), training


@pytest.mark.parametrize("name", FORMATS)
def test_scores_are_those_of_the_command(name, tmp_path):
    gold, pred, training = files(name)
    items = tmp_path / "items.jsonl"
    options = [f for key, value in training.items() for f in (f"--{key.replace('_', '-')}", value)]
    expected = command("score", name, "--gold", gold, "--pred", pred, "--json", "--per-item", items, *options)
    assert spandrop.score(name, gold, pred, **training) == expected
    expected["per_item"] = [json.loads(line) for line in items.read_text(encoding="utf-8").splitlines()]
    assert spandrop.score(name, str(gold), str(pred), per_item=True, **training) == expected


@pytest.mark.parametrize("name", FORMATS)
def test_files_can_be_in_memory(name):
    gold, pred, training = files(name)
    expected = spandrop.score(name, gold, pred, **training)
    assert spandrop.score(name, gold.read_bytes(), pred.read_bytes(), **training) == expected
    loaded = {key: json.loads(value.read_bytes()) for key, value in training.items()}
    assert spandrop.score(name, json.loads(gold.read_bytes()), json.loads(pred.read_bytes()), **loaded) == expected


def test_comparisons_are_those_of_the_command():
    gold, pred, _ = files("squad")
    other = example("predictions/squad_other.json")
    expected = command(
        "score", "squad", "--gold", gold, "--pred", pred, "--compare", other, "--resamples", 200, "--seed", 7, "--json"
    )
    assert spandrop.score("squad", gold, pred, compare=other, resamples=200, seed=7) == expected
    defaults = spandrop.score("squad", gold, pred, compare=other)["compare"]
    assert (defaults["resamples"], defaults["seed"]) == (10_000, 1)


@pytest.mark.parametrize("name", FORMATS)
def test_scores_are_those_of_the_official_scripts(name):
    reference = json.loads(data_file(f"reference/{name}/expected.json").read_bytes())
    training = {}
    if name == "docred":
        facts = json.loads(data_file(TRAIN).read_bytes())
        training = {"train_facts": data_file(TRAIN), "distant_facts": facts[:250]}
    found = spandrop.score(name, data_file(GOLD[name]), data_file(f"reference/{name}/predictions.json"), **training)
    assert found["scores"] == pytest.approx(reference["scores"], rel=0, abs=1e-9)


@pytest.mark.parametrize("name", FORMATS)
def test_statistics_are_those_of_the_command(name):
    vocab = {"vocab": example("vocab.txt")} if name == "squad" else {}
    options = [f for key, value in vocab.items() for f in (f"--{key}", value)]
    file = example(f"{name}.json")
    expected = command("stats", name, file, file, "--rate", 0.2, "--gamma", 3, "--json", *options)
    assert spandrop.statistics(name, file, file.read_bytes(), rate=0.2, gamma=3, **vocab) == expected
    if vocab:
        vocab = {"vocab": spandrop.WordPiece(vocab["vocab"])}
    loaded = json.loads(file.read_bytes())
    assert spandrop.statistics(name, loaded, loaded, rate=0.2, gamma=3, **vocab) == expected
    law = spandrop.statistics(name, file, **vocab)["outlook"]
    assert (law["rate"], law["gamma"]) == (0.1, 1)


def test_errors_in_files_start_with_the_location(tmp_path):
    gold, pred, _ = files("squad")
    with pytest.raises(ValueError, match=r"^pred: bees-days: expected a string$"):
        spandrop.score("squad", gold, {"bees-days": 3})
    broken = tmp_path / "broken.json"
    broken.write_text(gold.read_text(encoding="utf-8").replace('"context"', '"text"', 1), encoding="utf-8")
    with pytest.raises(ValueError, match=r"broken.json: data\[0\].paragraphs\[0\].context: missing required field"):
        spandrop.score("squad", broken, pred)
    with pytest.raises(ValueError, match=r"data\[0\].paragraphs\[0\].context"):
        spandrop.statistics("squad", broken, vocab=example("vocab.txt"))
    kept = spandrop.statistics("squad", broken, vocab=example("vocab.txt"), skip_bad=True)
    assert kept["counts"]["skipped"] == 1
    with pytest.raises(ValueError, match="expected JSON"):
        spandrop.score("squad", gold, b'{"a": ')


def test_wrong_arguments():
    gold, pred, training = files("docred")
    with pytest.raises(FileNotFoundError):
        spandrop.score("docred", gold, "no such file")
    with pytest.raises(ValueError, match="expected.*squad, hotpotqa, multirc or docred.*got trivia"):
        spandrop.score("trivia", gold, pred)
    with pytest.raises(ValueError, match="training facts only for docred, got them for squad"):
        spandrop.score("squad", *files("squad")[:2], **training)
    with pytest.raises(ValueError, match="vocabulary"):
        spandrop.statistics("squad", example("squad.json"))
    with pytest.raises(ValueError, match="rate"):
        spandrop.statistics("multirc", example("multirc.json"), rate=2)
    with pytest.raises(TypeError):
        spandrop.score("docred", gold, 3)
    with pytest.raises(TypeError, match="resamples: expected a whole number"):
        spandrop.score("docred", gold, pred, compare=pred, resamples=0.5)
    with pytest.raises(ValueError, match="resample"):
        spandrop.score("docred", gold, pred, compare=pred, resamples=0)
