"""Wrong usage and unusable files: a helpful message, the right exit code and no partial output."""

import ctypes
import gzip
import json
import os
import pathlib
import subprocess

import pytest
import zstd_library
from conftest import PROGRAM
from corpora import lines_of

GOOD = b'{"id": "good", "text": "One. Two. Three."}\n'


@pytest.mark.parametrize(
    "options, words",
    [
        (["--spans", "sentnce"], ["sentence, word", "sentnce"]),
        (["--spans", "every:0"], ["every:K", "every:0"]),
        (["--spans", "every:-1"], ["every:K"]),
        (["--spans", "adaptive:1"], ["adaptive:N"]),
        (["--spans", "regex:("], ["regular expression", "("]),
        (["--spans", "regex:"], ["regex:R", "got regex:"]),
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
        (["--protect", "all"], ["--protect: expected none, field or annotations, got all"]),
        (["--protect", "2"], ["--protect: expected none, field or annotations, got 2"]),
        (["--protect", ""], ["--protect"]),
        (["--mask-per", "span"], ["--mask-per span requires --mask"]),
        (["--tries", "5"], ["--tries requires --on-lost reject"]),
        (["--tries", "5", "--on-lost", "drop"], ["--tries requires --on-lost reject"]),
        (["--on-lost", "ignore"], ["--on-lost: expected keep, drop, reject or error, got ignore"]),
        (["--offsets", "utf8"], ["--offsets: expected byte, code-point or utf16, got utf8"]),
        (["--mask", "_", "--mask-per", "1"], ["--mask-per: expected element or span, got 1"]),
        (["--schema", "squad"], ["--schema", "squad-hf"]),
        (["--schema", "chat", "--mask", "x"], ["mask", "chat"]),
        (["--schema", "chat", "--text"], ["--text"]),
        (["--text", "--spans", "field"], ["plain text", "field"]),
        (["--text", "--spans", "adaptive"], ["question", "adaptive"]),
        (["--text", "--mask", "ab"], ["one character"]),
        (["--text", "--mask", "a\nb", "--mask-per", "span"], ["without a line break"]),
        (["--view", str(2**64 - 1)], ["view numbers up to 2^64 - 2"]),
        (["--text-field", "", "--tokens-field", ""], ["a field for the text or the tokens"]),
        (["--on-lost", "reject", "--tries", "5000000000"], ["--tries", "16777216"]),
        (["--bad", "ignore"], ["--bad: expected stop or skip, got ignore"]),
        (["--bad", "true"], ["--bad: expected stop or skip, got true"]),
        (["--bad-file", "x"], ["--bad-file", "--bad skip"]),
        (["--mask", b"\xff"], ["UTF-8"]),
        (["--no-such-option"], ["--no-such-option"]),
    ],
)
def test_wrong_usage(tmp_path, options, words):
    (tmp_path / "in.jsonl").write_bytes(GOOD)
    done = subprocess.run(
        [PROGRAM, "drop", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl", *options],
        capture_output=True,
        text=True,
        errors="replace",
    )
    assert done.returncode == 2, done.stderr
    assert all(word in done.stderr for word in words), done.stderr
    assert len(done.stderr) < 500 and "terminate" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], ["required"]),
        (["in"], ["--output is required"]),
        (["-o", "out"], ["inputs is required"]),
        (["absent", "-o", "out"], ["the input absent does not exist"]),
        (["in", "absent", "-o", "out"], ["the input absent does not exist"]),
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
        (["x.bad.jsonl", "-o", "x", "--bad", "skip"], ["would replace the input x.bad.jsonl"]),
        (["in", "-o", "out", "--bad", "skip", "--summary", "out.bad.jsonl"], ["out.bad.jsonl would be written twice"]),
        (["x", "x.bad.jsonl", "-o", "new/", "--bad", "skip"], ["new/x.bad.jsonl would be written twice"]),
        (["x.bad.jsonl", "x", "-o", "new/", "--bad", "skip"], ["new/x.bad.jsonl would be written twice"]),
        (["x.partial", "x", "-o", "new/"], ["new/x.partial would be written twice"]),
        (
            ["in", "-o", "out", "--summary", "absent/summary"],
            ["cannot write absent/summary: the directory absent does not exist"],
        ),
        (["in", "folder/in", "-o", "new/"], ["in and folder/in would both become new/in"]),
        (["in", "in", "-o", "new/"], ["would both become"]),
        (["-", "-o", "new/"], ["standard input has no name"]),
    ],
)
def test_wrong_files(spandrop, tmp_path, arguments, words):
    (tmp_path / "folder").mkdir()
    names = ("in", "folder/in", "x", "x.partial", "x.bad.jsonl")
    for name in names:
        (tmp_path / name).write_bytes(GOOD)
    (tmp_path / "link").symlink_to("in")
    before = sorted(tmp_path.rglob("*"))
    done = spandrop("drop", *arguments, check=False, cwd=tmp_path, stdin=GOOD)
    assert done.returncode == (1 if "absent" in " ".join(arguments) else 2), (
        done.stderr
    )  # a missing file is a file error, not a usage error
    assert all(word in done.stderr.decode() for word in words), done.stderr
    assert sorted(tmp_path.rglob("*")) == before
    assert all((tmp_path / name).read_bytes() == GOOD for name in names)


