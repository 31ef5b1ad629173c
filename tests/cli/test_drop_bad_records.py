"""Invalid and hostile records give a clear error or a documented result, never a crash."""

import json
import os

import pytest
from corpora import lines_of, parsed

GOOD = b'{"id": "good", "text": "One. Two. Three."}\n'

BAD_RECORDS = [
    (b"not json", ["JSON object"]),
    (b"[1, 2]", ["expected a JSON object"]),
    (b'"text"', ["expected a JSON object"]),
    (b"{", ["JSON object"]),
    (b'{"id": "r", "text": "unclosed', ["JSON object"]),
    (GOOD.strip() * 2, ["record good", "one JSON object on the line"]),
    (b'{"id": "r"}', ["record r", "missing field `text` or `tokens`"]),
    (b'{"id": "r", "text": "a", "tokens": []}', ["record r", "text or tokens", "both; rename one of the two"]),
    (b'{"id": "r", "text": 5}', ["record r", "text", "string"]),
    (b'{"id": "r", "text": null}', ["record r", "text", "string"]),
    (b'{"id": "r", "text": "a", "text": "b"}', ["record r", "text", "twice"]),
    (b'{"id": "r", "text": "\\x41"}', ["record r", "text", "escape"]),
    (b'{"id": "r", "text": "\\u12g4"}', ["record r", "text", "escape"]),
    (b'{"id": [1], "text": "a"}', ["id", "string or a number"]),
    (b'{"id": "r", "tokens": {"0": 1}}', ["record r", "tokens", "array"]),
    (b'{"id": "r", "text": "\xff\xfe"}', ["JSON object"]),
    (b'{"id": "r", "text": "a", "other": "\xc3"}', ["JSON object"]),
    (b'{"id": "r", "text": "abc", "annotations": [{"begin": 0, "end": 4}]}', ["record r", "annotations[0]", "0 to 4"]),
    (
        b'{"id": "r", "text": "abc", "annotations": [{"begin": 0, "end": 1}, {"begin": 2, "end": 1}]}',
        ["record r", "annotations[1]", "begin <= end"],
    ),
    (
        b'{"id": "r", "text": "abc", "annotations": [{"begin": -1, "end": 1}]}',
        ["record r", "annotations[0].begin", "-1"],
    ),
    (
        b'{"id": "r", "text": "abc", "annotations": [{"begin": 0.5, "end": 1}]}',
        ["record r", "annotations[0].begin", "0.5"],
    ),
    (b'{"id": "r", "text": "abc", "annotations": [{"begin": "0", "end": 1}]}', ["record r", "annotations[0].begin"]),
    (
        b'{"id": "r", "text": "abc", "annotations": [{"begin": 0}]}',
        ["record r", "annotations[0].end", "missing required field"],
    ),
    (b'{"id": "r", "text": "abc", "annotations": [7]}', ["record r", "annotations[0]", "object"]),
    (b'{"id": "r", "text": "abc", "annotations": {}}', ["record r", "annotations", "array"]),
    (
        b'{"id": "r", "text": "abc", "annotations": [{"begin": 0, "end": 18446744073709551616}]}',
        ["record r", "annotations[0].end", "18446744073709551616"],
    ),
    (
        b'{"id": "r", "text": "abc", "annotations": [{"begin": 0, "end": 18446744073709551615}]}',
        ["record r", "annotations[0]", "within the 3"],
    ),
    (b'{"id": "r", "text": "abc", "annotations": [{"begin": 0, "end": 1e400}]}', ["record r", "annotations[0].end"]),
    (b'{"id": "r", "text": "abc", "protected": [[0, 1, 2]]}', ["record r", "protected[0]", "more"]),
    (b'{"id": "r", "text": "abc", "protected": [[0]]}', ["record r", "protected[0]", "fewer"]),
    (b'{"id": "r", "text": "abc", "protected": [[2, 9]]}', ["record r", "protected[0]", "2 to 9"]),
]


