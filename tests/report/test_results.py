"""Files that are not results: what the command prints and what it leaves behind."""

import json

import pytest
import results
import synthetic
from results import BadResult, parse

GOOD = synthetic.result("b", scores={"test_error": 30.0})


@pytest.mark.parametrize(
    "change, said",
    [
        ({"kind": "squad"}, "expected kind"),
        ({"settings": []}, "expected settings to be dict"),
        ({"scores": {"test_error": "low"}}, "expected test_error to be a number, got 'low'"),
        (
            {"scores": {"test_error": 3, "test_error_at_90": "low"}},
            "expected the score test_error_at_90 to be a number",
        ),
        (
            {"settings": {"method": "none", "length": 300, "rate": 0.1, "steps": 5}},
            "expected train_size to be a number",
        ),
        ({"scores": {"test_error": None}}, "expected test_error to be a number, got None"),
        ({"scores": {"test_error": float("nan")}}, "expected JSON, got: NaN"),
        ({"scores": {"dev_error": 3.0}}, "expected test_error to be a number, got None"),
        ({"kind": "noise"}, "expected noise to be a number"),
        ({"curve": {"rows": []}}, "expected a curve of columns and rows"),
        ({"curve": None}, "expected a curve of columns and rows"),
        ({"panel": None}, "expected panel to be str"),
        ({"settings": {"method": "dorp"}}, "expected method none, drop"),
        ({"curve": {"columns": ["step"], "rows": [[1, 2]]}}, "expected 1 numbers in each row"),
    ],
)
def test_a_bad_result_is_named(change, said):
    with pytest.raises(BadResult, match=f"some/file.json: {said}"):
        parse(json.dumps(GOOD | change), "some/file.json")


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '{"experiment": '])
def test_text_that_is_no_object_is_named(text):
    with pytest.raises(BadResult, match="some/file.json: expected"):
        parse(text, "some/file.json")


def test_animals_may_be_a_list_or_a_text():
    for animals in (["cat", "dog"], "cat,dog"):
        run = parse(json.dumps(GOOD | {"settings": GOOD["settings"] | {"animals": animals}}), "file")
        assert run.animals == ("cat", "dog")


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
    assert done.stderr == f"error: {tmp_path}/figure3b/run.json: expected experiment to be str, got 3\n"
    assert not (tmp_path / "report.html").exists()


def test_a_directory_without_results_is_an_error(report, tmp_path):
    done = report(tmp_path, "-o", tmp_path / "report.html", check=False)
    assert (done.returncode, done.stderr) == (1, f"error: no results (*.json) in {tmp_path}\n")


def test_the_help_lists_inputs_and_outputs(report):
    text = report("--help").stdout
    assert all(word in text for word in ("RESULTS", "--output", "--json", "--markdown", "--paper", "_files/"))
