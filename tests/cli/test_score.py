"""`spandrop score` on small files: its output and its errors."""

import gzip
import json

import pytest
from corpora import EXAMPLES

FORMATS = ["squad", "hotpotqa", "multirc", "docred"]


def gold(name):
    return EXAMPLES / f"{name}.json"


def example(name):
    return EXAMPLES / "predictions" / f"{name}.json"


@pytest.fixture
def score(spandrop):
    """A function that scores predictions (a file or any value) and returns the JSON."""

    def run(name, predictions, *options, path=None):
        if not hasattr(predictions, "read_bytes"):
            file = path / "predictions.json"
            file.write_text(json.dumps(predictions))
            predictions = file
        return json.loads(
            spandrop("score", name, "--gold", gold(name), "--pred", predictions, "--json", *options).stdout
        )

    return run


def test_scores_by_hand(score):
    assert score("squad", example("squad"))["scores"] == pytest.approx({"exact_match": 300 / 7, "f1": 1300 / 21})
    assert score("multirc", example("multirc"))["scores"]["F1a"] == pytest.approx(8 / 11)
    assert score("hotpotqa", example("hotpotqa"))["scores"]["joint_f1"] == pytest.approx(1 / 2)
    assert score("docred", example("docred"))["scores"] == pytest.approx({"RE_F1": 0.4, "Evi_F1": 0.25})
    train = EXAMPLES / "docred_train.json"
    for option, name in [("--train-facts", "RE_ignore_annotated_F1"), ("--distant-facts", "RE_ignore_distant_F1")]:
        assert score("docred", example("docred"), option, train)["scores"] == pytest.approx(
            {"RE_F1": 0.4, "Evi_F1": 0.25, name: 0.375}
        )


def test_unmatched_ids_are_reported(score):
    found = score("squad", example("squad"))
    assert found["items"] == 7
    assert found["missing"] == {"count": 1, "first": ["bees-days"]}
    assert found["extra"] == {"count": 1, "first": ["ferry-colour"]}
    assert score("hotpotqa", example("hotpotqa"))["missing_answer"] == {"count": 1, "first": ["hp-singer"]}
    assert score("multirc", example("multirc"))["extra"]["first"] == ["Science/lake.txt==7"]
    assert score("docred", example("docred"))["extra"]["first"] == ["The old mill"]


@pytest.mark.parametrize(
    "name, nothing", [("squad", {}), ("hotpotqa", {"answer": {}, "sp": {}}), ("multirc", []), ("docred", [])]
)
def test_empty_predictions_score_0(score, tmp_path, name, nothing):
    found = score(name, nothing, path=tmp_path)
    assert set(found["scores"].values()) == {0}
    assert any(found[key]["count"] == found["items"] for key in found if key.startswith("missing"))


def test_the_table(spandrop):
    shown = spandrop("score", "squad", "--gold", gold("squad"), "--pred", example("squad")).stdout.decode()
    assert "exact_match" in shown and "42.8571" in shown and "61.9048" in shown
    assert "1 question without a prediction: bees-days\n" in shown


@pytest.mark.parametrize("name", FORMATS)
def test_items_add_up_to_the_scores(score, tmp_path, name):
    file = tmp_path / "items.jsonl"
    found = score(name, example(name), "--per-item", file)
    items = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(items) == found["items"] and len({item["id"] for item in items}) == len(items)
    total = {key: sum(item[key] for item in items) for key in items[0] if key != "id"}
    if name == "squad":
        assert 100 * total["f1"] / len(items) == pytest.approx(found["scores"]["f1"])
    elif name == "hotpotqa":
        assert {key: value / len(items) for key, value in total.items()} == pytest.approx(found["scores"])
    elif name == "multirc":
        assert total["EM0"] / total["answered"] == pytest.approx(found["scores"]["EM0"])
        assert total["right"] / total["predicted"] == pytest.approx(found["scores"]["dataset_P"])
    else:
        submitted = total["submitted"] + found["extra"]["count"]
        assert 2 * total["correct"] / (submitted + total["gold"]) == pytest.approx(found["scores"]["RE_F1"])


def test_compare(score):
    other = example("squad_other")
    found = score("squad", example("squad"), "--compare", other, "--resamples", "2000")
    compared = found["compare"]
    assert compared["scores"] == score("squad", other)["scores"]
    assert (compared["resamples"], compared["seed"]) == (2000, 1)
    for key, difference in compared["differences"].items():
        assert difference["difference"] == pytest.approx(found["scores"][key] - compared["scores"][key])
        assert difference["low"] <= difference["difference"] <= difference["high"]
    again = score("squad", example("squad"), "--compare", other, "--resamples", "2000")
    assert again == found
    turned = score("squad", other, "--compare", example("squad"), "--resamples", "2000")["compare"]["differences"]["f1"]
    mine = compared["differences"]["f1"]
    assert (turned["low"], turned["high"]) == pytest.approx((-mine["high"], -mine["low"]))
    seeded = score("squad", example("squad"), "--compare", other, "--resamples", "50", "--seed", "9")["compare"]
    assert (
        seeded["differences"]
        != score("squad", example("squad"), "--compare", other, "--resamples", "50")["compare"]["differences"]
    )


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_does_not_differ_from_itself(score, name):
    compared = score(name, example(name), "--compare", example(name), "--resamples", "100")["compare"]
    assert all(set(difference.values()) == {0} for difference in compared["differences"].values())