@pytest.mark.parametrize(
    "line, words",
    BAD_RECORDS,
    ids=lambda value: value[:40].decode(errors="replace") if isinstance(value, bytes) else "",
)
@pytest.mark.parametrize("threads", [1, 3])
def test_bad_record(spandrop, tmp_path, line, words, threads):
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_bytes(GOOD + b"\n" + GOOD + line + b"\n" + GOOD + b"also bad\n")
    done = spandrop("drop", path, "-o", out, "--threads", threads, check=False)
    message = done.stderr.decode(errors="replace")
    assert done.returncode == 3, message
    assert message.startswith(f"spandrop: {path}:4: ")
    assert all(word in message for word in words), message
    assert len(message) < 1000 and message.count("\n") == 1
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("line, words", BAD_RECORDS[:20:4])
def test_bad_records_are_skipped_and_listed(spandrop, tmp_path, line, words):
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_bytes((GOOD + line + b"\n") * 3 + GOOD)
    done = spandrop("drop", path, "-o", out, "--rate", 0, "--bad", "skip", "--summary", tmp_path / "summary.json")
    assert out.read_bytes() == GOOD * 4
    listed = parsed((tmp_path / "out.jsonl.bad.jsonl").read_bytes())
    assert [(bad["file"], bad["line"]) for bad in listed] == [(str(path), number) for number in (2, 4, 6)]
    for bad in listed:
        assert set(bad) == {"file", "line", "id", "field", "reason"}
        assert all(any(word in f"{'record ' + bad['id']} {bad[key]}" for key in ("field", "reason")) for word in words)
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert (summary["records"], summary["bad"], summary["written"]) == (4, 3, 4)
    assert b"(3 invalid records skipped)" in done.stderr


def test_list_of_bad_records(spandrop, tmp_path):
    """--bad-file sets its path, and is required for standard output. An old list is removed if no record is invalid."""
    done = spandrop("drop", "-", "-o", "-", "--bad", "skip", stdin=b"x\n" + GOOD, check=False)
    assert done.returncode == 2 and b"--bad-file" in done.stderr and done.stdout == b""
    spandrop("drop", "-", "-o", "-", "--bad", "skip", "--bad-file", tmp_path / "bad", stdin=b"x\n" + GOOD)
    assert parsed((tmp_path / "bad").read_bytes())[0]["file"] == "standard input"
    spandrop("drop", "-", "-o", "-", "--bad", "skip", "--bad-file", tmp_path / "bad", stdin=GOOD)
    assert not (tmp_path / "bad").exists()


def test_the_list_handles_file_names_that_are_not_utf8(spandrop, tmp_path):
    path = tmp_path / os.fsdecode("caf\u00e9".encode() + b"\xe9.jsonl")
    path.write_bytes(b"x\n" + GOOD)
    spandrop("drop", path, "-o", tmp_path / "out", "--bad", "skip", "--bad-file", tmp_path / "bad")
    [bad] = parsed((tmp_path / "bad").read_bytes())
    assert bad["file"] == str(path)  # as Python decodes bytes that are not UTF-8


def test_each_output_in_a_directory_has_its_own_list(spandrop, tmp_path):
    for name in "ab":
        (tmp_path / name).write_bytes(b"x\n" + GOOD)
    done = spandrop(
        "drop",
        tmp_path / "a",
        tmp_path / "b",
        "-o",
        f"{tmp_path}/out/",
        "--bad",
        "skip",
        "--bad-file",
        tmp_path / "bad",
        check=False,
    )
    assert done.returncode == 2 and b"each output has its own list" in done.stderr  # the second would replace the first
    spandrop("drop", tmp_path / "a", tmp_path / "b", "-o", f"{tmp_path}/out/", "--bad", "skip")
    for name in "ab":
        assert parsed((tmp_path / f"out/{name}.bad.jsonl").read_bytes())[0]["file"] == str(tmp_path / name)


