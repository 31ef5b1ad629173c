"""What users see: a progress bar on a terminal, and a correct summary."""

import json
import os
import pty
import re
import select
import subprocess

import pytest
from conftest import PROGRAM
from corpora import lines_of, made_records, parsed

RECORDS = list(made_records(9000))
CONTENT = b"".join(lines_of(RECORDS))


@pytest.fixture
def on_terminal():
    """A function that runs the program with standard error on a terminal and returns what it shows."""

    def run(*args, stdin=None):
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [PROGRAM, *map(str, args)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=theirs
        )
        os.close(theirs)
        if stdin is not None:
            process.stdin.write(stdin)
        process.stdin.close()
        shown = b""
        while select.select([ours], [], [], 20)[0]:
            try:
                shown += os.read(ours, 65536)
            except OSError:  # raised by Linux when the other end is closed
                break
        os.close(ours)
        assert process.wait(timeout=20) == 0, shown
        return shown.decode()

    return run


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_bytes(CONTENT)
    return path


BAR = re.compile(r"\r\x1b\[K\[([#.]{24})\] +(\d+) %  [\d.]+ MB, [\d.]+ MB/s, \d+:\d\d left")


def test_bar_on_a_terminal(on_terminal, corpus, tmp_path):
    shown = on_terminal("drop", corpus, corpus, corpus, "-o", tmp_path / "out", "--spans", "char", "--threads", 1)
    bars = BAR.findall(shown)
    assert len(bars) >= 2
    shares = [int(share) for _, share in bars]
    assert shares == sorted(shares) and shares[-1] <= 100
    assert all(abs(bar.count("#") - 24 * share / 100) < 1.5 for bar, share in zip([bar for bar, _ in bars], shares))
    assert shown.index("records") > shown.rindex("left")
    assert "\r\x1b[K  records" in shown  # the summary replaces the bar


def test_bar_names_the_file(on_terminal, corpus, tmp_path):
    (tmp_path / "b.jsonl").write_bytes(CONTENT)
    shown = on_terminal("drop", corpus, tmp_path / "b.jsonl", "-o", f"{tmp_path}/out/", "--spans", "char")
    assert "file 1 of 2" in shown and "file 2 of 2" in shown


def test_time_left_is_not_shown_if_the_size_is_unknown(on_terminal):
    shown = on_terminal("drop", "-", "-o", "-", "--spans", "char", stdin=CONTENT)
    assert "MB/s" in shown.split("records")[0] and "left" not in shown


def test_quiet_on_a_terminal(on_terminal, corpus):
    assert on_terminal("drop", corpus, "-o", "-", "--quiet") == ""


def test_no_bar_without_a_terminal(spandrop, corpus, tmp_path):
    done = spandrop("drop", corpus, "-o", tmp_path / "out")
    assert b"\r" not in done.stderr and b"\x1b" not in done.stderr and b"left" not in done.stderr
    assert b"records" in done.stderr and done.stdout == b""
    done = spandrop("drop", corpus, "-o", tmp_path / "out", "--quiet")
    assert done.stderr == done.stdout == b""


def rows_of(shown):
    """The rows of a summary as {name: value}."""
    return {line[2:18].strip(): line[18:] for line in shown.decode().splitlines()}


def test_summary_is_correct(spandrop, corpus, tmp_path):
    """Counted independently in Python, with spans of two code points each."""
    options = ["--spans", "every:2", "--rate", 0.4, "--on-lost", "drop", "--views", 2]
    done = spandrop("drop", corpus, "-o", tmp_path / "out", *options, "--summary", tmp_path / "summary.json")
    summary = json.loads((tmp_path / "summary.json").read_text())
    out = (tmp_path / "out").read_bytes()
    found = parsed(out)
    twice = [record for record in RECORDS for _ in range(2)]
    spans = sum((len(record["text"]) + 1) // 2 for record in twice)
    lost = sum(len(old["text"]) - len(new["text"]) for old, new in zip(twice, found, strict=True))
    odd = sum(len(old["text"]) % 2 for old in twice)
    assert summary["records"] == len(RECORDS) and summary["written"] == len(found) == 2 * len(RECORDS)
    assert summary["spans"] == spans
    assert lost / 2 <= summary["spans_dropped"] <= (lost + odd) / 2 and lost > 0
    assert summary["became_empty"] == sum(new["text"] == "" for new in found)
    labels = sum(len(record["annotations"]) for record in twice)
    left = sum(len(record["annotations"]) for record in found)
    fates = summary["annotations"]
    assert fates["kept"] + fates["shifted"] == left > 0
    assert fates["cut"] + fates["gone"] == fates["removed"] == labels - left > 0
    assert summary["bytes_read"] == len(CONTENT) and summary["bytes_written"] == len(out)
    assert summary["bad"] == summary["draws_rejected"] == summary["left_whole"] == 0
    assert summary["seconds"] > 0
    assert summary["mb_per_second"] == pytest.approx(len(CONTENT) / 1e6 / summary["seconds"], rel=0.05)

    rows = rows_of(done.stderr)
    assert rows["records"] == f"{len(RECORDS):,}" and rows["views"] == f"{len(found):,}"
    share = 100 * summary["spans_dropped"] / spans
    assert rows["spans dropped"] == f"{summary['spans_dropped']:,} of {spans:,} ({share:.1f} %)"
    assert rows["annotations"] == ", ".join(
        f"{name} {fates[name]:,}" for name in ("kept", "shifted", "cut", "gone", "removed")
    )
    assert rows["read"].startswith(f"{len(CONTENT) / 1e6:.1f} MB in ")
    assert rows.get("became empty", "0") == f"{summary['became_empty']:,}"


def test_summary_of_rejections_masks_and_empty_records(spandrop, tmp_path):
    line = lines_of([{"text": "One. Two.", "annotations": [{"begin": 0, "end": 3}]}])[0]
    done = spandrop(
        "drop",
        "-",
        "-o",
        "-",
        "--rate",
        1,
        "--on-lost",
        "reject",
        "--tries",
        7,
        "--summary",
        tmp_path / "summary.json",
        stdin=line * 3,
    )
    assert done.stdout == line * 3
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert (summary["draws_rejected"], summary["left_whole"], summary["spans_dropped"]) == (21, 3, 0)
    assert rows_of(done.stderr)["draws rejected"] == "21 (3 views left whole)"
    done = spandrop("drop", "-", "-o", "-", "--rate", 1, stdin=line * 3)
    assert rows_of(done.stderr)["became empty"] == "3"
    done = spandrop("drop", "-", "-o", "-", "--rate", 1, "--mask", "x", stdin=line * 3)
    assert rows_of(done.stderr)["spans masked"] == "6 of 6 (100.0 %)"
    assert b"x" * 9 in done.stdout and "became empty" not in rows_of(done.stderr)


def test_help_lists_options_and_examples(spandrop):
    shown = spandrop("drop", "--help").stdout.decode()
    for option in (
        "--spans",
        "--rate",
        "--gamma",
        "--seed",
        "--views",
        "--view",
        "--protect",
        "--on-lost",
        "--mask",
        "--min-keep",
        "--threads",
        "--text",
        "--schema",
        "--parallel",
        "--offsets",
        "--summary",
        "--bad",
    ):
        assert option in shown
    assert "spandrop drop corpus.jsonl -o augmented.jsonl" in shown and "Exit codes" in shown
