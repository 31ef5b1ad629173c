"""With --bad skip, a run with too many invalid records fails and leaves no output."""

import json

import pytest
from corpora import EXAMPLES, lines_of

GOOD, BAD = lines_of([{"text": "One. Two."}, {"id": "b", "txt": "One. Two."}])


def lines(good, bad):
    return BAD * bad + GOOD * good


@pytest.mark.parametrize(
    "good, bad, options, fails",
    [
        (95, 5, [], False),
        (94, 6, [], True),
        (90, 9, [], False),  # fewer than 100 records
        (1, 50, [], False),
        (0, 1, [], True),  # all of them
        (0, 200, [], True),
        (0, 200, ["--max-bad", "1"], False),
        (94, 6, ["--max-bad", "0.06"], False),
        (99, 1, ["--max-bad", "0"], True),
    ],
)
@pytest.mark.parametrize("threads", [1, 3])
def test_share_of_bad_records(spandrop, tmp_path, good, bad, options, fails, threads):
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_bytes(b"\n" + lines(good, bad) + b" \n" * 200)  # blank lines are no records
    out.write_bytes(b"old")
    done = spandrop("drop", path, "-o", out, "--bad", "skip", "--threads", threads, *options, check=False)
    if not fails:
        assert done.returncode == 0 and out.read_bytes().count(b"text") == good
        return
    share = float(options[1]) if options else 0.05
    assert done.returncode == 1
    message = done.stderr.decode()
    assert message.startswith(
        f"spandrop: {bad} of {good + bad} records are invalid, and --max-bad allows {100 * share:g} %; {out} was not "
        f"written. Most often ({bad} times): {path}:2: record b: missing field `text` or `tokens`"
    )
    assert out.read_bytes() == b"old"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl", "out.jsonl.bad.jsonl"]
    assert len((tmp_path / "out.jsonl.bad.jsonl").read_text().splitlines()) == bad


def test_the_most_frequent_reason_is_named(spandrop, tmp_path):
    """Numbers, and what was found, do not make another reason."""
    records = [{"text": "A.", "annotations": [{"begin": 0, "end": 90 + i}]} for i in range(60)]
    (tmp_path / "in").write_bytes(BAD * 50 + b"".join(lines_of(records)))
    done = spandrop("drop", tmp_path / "in", "-o", tmp_path / "out", "--bad", "skip", check=False)
    assert done.returncode == 1 and b"Most often (60 times): " in done.stderr
    assert b"in:51: annotations[0]: expected a range within the 2 code points of the text, got 0 to 90" in done.stderr


def test_each_output_of_a_directory_is_checked(spandrop, tmp_path):
    for name, content in {"a": lines(500, 0), "b": lines(94, 6), "c": lines(100, 0)}.items():
        (tmp_path / name).write_bytes(content)
    done = spandrop(
        "drop", *(tmp_path / name for name in "abc"), "-o", f"{tmp_path}/out/", "--bad", "skip", check=False
    )
    assert done.returncode == 1 and b"6 of 100 records" in done.stderr and b"out/b was not written" in done.stderr
    outputs = {file.name for file in (tmp_path / "out").iterdir() if not file.name.startswith(".")}
    assert "a" in outputs and not outputs & {"b", "b.partial", "c"}


def test_small_outputs_of_a_directory_are_added_up(spandrop, tmp_path):
    for number in range(9):
        (tmp_path / f"{number}").write_bytes(lines(30, 10))
    inputs = [tmp_path / f"{number}" for number in range(9)]
    done = spandrop("drop", *inputs, "-o", f"{tmp_path}/out/", "--bad", "skip", check=False)
    assert done.returncode == 1 and b"30 of 120 records are invalid" in done.stderr
    assert not (tmp_path / "out/2").exists() and (tmp_path / "out/1").exists()


def test_standard_output(spandrop, tmp_path):
    done = spandrop(
        "drop", "-", "-o", "-", "--bad", "skip", "--bad-file", tmp_path / "bad", stdin=lines(94, 6), check=False
    )
    assert done.returncode == 1 and b"6 of 100 records are invalid" in done.stderr


def test_official_files(spandrop, tmp_path):
    data = json.loads((EXAMPLES / "hotpotqa.json").read_text())
    many = [{**record, "_id": f"{i}"} for i, record in enumerate(data * (200 // len(data) + 1))][:200]
    for record in many[:20]:
        del record["question"]
    (tmp_path / "in.json").write_text(json.dumps(many))
    arguments = ["drop", tmp_path / "in.json", "-o", tmp_path / "out.json", "--format", "hotpotqa", "--bad", "skip"]
    done = spandrop(*arguments, check=False)
    assert done.returncode == 1 and b"20 of 200 records are invalid" in done.stderr and b"question" in done.stderr
    assert not (tmp_path / "out.json").exists()
    spandrop(*arguments, "--max-bad", "0.1")
    assert len(json.loads((tmp_path / "out.json").read_text())) == 180


def test_wrong_usage(spandrop):
    done = spandrop("drop", "-", "-o", "-", "--max-bad", "0.1", check=False)
    assert done.returncode == 2 and b"--max-bad requires --bad skip" in done.stderr
    for share in ("-0.1", "1.1", "x", "nan"):
        done = spandrop("drop", "-", "-o", "-", "--bad", "skip", "--max-bad", share, check=False)
        assert done.returncode == 2 and b"--max-bad: expected a number from 0 to 1, got" in done.stderr


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("option", ["id", "annotations", "protected", "spans", "question", "answers"])
def test_a_named_field_that_no_record_has(spandrop, tmp_path, option, threads):
    (tmp_path / "in").write_bytes(GOOD * 200)
    arguments = ["drop", tmp_path / "in", "-o", tmp_path / "out", f"--{option}-field", "labls", "--threads", threads]
    done = spandrop(*arguments, check=False)
    assert done.returncode == 1 and list(tmp_path.iterdir()) == [tmp_path / "in"]
    assert f"no record has the field `labls`, which --{option}-field names" in done.stderr.decode()
    value = {"id": 1, "question": "x", "answers": {"text": [], "answer_start": []}}.get(option, [])
    (tmp_path / "in").write_bytes(GOOD * 99 + lines_of([{"text": "A.", "labls": value}])[0] + GOOD * 100)
    spandrop(*arguments)


def test_a_named_field_must_be_in_the_first_file_only(spandrop, tmp_path):
    (tmp_path / "a").write_bytes(lines_of([{"text": "A.", "x": []}])[0])
    (tmp_path / "b").write_bytes(GOOD)
    spandrop("drop", tmp_path / "a", tmp_path / "b", "-o", f"{tmp_path}/out/", "--annotations-field", "x")
    assert (tmp_path / "out/b").exists()


def test_a_named_field_of_an_empty_file(spandrop):
    spandrop("drop", "-", "-o", "-", "--annotations-field", "x", stdin=b"\n")