def test_compressed_predictions(spandrop, tmp_path):
    packed = tmp_path / "predictions.json.gz"
    packed.write_bytes(gzip.compress(example("squad").read_bytes()))
    plain = spandrop("score", "squad", "--gold", gold("squad"), "--pred", example("squad")).stdout
    assert spandrop("score", "squad", "--gold", gold("squad"), "--pred", packed).stdout == plain


@pytest.mark.parametrize("name", FORMATS)
def test_broken_predictions_are_refused(spandrop, tmp_path, name):
    whole = example(name).read_bytes()
    bad = tmp_path / "bad.json"
    for content in [
        b"",
        b"{",
        b"null",
        b"7",
        b"[[",
        whole[:-5],
        whole + b"x",
        whole.replace(b":", b";", 1),
        b"\xff" + whole,
    ]:
        bad.write_bytes(content)
        done = spandrop(
            "score", name, "--gold", gold(name), "--pred", bad, "--per-item", tmp_path / "items", check=False
        )
        assert done.returncode == 3 and b"bad.json: " in done.stderr and not done.stdout, content
        assert not (tmp_path / "items").exists()


@pytest.mark.parametrize(
    "name, content, message",
    [
        ("squad", '{"q": NaN}', "expected JSON"),
        ("squad", '{"q": "a", "q": "b"}', "q: expected once, found twice"),
        ("squad", '{"q": ["a"]}', "q: expected a string"),
        ("hotpotqa", '{"q": "a"}', "expected answer or sp, got neither"),
        ("hotpotqa", '{"sp": {"q": [["t", 0.5]]}}', "sp.q[0][1]: expected a whole number, got 0.5"),
        (
            "multirc",
            '[{"pid": "p", "qid": "0", "scores": [0, NaN]}]',
            "[0].scores[1]: expected a number from 0 to 1, got NaN",
        ),
        (
            "multirc",
            '[{"pid": "p", "qid": "0", "scores": [0.5]}]',
            "[0].scores: expected labels whose sum is a whole number",
        ),
        ("docred", '[{"title": "t", "h_idx": 0, "t_idx": "1", "r": "P1"}]', "[0].t_idx: expected a whole number, got"),
        ("docred", '[{"title": "t", "h_idx": 0, "t_idx": 1}]', "[0].r: missing required field"),
    ],
)
def test_errors_start_with_file_and_location(spandrop, tmp_path, name, content, message):
    bad = tmp_path / "bad.json"
    bad.write_text(content)
    done = spandrop("score", name, "--gold", gold(name), "--pred", bad, check=False)
    assert done.returncode == 3 and f"spandrop: {bad}: {message}" in done.stderr.decode(), done.stderr


def test_bad_gold_compare_and_train_files_are_named(spandrop, tmp_path):
    bad = tmp_path / "bad.json"
    bad.write_text('[{"vertexSet": []}]')
    files = {
        "--gold": gold("docred"),
        "--pred": example("docred"),
        "--compare": example("docred"),
        "--train-facts": EXAMPLES / "docred_train.json",
    }
    for option in files:
        arguments = [word for pair in {**files, option: bad}.items() for word in pair]
        done = spandrop("score", "docred", *arguments, check=False)
        assert done.returncode == 3 and b"bad.json: [0]." in done.stderr, (option, done.stderr)
    done = spandrop("score", "docred", "--gold", tmp_path / "none.json", "--pred", bad, check=False)
    assert done.returncode == 1 and b"none.json" in done.stderr


def test_items_never_overwrite_an_input(spandrop, tmp_path):
    files = {
        "--gold": gold("docred"),
        "--pred": example("docred"),
        "--compare": example("docred"),
        "--train-facts": EXAMPLES / "docred_train.json",
        "--distant-facts": EXAMPLES / "docred_train.json",
    }
    for option, file in files.items():
        copy = tmp_path / "copy.json"
        copy.write_bytes(file.read_bytes())
        arguments = [word for pair in {**files, option: copy}.items() for word in pair]
        done = spandrop("score", "docred", *arguments, "--per-item", f"{tmp_path}/./copy.json", check=False)
        assert done.returncode == 2 and b"would replace the input" in done.stderr and not done.stdout, option
        assert copy.read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    "options, words",
    [
        (["squad"], ["--gold"]),
        (["squad2", "--gold", "a", "--pred", "b"], ["squad2", "hotpotqa"]),
        (["squad", "--gold", "a", "--pred", "b", "--train-facts", "c"], ["docred", "squad"]),
        (["squad", "--gold", "a", "--pred", "b", "--resamples", "9"], ["--compare"]),
        (["squad", "--gold", "a", "--pred", "b", "--compare", "c", "--resamples", "0"], ["whole number"]),
    ],
)
def test_wrong_usage(spandrop, options, words):
    done = spandrop("score", *options, check=False)
    assert done.returncode == 2 and all(word in done.stderr.decode() for word in words), done.stderr
