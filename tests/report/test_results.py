"""Files that are not results: what the command prints and what it leaves behind."""

import json

import pytest
import results
import synthetic
from find_animals import animals_of
from results import BadResult, parse

GOOD = synthetic.result("b", scores={"test_error": 30.0})


@pytest.mark.parametrize(
    "change, said",
    [
        ({"kind": "squad"}, 'expected kind to be one of find_animals, noise, theory, got "squad"'),
        ({"settings": []}, "expected settings to be an object"),
        ({"scores": {"test_error": "low"}}, 'expected scores.test_error to be a number, got "low"'),
        ({"scores": {"test_error": 3, "test_error_at_90": "low"}}, "expected scores.test_error_at_90 to be a number"),
        (
            {"settings": {"method": "none", "length": 300, "rate": 0.1, "steps": 5}},
            "missing required field `settings.train_size`",
        ),
        ({"scores": {"test_error": None}}, "expected scores.test_error to be a number, got null"),
        ({"scores": {"test_error": float("nan")}}, "not valid JSON: NaN is not allowed"),
        ({"scores": {"dev_error": 3.0}}, "missing required field `scores.test_error`"),
        ({"kind": "noise"}, "missing required field `scores.noise`"),
        ({"curve": {"rows": []}}, "missing required field `curve.columns`"),
        ({"curve": None}, "expected curve to be an object, got null"),
        ({"panel": None}, "expected panel to be a string, got null"),
        ({"settings": {"method": "dorp"}}, "expected settings.method to be one of none, drop"),
        ({"curve": {"columns": ["step"], "rows": [[1, 2]]}}, "expected each row of the curve to have 1 values"),
    ],
)
def test_a_bad_result_is_reported_with_its_file(change, said):
    with pytest.raises(BadResult, match=f"some/file.json: {said}"):
        parse(json.dumps(GOOD | change), "some/file.json")


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '{"experiment": '])
def test_text_that_is_not_an_object_is_reported_with_its_file(text):
    with pytest.raises(BadResult, match="some/file.json: (expected|not valid JSON)"):
        parse(text, "some/file.json")


def test_animals_may_be_a_list_or_a_string():
    for animals in (["cat", "dog"], "cat,dog"):
        run = parse(json.dumps(GOOD | {"settings": GOOD["settings"] | {"animals": animals}}), "file")
        assert animals_of(run) == ("cat", "dog")


def test_unfinished_runs_are_not_read(tmp_path):
    for folder in ("figure3b", ".work"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "run.json").write_text(json.dumps(GOOD))
    assert len(results.read([tmp_path])) == 1


def test_a_bad_file_ends_the_command_and_leaves_no_page(report, tmp_path):
    (tmp_path / "figure3b").mkdir()
    (tmp_path / "figure3b/run.json").write_text('{"experiment": 3}')
    done = report(tmp_path, "-o", tmp_path / "report.html", check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == f"error: {tmp_path}/figure3b/run.json: expected experiment to be a string, got 3\n"
    assert not (tmp_path / "report.html").exists()


def test_a_directory_without_results_is_an_error(report, tmp_path):
    done = report(tmp_path, "-o", tmp_path / "report.html", check=False)
    assert (done.returncode, done.stderr) == (1, f"error: no results (*.json) in {tmp_path}\n")


def test_the_help_lists_inputs_and_outputs(report):
    text = report("--help").stdout
    assert all(word in text for word in ("RESULTS", "--output", "--json", "--markdown", "--paper", "_files/"))


def test_a_diverged_run_needs_no_scores():
    run = parse(json.dumps(GOOD | {"scores": {}, "diverged": "step 3: the loss is nan"}), "some/file.json")
    assert run.diverged == "step 3: the loss is nan"
