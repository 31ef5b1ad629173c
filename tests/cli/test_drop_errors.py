"""Whatever comes in: a clear error or a documented result, never a crash, and never half an output."""

import ctypes
import gzip
import json
import os
import pathlib
import subprocess

import pytest

import zstd_library
from conftest import PROGRAM
from corpora import lines_of, parsed

GOOD = b'{"id": "good", "text": "One. Two. Three."}\n'

BAD_RECORDS = [
    (b"not json", ["JSON object"]),
    (b"[1, 2]", ["expected a JSON object"]),
    (b'"text"', ["expected a JSON object"]),
    (b"{", ["JSON object"]),
    (b'{"id": "r", "text": "unclosed', ["JSON object"]),
    (GOOD.strip() * 2, ["record good", "one JSON object on the line"]),
    (b'{"id": "r"}', ["record r", "text or tokens", "none"]),
    (b'{"id": "r", "text": "a", "tokens": []}', ["record r", "text or tokens", "both"]),
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
    (b'{"id": "r", "text": "abc", "annotations": [{"begin": 0, "end": 1}, {"begin": 2, "end": 1}]}',
     ["record r", "annotations[1]", "begin <= end"]),
    (b'{"id": "r", "text": "abc", "annotations": [{"begin": -1, "end": 1}]}', ["record r", "annotations[0].begin", "-1"]),
    (b'{"id": "r", "text": "abc", "annotations": [{"begin": 0.5, "end": 1}]}', ["record r", "annotations[0].begin", "0.5"]),
    (b'{"id": "r", "text": "abc", "annotations": [{"begin": "0", "end": 1}]}', ["record r", "annotations[0].begin"]),
    (b'{"id": "r", "text": "abc", "annotations": [{"begin": 0}]}', ["record r", "annotations[0].end", "none"]),
    (b'{"id": "r", "text": "abc", "annotations": [7]}', ["record r", "annotations[0]", "object"]),
    (b'{"id": "r", "text": "abc", "annotations": {}}', ["record r", "annotations", "array"]),
    (b'{"id": "r", "text": "abc", "annotations": [{"begin": 0, "end": 18446744073709551616}]}',
     ["record r", "annotations[0].end", "18446744073709551616"]),
    (b'{"id": "r", "text": "abc", "annotations": [{"begin": 0, "end": 18446744073709551615}]}',
     ["record r", "annotations[0]", "within the 3"]),
    (b'{"id": "r", "text": "abc", "annotations": [{"begin": 0, "end": 1e400}]}', ["record r", "annotations[0].end"]),
    (b'{"id": "r", "text": "abc", "protected": [[0, 1, 2]]}', ["record r", "protected[0]", "more"]),
    (b'{"id": "r", "text": "abc", "protected": [[0]]}', ["record r", "protected[0]", "fewer"]),
    (b'{"id": "r", "text": "abc", "protected": [[2, 9]]}', ["record r", "protected[0]", "2 to 9"]),
]


@pytest.mark.parametrize("line, words", BAD_RECORDS, ids=lambda value: value[:40].decode(errors="replace")
                         if isinstance(value, bytes) else "")
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
    assert b"bad 3" in done.stderr


def test_list_of_bad_records(spandrop, tmp_path):
    """Goes where it is told to; goes away when there are no bad records any more; is needed for standard output."""
    done = spandrop("drop", "-", "-o", "-", "--bad", "skip", stdin=b"x\n" + GOOD, check=False)
    assert done.returncode == 2 and b"--bad-file" in done.stderr and done.stdout == b""
    spandrop("drop", "-", "-o", "-", "--bad", "skip", "--bad-file", tmp_path / "bad", stdin=b"x\n" + GOOD)
    assert parsed((tmp_path / "bad").read_bytes())[0]["file"] == "standard input"
    spandrop("drop", "-", "-o", "-", "--bad", "skip", "--bad-file", tmp_path / "bad", stdin=GOOD)
    assert not (tmp_path / "bad").exists()


def test_lists_of_a_directory(spandrop, tmp_path):
    for name in "ab":
        (tmp_path / name).write_bytes(b"x\n" + GOOD)
    done = spandrop("drop", tmp_path / "a", tmp_path / "b", "-o", f"{tmp_path}/out/", "--bad", "skip", "--bad-file",
                    tmp_path / "bad", check=False)
    assert done.returncode == 2 and b"each has its own list" in done.stderr  # the second would replace the first
    spandrop("drop", tmp_path / "a", tmp_path / "b", "-o", f"{tmp_path}/out/", "--bad", "skip")
    for name in "ab":
        assert parsed((tmp_path / f"out/{name}.bad.jsonl").read_bytes())[0]["file"] == str(tmp_path / name)


