"""Annotations follow their text.

The oracle is a second run with the same key that masks instead of dropping, with a character that the texts do not
contain. It shows which characters were lost; Python's own slicing and counting does the rest.
"""

import gc
import json

import pytest
from corpora import HOSTILE, lines_of, parsed, squad_records

LOST = "\ue123"
UNITS = {
    "code-point": len,
    "byte": lambda text: len(text.encode()),
    "utf16": lambda text: len(text.encode("utf-16-le")) // 2,
}


def in_unit(records, unit):
    """The same records with offsets in another unit."""
    measure = UNITS[unit]
    for record in records:
        text = record["text"]
        moved = [
            {**a, "begin": measure(text[: a["begin"]]), "end": measure(text[: a["end"]])} for a in record["annotations"]
        ]
        yield {**record, "annotations": moved}


def fate_of(lost_text, annotation):
    """The fate of an annotation and its new range, from the text with lost characters marked."""
    begin, end = annotation["begin"], annotation["end"]
    here = lost_text[begin:end]
    left = len(here) - here.count(LOST)
    now = begin - lost_text.count(LOST, 0, begin)
    fate = ("cut" if left else "gone") if left < len(here) else "kept" if now == begin else "shifted"
    return fate, now, now + left


def write(path, records, unit="code-point"):
    path.write_bytes(b"".join(lines_of(in_unit(records, unit) if unit != "code-point" else records)))
    return path


def write_both(folder, records, unit="code-point"):
    """Write the records with and without annotations; both files get the same draws."""
    bare = ({"id": record["id"], "text": record["text"]} for record in records)
    return write(folder / "in.jsonl", records, unit), write(folder / "bare.jsonl", bare)


def check(spandrop, tmp_path, records, rule, rate, unit="code-point", policy="keep", files=None):
    """Drop the records in `files`, compare everything with the oracle, and count the annotations per fate."""
    given, bare = files or write_both(tmp_path, records, unit)
    options = ["--spans", rule, "--rate", rate, "--seed", 7, "--quiet", "--offsets", unit]
    masked = parsed(spandrop("drop", bare, "-o", "-", "--mask", LOST, *options).stdout)
    dropped = parsed(
        spandrop("drop", given, "-o", "-", "--on-lost", policy, *options, "--summary", tmp_path / "summary.json").stdout
    )
    measure, counts, removed = UNITS[unit], dict.fromkeys(["kept", "shifted", "cut", "gone"], 0), 0
    for before, mask, after in zip(records, masked, dropped, strict=True):
        old_text, lost_text, new_text = before["text"], mask["text"], after["text"]
        assert len(lost_text) == len(old_text)
        assert new_text == lost_text.replace(LOST, "")
        found = iter(after["annotations"])
        for annotation in before["annotations"]:
            fate, begin, end = fate_of(lost_text, annotation)
            counts[fate] += 1
            if policy == "drop" and fate in ("cut", "gone"):
                removed += 1
                continue
            if fate in ("kept", "shifted"):
                assert new_text[begin:end] == old_text[annotation["begin"] : annotation["end"]]
            if unit != "code-point":
                begin, end = measure(new_text[:begin]), measure(new_text[:end])
            assert next(found) == {**annotation, "begin": begin, "end": end}
        assert next(found, None) is None
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert summary["annotations"] == {**counts, "removed": removed}
    assert summary["records"] == len(records)
    assert all(counts.values()), counts  # otherwise some fates were never tested
    return counts


@pytest.fixture(scope="module")
def train(tmp_path_factory):
    """All records of SQuAD's training set, and the files that contain them."""
    records = list(squad_records("squad/train-v1.1.json"))
    assert len(records) == 18896
    assert sum(len(record["annotations"]) for record in records) == 87599
    assert not any(LOST in record["text"] for record in records)
    gc.collect()
    gc.freeze()  # keeps the garbage collector from scanning a million permanent objects
    yield records, write_both(tmp_path_factory.mktemp("squad"), records)
    gc.unfreeze()


@pytest.mark.parametrize("rate", [0.1, 0.5])
@pytest.mark.parametrize("rule", ["sentence", "word", "char"])
def test_all_of_squad(spandrop, tmp_path, train, rule, rate):
    records, files = train
    counts = check(spandrop, tmp_path, records, rule, rate, files=files)
    assert sum(counts.values()) == 87599
    assert min(counts["kept"], counts["shifted"], counts["gone"]) > 20