@pytest.mark.parametrize(
    "options, line, words",
    [
        (
            ["--schema", "squad-hf"],
            b'{"context": "One two", "answers": {"text": ["two"], "answer_start": [0]}}',
            ["answers.answer_start[0]", "One"],
        ),
        (
            ["--schema", "squad-hf"],
            b'{"context": "One two", "answers": {"text": ["two"], "answer_start": [99]}}',
            ["answers"],
        ),
        (
            ["--schema", "squad-hf"],
            b'{"context": "One", "answers": {"text": ["One"], "answer_start": []}}',
            ["answers", "1 and 0"],
        ),
        (["--schema", "squad-hf"], b'{"context": "One", "answers": []}', ["answers", "object"]),
        (
            ["--answers-field", "answers"],
            b'{"tokens": ["a"], "answers": {"text": ["a"], "answer_start": [0]}}',
            ["answers", "a text, got tokens"],
        ),
        (["--schema", "conll"], b'{"tokens": ["a", "b"], "tags": ["O"]}', ["tags", "2 tokens", "1"]),
        (["--schema", "conll"], b'{"tokens": ["a", "b"]}', ["tags", "missing"]),
        (
            ["--schema", "tokenized"],
            b'{"input_ids": [1], "attention_mask": [1, 1]}',
            ["attention_mask", "1 tokens", "2"],
        ),
        (["--schema", "tokenized"], b'{"input_ids": [1], "special_tokens_mask": [2]}', ["special_tokens_mask[0]", "2"]),
        (["--schema", "chat"], b'{"messages": [{"content": "no role"}]}', ["messages[0].role"]),
        (["--schema", "chat"], b'{"messages": ["hi"]}', ["messages[0]", "object"]),
        (["--parallel", "x"], b'{"tokens": [1, 2]}', ["x", "missing"]),
        (["--parallel", "x"], b'{"text": "a", "x": [1]}', ["x", "text"]),
        (["--spans", "field"], b'{"text": "abc"}', ["spans", "none"]),
        (["--spans", "field"], b'{"text": "abcdef", "spans": [[0, 3], [2, 5]]}', ["spans", "2"]),
        (["--spans", "field"], b'{"text": "abcdef", "spans": [[3, 4], [0, 2]]}', ["spans"]),
        (["--spans", "field"], b'{"text": "abcdef", "spans": [[0, 7]]}', ["spans[0]", "0 to 7"]),
        (["--spans", "word"], b'{"tokens": ["a"]}', ["expected spans every:K"]),
        (["--mask", "x"], b'{"tokens": [1, 2]}', ["number", "got x"]),
        (["--mask", "nan"], b'{"tokens": [1, 2]}', ["number", "got nan"]),
        (["--mask", "01"], b'{"tokens": [1, 2]}', ["number", "got 01"]),
        (["--spans", "field"], b'{"text": "abc", "spans": null}', ["spans", "none"]),
        (["--schema", "conll"], b'{"tokens": ["a"], "tags": null}', ["tags", "array"]),
        (
            ["--view-field", "view"],
            b'{"id": "r", "text": "a", "view": 0}',
            ["record r: view", "no field with this name"],
        ),
        (
            ["--view-field", "view"],
            b'{"id": "r", "vi\\u0065w": null, "text": "a"}',
            ["record r: view", "no field with this name"],
        ),
        (
            ["--view-field", "annotations"],
            b'{"text": "a", "annotations": []}',
            ["annotations", "no field with this name"],
        ),
        (["--text"], b"broken \xff utf-8", ["UTF-8"]),
        (
            ["--offsets", "byte"],
            '{"text": "é", "annotations": [{"begin": 1, "end": 2}]}'.encode(),
            ["annotations[0]", "boundaries"],
        ),
        (
            ["--offsets", "utf16"],
            '{"text": "😀", "annotations": [{"begin": 0, "end": 1}]}'.encode(),
            ["annotations[0]", "boundaries"],
        ),
    ],
)
def test_bad_record_of_a_schema(spandrop, options, line, words):
    done = spandrop("drop", "-", "-o", "-", *options, stdin=line + b"\n", check=False)
    assert done.returncode == 3
    message = done.stderr.decode(errors="replace")
    assert message.startswith("spandrop: standard input:1: ") and all(word in message for word in words), message
    assert done.stdout == b""


@pytest.mark.parametrize("name", ["annotations", "protected", "spans", "answers"])
def test_a_null_list_counts_as_missing(spandrop, name):
    """The null itself is kept."""
    text, null = b'{"id": 7, "text": "One. Two. Three. Four. Five. Six."', b', "%s": null' % name.encode()
    options = ["--rate", 0.5, "--gamma", "inf", "--views", 20, "--protect", "annotations"]
    other = b'{"text": "A.", "answers": null}\n'
    if name == "answers":  # must be named, and a name that no record has is an error
        options += ["--answers-field", "answers"]
    found, without = (
        spandrop("drop", "-", "-o", "-", *options, stdin=text + field + b"}\n" + other).stdout.splitlines()[:20]
        for field in (null, b"")
    )
    assert all(null in line for line in found)
    assert [line.replace(null, b"") for line in found] == without
    assert len(set(found)) > 10


def test_an_empty_tokens_field_ignores_tokens(spandrop):
    line = b'{"text": "One. Two.", "tokens": ["One", "."]}\n'
    found = spandrop("drop", "-", "-o", "-", "--rate", 1, "--tokens-field", "", stdin=line).stdout
    assert found == line.replace(b"One. Two.", b"")


