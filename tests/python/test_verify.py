"""spandrop.verify: records in memory, files, and what it refuses."""

import gzip
import json

import pytest
from conftest import ROOT

import spandrop

EXAMPLES = ROOT / "examples"
BEFORE = [
    {"id": "a", "text": "It rained. Ines ran. All slept.", "annotations": [{"begin": 11, "end": 15}], "n": 1},
    {"id": "b", "text": "One. Two.", "annotations": [], "n": None},
]
AFTER = [
    {"id": "a", "text": "Ines ran. All slept.", "annotations": [{"begin": 0, "end": 4}], "n": 1},
    {"id": "b", "text": "Two.", "annotations": [], "n": None},
]


def lines(records):
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def changed(number, **fields):
    return [{**record, **(fields if i == number else {})} for i, record in enumerate(AFTER)]


def test_records():
    result = spandrop.verify(BEFORE, AFTER)
    assert result.ok and result.problems == [] and result.problem_count == 0
    assert result.counts["records"] == result.counts["views"] == 2
    assert result.counts["spans_dropped"] == 2
    assert result.counts["labels"] == {"kept": 0, "shifted": 1, "cut": 0, "gone": 0, "removed": 0}


@pytest.mark.parametrize(
    ("after", "line", "field"),
    [
        (changed(0, annotations=[{"begin": 1, "end": 4}]), 1, "annotations[0]"),
        (changed(0, text="Ines ran. Al slept."), 1, "text"),
        (changed(1, n=0), 2, "n"),
        (changed(1, id="c"), 2, None),
        (AFTER[:1], 2, None),
    ],
)
def test_problems(after, line, field):
    result = spandrop.verify(BEFORE, after)
    assert not result.ok and result.problem_count >= 1
    first = result.problems[0]
    assert (first.line, first.field) == (line, field)
    assert str(first).startswith(f"{first.file}:{line}: record ") and first.reason in str(first)


def test_most_problems():
    after = [{**record, "n": "no"} for record in AFTER]
    assert spandrop.verify(BEFORE, after).problem_count == 2
    result = spandrop.verify(BEFORE, after, most_problems=1)
    assert result.problem_count == 2 and len(result.problems) == 1


def test_files_and_bytes(tmp_path):
    (tmp_path / "before.jsonl.gz").write_bytes(gzip.compress(lines(BEFORE)))
    (tmp_path / "after.jsonl").write_bytes(lines(AFTER))
    assert spandrop.verify(tmp_path / "before.jsonl.gz", str(tmp_path / "after.jsonl")).ok
    assert spandrop.verify(lines(BEFORE), tmp_path / "after.jsonl").ok
    assert not spandrop.verify(lines(BEFORE), tmp_path / "before.jsonl.gz", protect="annotations", views=2).ok
    (problem, *_) = spandrop.verify(BEFORE, tmp_path / "after.jsonl", spans="word", protect="none", on_lost="error",
                                    mask="_").problems  # fmt: skip
    assert problem.file == str(tmp_path / "after.jsonl")


def test_drops_of_python():
    aug = spandrop.SpanDrop(rate=0.5, seed=3, spans="word", on_lost="drop")
    before, after = [], []
    for number, line in enumerate((EXAMPLES / "sample.jsonl").read_text().splitlines()):
        record = json.loads(line)
        if "text" not in record:
            continue
        names = [(a["begin"], a["end"], a["label"]) for a in record["annotations"]]
        dropped = aug(record["text"], annotations=names, id=number)
        before.append(
            {
                "text": record["text"],
                "annotations": [dict(zip(("begin", "end", "label"), n, strict=True)) for n in names],
            }
        )
        after.append(
            {
                "text": dropped.text,
                "annotations": [dict(zip(("begin", "end", "label"), n, strict=True)) for n in dropped.annotations],
            }
        )
    assert len(before) > 5
    assert spandrop.verify(before, after, spans="word", on_lost="drop").problems == []
    after[0]["annotations"] = [{"begin": 0, "end": 1, "label": "new"}, *after[0]["annotations"]]
    assert not spandrop.verify(before, after, spans="word", on_lost="drop").ok


def test_masks_and_tokens():
    before = [{"input": [1, 2, 3], "kind": [7, 8, 9]}]
    names = {"tokens": "input", "text": ""}
    after = [{"input": [1, 0, 3], "kind": [7, 8, 9]}]
    assert spandrop.verify(before, after, mask=0, fields=names, parallel=["kind"]).ok
    assert not spandrop.verify(before, after, fields=names, parallel=["kind"]).ok
    assert spandrop.verify(before, [{"input": [3], "kind": [9]}], fields=names, parallel=["kind"]).ok
    assert not spandrop.verify(before, [{"input": [3], "kind": [8]}], fields=names, parallel=["kind"]).ok


def test_views():
    after = [{**record, "view": view} for record in AFTER for view in (0, 1)]
    assert spandrop.verify(BEFORE, after, view_field="view", views=2).counts["views_per_record"] == [2, 2]
    assert not spandrop.verify(BEFORE, after[:-1], view_field="view").ok
    assert spandrop.verify(BEFORE, after[:-1], view_field="view", allow_missing=True).ok


@pytest.mark.parametrize("name", ["squad", "hotpotqa", "multirc", "docred"])
def test_official_files(name):
    file = EXAMPLES / f"{name}.json"
    content = json.loads(file.read_text())
    assert spandrop.verify(file, content, format=name).ok
    assert not spandrop.verify(file, str(content).encode(), format=name).ok
    with pytest.raises(ValueError, match="before"):
        spandrop.verify({}, file, format=name)


def test_schema():
    file = EXAMPLES / "squad.jsonl"
    assert spandrop.verify(file, file, schema="squad-hf").counts["labels"]["kept"] > 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"spans": "nonsense"}, "spans"),
        ({"schema": "nothing"}, "schema"),
        ({"format": "nothing"}, "squad"),
        ({"on_lost": "nothing"}, "on_lost"),
        ({"fields": {"nothing": "x"}}, "fields"),
        ({"per": "span"}, "mask"),
        ({"views": 0}, "view"),
    ],
)
def test_wrong_options(options, message):
    with pytest.raises(ValueError, match=message):
        spandrop.verify(BEFORE, AFTER, **options)


def test_wrong_arguments(tmp_path):
    with pytest.raises(FileNotFoundError):
        spandrop.verify(tmp_path / "nothing", AFTER)
    with pytest.raises(TypeError, match="list of records"):
        spandrop.verify({"text": "A."}, AFTER)