@pytest.mark.parametrize("options, line, words", [
    (["--schema", "squad-hf"], b'{"context": "One two", "answers": {"text": ["two"], "answer_start": [0]}}',
     ["answers.answer_start[0]", "One"]),
    (["--schema", "squad-hf"], b'{"context": "One two", "answers": {"text": ["two"], "answer_start": [99]}}', ["answers"]),
    (["--schema", "squad-hf"], b'{"context": "One", "answers": {"text": ["One"], "answer_start": []}}', ["answers", "1 and 0"]),
    (["--schema", "squad-hf"], b'{"context": "One", "answers": []}', ["answers", "object"]),
    (["--schema", "conll"], b'{"tokens": ["a", "b"], "tags": ["O"]}', ["tags", "2 tokens", "1"]),
    (["--schema", "conll"], b'{"tokens": ["a", "b"]}', ["tags", "none"]),
    (["--schema", "tokenized"], b'{"input_ids": [1], "attention_mask": [1, 1]}', ["attention_mask", "1 tokens", "2"]),
    (["--schema", "tokenized"], b'{"input_ids": [1], "special_tokens_mask": [2]}', ["special_tokens_mask[0]", "2"]),
    (["--schema", "chat"], b'{"messages": [{"content": "no role"}]}', ["messages[0].role"]),
    (["--schema", "chat"], b'{"messages": ["hi"]}', ["messages[0]", "object"]),
    (["--parallel", "x"], b'{"tokens": [1, 2]}', ["x", "none"]),
    (["--parallel", "x"], b'{"text": "a", "x": [1]}', ["x", "text"]),
    (["--spans", "field"], b'{"text": "abc"}', ["spans", "none"]),
    (["--spans", "field"], b'{"text": "abcdef", "spans": [[0, 3], [2, 5]]}', ["spans", "2"]),
    (["--spans", "field"], b'{"text": "abcdef", "spans": [[3, 4], [0, 2]]}', ["spans"]),
    (["--spans", "field"], b'{"text": "abcdef", "spans": [[0, 7]]}', ["spans[0]", "0 to 7"]),
    (["--spans", "word"], b'{"tokens": ["a"]}', ["spans", "every:K"]),
    (["--mask", "x"], b'{"tokens": [1, 2]}', ["number", "got x"]),
    (["--mask", "nan"], b'{"tokens": [1, 2]}', ["number", "got nan"]),
    (["--mask", "01"], b'{"tokens": [1, 2]}', ["number", "got 01"]),
    (["--text"], b"broken \xff utf-8", ["UTF-8"]),
    (["--offsets", "byte"], '{"text": "é", "annotations": [{"begin": 1, "end": 2}]}'.encode(), ["annotations[0]", "between"]),
    (["--offsets", "utf16"], '{"text": "😀", "annotations": [{"begin": 0, "end": 1}]}'.encode(), ["annotations[0]", "between"]),
])
def test_bad_record_of_a_shape(spandrop, options, line, words):
    done = spandrop("drop", "-", "-o", "-", *options, stdin=line + b"\n", check=False)
    assert done.returncode == 3
    message = done.stderr.decode(errors="replace")
    assert message.startswith("spandrop: standard input:1: ") and all(word in message for word in words), message
    assert done.stdout == b""