def test_line_of_100_megabytes(spandrop, tmp_path):
    sentence = b"One two \\u00e9. "
    line = b'{"id": 1, "text": "' + sentence * (100_000_000 // len(sentence) + 1) + b'"}\n'
    assert len(line) > 100_000_000
    (tmp_path / "in.jsonl").write_bytes(GOOD + line + GOOD)
    found = spandrop("drop", tmp_path / "in.jsonl", "-o", "-", "--rate", 0.4, "--gamma", "inf").stdout.split(b"\n")
    assert [len(part) > 1000 for part in found] == [False, True, False, False]
    assert 0.59 < len(found[1]) / len(line) < 0.61
    assert found[1].count(sentence) * len(sentence) == len(found[1]) - len(b'{"id": 1, "text": ""}')


def test_deep_json(spandrop):
    for opening, closing in ((b"[", b"]"), (b'{"a":', b"}")):
        deep = opening * 10_000 + b"1" + closing * 10_000
        lines = b'{"x": %s, "text": "One. Two."}\n{"tokens": [%s, 1, %s]}\n' % (deep, deep, deep)
        assert spandrop("drop", "-", "-o", "-", "--rate", 0, stdin=lines).stdout == lines
        emptied = spandrop("drop", "-", "-o", "-", "--rate", 1, stdin=lines).stdout
        assert emptied == b'{"x": %s, "text": ""}\n{"tokens": []}\n' % deep
        for broken in (b'{"text": "a", "x": ' + opening * 10_000, b'{"x": %s' % deep, opening * 100_000):
            done = spandrop("drop", "-", "-o", "-", stdin=broken + b"\n", check=False)
            assert done.returncode == 3


def test_nul_bytes(spandrop):
    lines = b'{"text": "a\\u0000b. \\u0000"}\n'
    assert spandrop("drop", "-", "-o", "-", "--rate", 0, stdin=lines).stdout == lines
    for bad in (b"\0", b"\0" * 1000, b'{"text": "a"}\0', b'{"te\0xt": "a"}'):
        done = spandrop("drop", "-", "-o", "-", stdin=bad + b"\n", check=False)
        assert done.returncode == 3 and b"standard input:1" in done.stderr
    assert spandrop("drop", "-", "-o", "-", "--text", "--rate", 0, stdin=b"a\0b\n\0\n").stdout == b"a\0b\n\0\n"


def test_huge_numbers_in_untouched_fields(spandrop):
    line = b'{"n": 1e99999, "m": 123456789012345678901234567890123456789, "id": 1e400, "text": "One. Two.", "z": -0}\n'
    assert spandrop("drop", "-", "-o", "-", "--rate", 0, stdin=line).stdout == line


def test_a_last_line_without_a_line_end_is_read(spandrop):
    found = spandrop("drop", "-", "-o", "-", "--rate", 1, stdin=GOOD + GOOD.strip()).stdout
    assert found == b'{"id": "good", "text": ""}\n{"id": "good", "text": ""}'
    assert spandrop("drop", "-", "-o", "-", stdin=GOOD + b'{"text": "cut o', check=False).returncode == 3


def test_overlapping_annotations_and_protected_ranges_are_fine(spandrop):
    record = {
        "text": "One. Two. Three.",
        "protected": [[5, 9], [6, 8], [5, 9]],
        "annotations": [
            {"begin": 0, "end": 16},
            {"begin": 5, "end": 9},
            {"begin": 6, "end": 16},
            {"begin": 6, "end": 6},
        ],
    }
    found = parsed(spandrop("drop", "-", "-o", "-", "--rate", 1, stdin=lines_of([record])[0]).stdout)[0]
    assert found["text"] == "Two. " and found["protected"] == [[0, 4], [1, 3], [0, 4]]
    assert [(a["begin"], a["end"]) for a in found["annotations"]] == [(0, 5), (0, 4), (1, 5), (1, 1)]


def test_only_an_old_list_is_removed(spandrop, tmp_path):
    """A link, like a device, is no list that an earlier run wrote."""
    (tmp_path / "in.jsonl").write_text('{"text": "A. B."}\n')
    (tmp_path / "old").write_text("an old list")
    (tmp_path / "link").symlink_to("old")
    for name in ("link", "old"):
        spandrop("drop", tmp_path / "in.jsonl", "-o", "-", "--bad", "skip", "--bad-file", tmp_path / name, "--quiet")
    assert (tmp_path / "link").is_symlink() and not (tmp_path / "old").exists()