@pytest.mark.parametrize("name", ["out.xz", "out.jsonl.XZ", "out.parquet", "out.csv.gz", "out.tar.zst", "out.gzip"])
def test_a_name_that_promises_another_format(spandrop, tmp_path, name):
    (tmp_path / "in.jsonl").write_bytes(GOOD)
    done = spandrop("drop", "in.jsonl", "-o", name, check=False, cwd=tmp_path)
    assert done.returncode == 2 and os.listdir(tmp_path) == ["in.jsonl"]
    assert done.stderr.startswith(f"spandrop: cannot write {name}: .".encode())
    assert all(known in done.stderr for known in (b".jsonl", b".json", b".ndjson", b".txt", b".gz", b".zst"))
    assert (b"python -m spandrop drop" in done.stderr) == (name == "out.parquet")
    (tmp_path / name).write_bytes(GOOD)
    done = spandrop("drop", name, "-o", "out/", check=False, cwd=tmp_path)
    assert done.returncode == 2 and f"cannot write out/{name}".encode() in done.stderr


def test_other_names_are_fine(spandrop, tmp_path):
    (tmp_path / "in.jsonl").write_bytes(GOOD)
    names = [
        "out",
        "train.en",
        "corpus.2024-01",
        "a.ndjson",
        "b.txt",
        "c.json",
        "d.jsonl.gz",
        "e.zst",
        ".hidden",
        "F.GZ",
    ]
    for name in names:
        spandrop("drop", "in.jsonl", "-o", name, cwd=tmp_path)
        is_gzip = (tmp_path / name).read_bytes()[:2] == b"\x1f\x8b"
        assert is_gzip == name.lower().endswith(".gz"), name
    os.mkfifo(tmp_path / "pipe.xz")
    reader = subprocess.Popen(["cat", tmp_path / "pipe.xz"], stdout=subprocess.PIPE)
    spandrop("drop", "in.jsonl", "-o", "pipe.xz", "--rate", 0, cwd=tmp_path)
    assert reader.communicate(timeout=20)[0] == GOOD
    script = f"{PROGRAM} drop in.jsonl --rate 0 --quiet -o >(cat > copy.xz); sleep 0.2; cat copy.xz"
    assert subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, check=True).stdout == GOOD
    spandrop("drop", "in.jsonl", "-o", "/dev/null", cwd=tmp_path)


def without_override():
    """Make a process of root obey file permissions."""
    pr_capbset_drop, cap_dac_override, cap_dac_read_search = 24, 1, 2
    for capability in (cap_dac_override, cap_dac_read_search):
        if os.geteuid() == 0 and ctypes.CDLL(None).prctl(pr_capbset_drop, capability, 0, 0, 0) != 0:
            os._exit(77)


@pytest.mark.parametrize("target", ["locked/out.jsonl", "locked/out/", "locked/"])
def test_read_only_directory(spandrop, tmp_path, target):
    (tmp_path / "in.jsonl").write_bytes(GOOD)
    (tmp_path / "locked").mkdir(mode=0o555)
    done = spandrop(
        "drop", tmp_path / "in.jsonl", "-o", f"{tmp_path}/{target}", check=False, preexec_fn=without_override
    )
    if done.returncode == 77:
        pytest.skip("root cannot give up its right to write everywhere")
    assert done.returncode == 1 and b"ermission denied" in done.stderr and b"locked" in done.stderr
    assert list((tmp_path / "locked").iterdir()) == []


def test_files_that_cannot_be_used(spandrop, tmp_path):
    (tmp_path / "in.jsonl").write_bytes(GOOD)
    for target in (tmp_path / "absent/out.jsonl", tmp_path / "in.jsonl/out.jsonl"):
        done = spandrop("drop", tmp_path / "in.jsonl", "-o", target, check=False)
        assert done.returncode == 1 and str(target).encode() in done.stderr
    (tmp_path / "secret.jsonl").write_bytes(GOOD)
    (tmp_path / "secret.jsonl").chmod(0)
    done = spandrop(
        "drop", tmp_path / "secret.jsonl", "-o", tmp_path / "out.jsonl", check=False, preexec_fn=without_override
    )
    if done.returncode == 77:
        pytest.skip("root cannot give up its right to read everything")
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


@pytest.mark.parametrize(
    "suffix, unpack",
    [("", bytes), (".gz", gzip.decompress), (".zst", zstd_library.decompress)],
    ids=["plain", "gz", "zst"],
)
def test_empty_file(spandrop, tmp_path, suffix, unpack):
    (tmp_path / "in.jsonl").write_bytes(b"")
    spandrop(
        "drop", tmp_path / "in.jsonl", "-o", tmp_path / f"out.jsonl{suffix}", "--summary", tmp_path / "summary.json"
    )
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


def test_a_reader_that_closes_the_pipe(tmp_path):
    """The program ends without a long message, as in `spandrop drop ... | head -1`."""
    (tmp_path / "in.jsonl").write_bytes(GOOD * 200_000)
    process = subprocess.Popen(
        [PROGRAM, "drop", tmp_path / "in.jsonl", "-o", "-", "--quiet"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.read(10)
    process.stdout.close()
    assert process.wait(timeout=20) != 0
    assert len(process.stderr.read()) < 200


def test_the_partial_file_of_a_link_does_not_replace_an_input(spandrop, tmp_path):
    """The partial file is written beside the target of the link."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data/x.jsonl").write_text("")
    source = tmp_path / "data/x.jsonl.partial"
    source.write_text('{"text": "A. B."}\n')
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "data/x.jsonl")
    done = spandrop("drop", source, "-o", tmp_path / "link.jsonl", check=False)
    assert done.returncode == 2 and b"would replace the input" in done.stderr
    assert source.read_text() == '{"text": "A. B."}\n'