@pytest.mark.parametrize("unit", ["byte", "utf16"])
@pytest.mark.parametrize("rule", ["sentence", "word", "char"])
def test_units(spandrop, tmp_path, unit, rule):
    records = list(squad_records("squad/dev-v1.1.json", prefix="😀 é 𝒳 語. "))  # every unit gives different offsets
    check(spandrop, tmp_path, records, rule, 0.3, unit)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("rule", ["sentence", "word", "char", "every:3", "regex:\\s+", "paragraph"])
def test_every_range_of_hostile_unicode(spandrop, tmp_path, unit, rule):
    records = []
    for number, text in enumerate(HOSTILE * 3):
        # Each text appears with and without a paragraph before it, which allows shifts.
        before = "Ahead.\n\n" * (number % 2)
        first, last = len(before), len(before) + min(len(text), 12)
        annotations = [{"begin": b, "end": e} for b in range(first, last) for e in range(b + 1, last + 1)]
        records.append({"id": number, "text": before + text + " And. More\n\nof it.", "annotations": annotations})
    assert len(HOSTILE) % 2 == 1
    check(spandrop, tmp_path, records, rule, 0.5, unit)


def test_policy_drop_removes_what_was_lost(spandrop, tmp_path):
    records = list(squad_records("squad/dev-v1.1.json"))
    check(spandrop, tmp_path, records, "word", 0.2, policy="drop")


def test_policy_reject_draws_until_nothing_is_lost(spandrop, tmp_path):
    records = [{**record, "annotations": record["annotations"][:1]} for record in squad_records("squad/dev-v1.1.json")]
    given, out = write(tmp_path / "in.jsonl", records), tmp_path / "out.jsonl"
    options = ["--on-lost", "reject"]
    spandrop("drop", given, "-o", out, "--rate", 0.3, *options, "--summary", tmp_path / "summary.json")
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert summary["draws_rejected"] > 100 and summary["spans_dropped"] > 1000
    assert summary["annotations"]["cut"] == summary["annotations"]["gone"] == 0
    spandrop("verify", given, out, *options)


def test_policy_error_names_the_annotation(spandrop):
    line = lines_of([{"id": "q", "text": "One. Two.", "annotations": [{"begin": 0, "end": 3}]}])[0]
    done = spandrop("drop", "-", "-o", "-", "--rate", 1, "--on-lost", "error", stdin=line, check=False)
    assert done.returncode == 3
    assert "standard input:1: record q: annotations[0]: " in done.stderr.decode() and "gone" in done.stderr.decode()


def test_protected_ranges_are_never_touched(spandrop, tmp_path):
    """Not even when everything else is dropped. The protected ranges are updated too."""
    records = [
        {"id": r["id"], "text": r["text"], "protected": [[a["begin"], a["end"]] for a in r["annotations"]]}
        for r in squad_records("squad/dev-v1.1.json")
    ]
    given, out = write(tmp_path / "in.jsonl", records), tmp_path / "out.jsonl"
    for rule in ("sentence", "word", "char"):
        spandrop("drop", given, "-o", out, "--rate", 1, "--spans", rule)
        spandrop("verify", given, out, "--spans", rule)
        found = parsed(out.read_bytes())
        # With char spans, exactly the protected text remains.
        if rule == "char":
            for before, after in zip(records, found):
                places = {i for b, e in before["protected"] for i in range(b, e)}
                assert len(after["text"]) >= len(places)
                assert len(after["text"]) <= len(places) + 20
        assert sum(len(r["text"]) for r in found) < 0.9 * sum(len(r["text"]) for r in records)


def test_protect_annotations(spandrop, tmp_path):
    given = write(tmp_path / "in.jsonl", squad_records("squad/dev-v1.1.json"))
    out, options = tmp_path / "out.jsonl", ["--protect", "annotations", "--on-lost", "error"]
    spandrop("drop", given, "-o", out, "--rate", 0.5, *options, "--summary", tmp_path / "summary.json")
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert summary["annotations"]["shifted"] > 1000 and summary["spans_dropped"] > 500
    spandrop("verify", given, out, *options)