@pytest.mark.parametrize("options, words", [
    (["--spans", "sentnce"], ["sentence, word", "sentnce"]),
    (["--spans", "every:0"], ["every:K", "every:0"]),
    (["--spans", "every:-1"], ["every:K"]),
    (["--spans", "adaptive:1"], ["adaptive:N"]),
    (["--spans", "regex:("], ["regular expression", "("]),
    (["--rate", "2"], ["rate in [0, 1]", "2"]),
    (["--rate", "-0.1"], ["rate in [0, 1]"]),
    (["--rate", "nan"], ["rate in [0, 1]"]),
    (["--rate", "half"], ["--rate", "half"]),
    (["--gamma", "0"], ["gamma above 0"]),
    (["--gamma", "nan"], ["gamma above 0"]),
    (["--seed", "-1"], ["--seed", "whole number from 0", "-1"]),
    (["--seed", "1.5"], ["--seed", "whole number"]),
    (["--seed", "18446744073709551616"], ["--seed", "18446744073709551615"]),
    (["--views", "0"], ["--views", "from 1"]),
    (["--view", "-1"], ["--view", "from 0"]),
    (["--min-keep", "-1"], ["--min-keep", "from 0"]),
    (["--threads", "0"], ["--threads", "from 1"]),
    (["--threads", "100000"], ["--threads", "1024"]),
    (["--protect", "all"], ["--protect", "all", "annotations"]),
    (["--on-lost", "ignore"], ["--on-lost", "ignore", "reject"]),
    (["--offsets", "utf8"], ["--offsets", "utf8", "utf16"]),
    (["--schema", "squad"], ["--schema", "squad-hf"]),
    (["--schema", "chat", "--mask", "x"], ["mask", "chat"]),
    (["--schema", "chat", "--text"], ["--text"]),
    (["--text", "--spans", "field"], ["plain text", "field"]),
    (["--text", "--spans", "adaptive"], ["question", "adaptive"]),
    (["--text", "--mask", "ab"], ["one character"]),
    (["--bad", "ignore"], ["--bad", "ignore", "skip"]),
    (["--bad-file", "x"], ["--bad-file", "--bad skip"]),
    (["--mask", b"\xff"], ["UTF-8"]),
    (["--no-such-option"], ["--no-such-option"]),
])
def test_wrong_usage(tmp_path, options, words):
    (tmp_path / "in.jsonl").write_bytes(GOOD)
    done = subprocess.run([PROGRAM, "drop", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl", *options],
                          capture_output=True, text=True, errors="replace")
    assert done.returncode == 2, done.stderr
    assert all(word in done.stderr for word in words), done.stderr
    assert len(done.stderr) < 500 and "terminate" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


@pytest.mark.parametrize("arguments, words", [
    ([], ["required"]),
    (["in"], ["--output is required"]),
    (["-o", "out"], ["inputs is required"]),
    (["absent", "-o", "out"], ["no file absent"]),
    (["in", "absent", "-o", "out"], ["no file absent"]),
    (["folder", "-o", "out"], ["folder is a directory"]),
    (["in", "-o", "in"], ["would replace the input in"]),
    (["in", "-o", "./folder/../in"], ["would replace the input in"]),
    (["in", "-o", "link"], ["would replace the input in"]),
    (["in", "-o", "."], ["would replace the input in"]),
    (["x.partial", "-o", "x"], ["would replace the input x.partial"]),
    (["in", "-o", "out", "--summary", "in"], ["would replace the input in"]),
    (["in", "-o", "out", "--summary", "out"], ["out would be written twice"]),
    (["in", "-o", "out", "--bad", "skip", "--bad-file", "in"], ["would replace the input in"]),
    (["in", "-o", "out", "--bad", "skip", "--bad-file", "./out"], ["written twice"]),
    (["in", "folder/in", "-o", "new/"], ["in and folder/in would both become new/in"]),
    (["in", "in", "-o", "new/"], ["would both become"]),
    (["-", "-o", "new/"], ["standard input has no name"]),
])
def test_wrong_files(spandrop, tmp_path, arguments, words):
    (tmp_path / "folder").mkdir()
    for name in ("in", "folder/in", "x.partial"):
        (tmp_path / name).write_bytes(GOOD)
    (tmp_path / "link").symlink_to("in")
    before = sorted(tmp_path.rglob("*"))
    done = spandrop("drop", *arguments, check=False, cwd=tmp_path, stdin=GOOD)
    assert done.returncode == 2, done.stderr
    assert all(word in done.stderr.decode() for word in words), done.stderr
    assert sorted(tmp_path.rglob("*")) == before
    assert all((tmp_path / name).read_bytes() == GOOD for name in ("in", "folder/in", "x.partial"))


def without_override():
    """Makes a process of root obey permissions, as everybody's do."""
    pr_capbset_drop, cap_dac_override, cap_dac_read_search = 24, 1, 2
    for capability in (cap_dac_override, cap_dac_read_search):
        if os.geteuid() == 0 and ctypes.CDLL(None).prctl(pr_capbset_drop, capability, 0, 0, 0) != 0:
            os._exit(77)


@pytest.mark.parametrize("target", ["locked/out.jsonl", "locked/out/", "locked/"])
def test_read_only_directory(spandrop, tmp_path, target):
    (tmp_path / "in.jsonl").write_bytes(GOOD)
    (tmp_path / "locked").mkdir(mode=0o555)
    done = spandrop("drop", tmp_path / "in.jsonl", "-o", f"{tmp_path}/{target}", check=False, preexec_fn=without_override)
    if done.returncode == 77:
        pytest.skip("root may not give up its right to write everywhere")
    assert done.returncode == 1 and b"ermission denied" in done.stderr and b"locked" in done.stderr
    assert list((tmp_path / "locked").iterdir()) == []


def test_files_that_cannot_be_used(spandrop, tmp_path):
    (tmp_path / "in.jsonl").write_bytes(GOOD)
    for target in (tmp_path / "absent/out.jsonl", tmp_path / "in.jsonl/out.jsonl"):
        done = spandrop("drop", tmp_path / "in.jsonl", "-o", target, check=False)
        assert done.returncode == 1 and str(target).encode() in done.stderr
    (tmp_path / "secret.jsonl").write_bytes(GOOD)
    (tmp_path / "secret.jsonl").chmod(0)
    done = spandrop("drop", tmp_path / "secret.jsonl", "-o", tmp_path / "out.jsonl", check=False,
                    preexec_fn=without_override)
    if done.returncode == 77:
        pytest.skip("root may not give up its right to read everything")
    assert done.returncode == 1 and b"secret.jsonl" in done.stderr and b"ermission denied" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "secret.jsonl"]


def test_full_device(spandrop, tmp_path):
    done = spandrop("drop", "-", "-o", "/dev/full", stdin=GOOD, check=False)
    assert done.returncode == 1 and b"/dev/full: No space left on device" in done.stderr
    assert pathlib.Path("/dev/full").is_char_device()
    with open("/dev/full", "wb") as full:
        done = subprocess.run([PROGRAM, "drop", "-", "-o", "-"], input=GOOD, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1 and b"standard output: No space left on device" in done.stderr
    (tmp_path / "in.jsonl").write_bytes(GOOD)
    done = spandrop("drop", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl", "--summary", "/dev/full", check=False)
    assert done.returncode == 1 and b"/dev/full" in done.stderr


@pytest.mark.parametrize("suffix, unpack", [("", bytes), (".gz", gzip.decompress), (".zst", zstd_library.decompress)],
                         ids=["plain", "gz", "zst"])
def test_empty_file(spandrop, tmp_path, suffix, unpack):
    (tmp_path / "in.jsonl").write_bytes(b"")
    spandrop("drop", tmp_path / "in.jsonl", "-o", tmp_path / f"out.jsonl{suffix}", "--summary", tmp_path / "summary.json")
    stored = (tmp_path / f"out.jsonl{suffix}").read_bytes()
    assert unpack(stored) == b"" and (suffix == "" or stored)
    assert json.loads((tmp_path / "summary.json").read_text())["records"] == 0
    assert spandrop("drop", tmp_path / f"out.jsonl{suffix}", "-o", "-").stdout == b""


@pytest.mark.parametrize("pack", [gzip.compress, zstd_library.compress], ids=["gz", "zst"])
def test_broken_compressed_input(spandrop, tmp_path, pack):
    stored = pack(b"".join(lines_of({"id": i, "text": os.urandom(40).hex()} for i in range(2000))))
    broken = bytearray(stored)
    broken[len(broken) // 2] ^= 0xFF
    for content, words in ((stored[:-20], b"truncated"), (bytes(broken), b""), (stored + b"garbage", b"")):
        (tmp_path / "in").write_bytes(content)
        done = spandrop("drop", tmp_path / "in", "-o", tmp_path / "out", check=False)
        assert done.returncode in (1, 3) and str(tmp_path / "in").encode() in done.stderr and words in done.stderr
        assert [path.name for path in tmp_path.iterdir()] == ["in"]


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


def test_last_line_without_its_end_is_used(spandrop):
    found = spandrop("drop", "-", "-o", "-", "--rate", 1, stdin=GOOD + GOOD.strip()).stdout
    assert found == b'{"id": "good", "text": ""}\n{"id": "good", "text": ""}'
    assert spandrop("drop", "-", "-o", "-", stdin=GOOD + b'{"text": "cut o', check=False).returncode == 3


def test_overlapping_annotations_and_protected_ranges_are_fine(spandrop):
    record = {"text": "One. Two. Three.", "protected": [[5, 9], [6, 8], [5, 9]],
              "annotations": [{"begin": 0, "end": 16}, {"begin": 5, "end": 9}, {"begin": 6, "end": 16}, {"begin": 6, "end": 6}]}
    found = parsed(spandrop("drop", "-", "-o", "-", "--rate", 1, stdin=lines_of([record])[0]).stdout)[0]
    assert found["text"] == "Two. " and found["protected"] == [[0, 4], [1, 3], [0, 4]]
    assert [(a["begin"], a["end"]) for a in found["annotations"]] == [(0, 5), (0, 4), (1, 5), (1, 1)]


def test_a_reader_that_goes_away(tmp_path):
    """As in `spandrop drop ... | head -1`: it ends, without a trace."""
    (tmp_path / "in.jsonl").write_bytes(GOOD * 200_000)
    process = subprocess.Popen([PROGRAM, "drop", tmp_path / "in.jsonl", "-o", "-", "--quiet"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    process.stdout.read(10)
    process.stdout.close()
    assert process.wait(timeout=20) != 0
    assert len(process.stderr.read()) < 200
