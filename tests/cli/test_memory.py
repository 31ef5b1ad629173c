"""Memory does not grow with the input. `make memory-test` also runs the long test."""

import json
import resource
import subprocess
import time

import pytest
from conftest import PROGRAM, ROOT
from corpora import lines_of, made_records

BLOCK = b"".join(lines_of(made_records(12000)))
MEGABYTE = 1_000_000


def high_water(process):
    """Peak memory of a process so far, in megabytes."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 / MEGABYTE for line in status if line.startswith("VmHWM"))


def memory_while_reading(sizes, output, *options):
    """Feed the program through a pipe and return its peak memory after each of these numbers of bytes."""
    command = [PROGRAM, "drop", "-", "-o", str(output), "--quiet", "--threads", "2", *options]
    process = subprocess.Popen(command, stdin=subprocess.PIPE)
    marks, fed = [], 0
    for size in sizes:
        while fed < size:
            process.stdin.write(BLOCK)
            fed += len(BLOCK)
        process.stdin.flush()
        time.sleep(0.2)  # for data still in the pipe and the workers
        marks.append(high_water(process))
    process.stdin.close()
    assert process.wait() == 0
    return marks


@pytest.mark.parametrize(
    "name, options", [("plain", ["--spans", "sentence"]), ("out.jsonl.zst", ["--spans", "sentence"])]
)
def test_memory_is_flat(tmp_path, name, options):
    output = tmp_path / name if name.endswith(".zst") else "/dev/null"
    early, late = memory_while_reading([50 * MEGABYTE, 300 * MEGABYTE], output, *options)
    print(f"{name}: {early:.0f} MB after 50 MB, {late:.0f} MB after 300 MB")
    assert late < 100
    assert late - early < 8


def test_memory_with_many_views():
    marks = memory_while_reading([5 * MEGABYTE], "/dev/null", "--spans", "sentence", "--views", "300")
    print(f"300 views: {marks[-1]:.0f} MB")
    assert marks[-1] < 100


@pytest.mark.slow
def test_memory_on_5_gigabytes():
    marks = memory_while_reading([size * MEGABYTE for size in (50, 1000, 5000)], "/dev/null", "--spans", "sentence")
    print("resident after 50 MB, 1 GB, 5 GB:", ", ".join(f"{mark:.1f} MB" for mark in marks))
    assert marks[-1] < 256
    assert marks[-1] - marks[0] < 16


IDS = {"squad": "id", "hotpotqa": "_id", "multirc": "id", "docred": "title"}


def official_file(name, size):
    """The example of a data set, repeated with different ids."""
    example = json.loads((ROOT / f"examples/{name}.json").read_bytes())
    records = example["data"] if isinstance(example, dict) else example
    copies = []
    for number in range(size // len(json.dumps(records)) + 1):
        copy = json.loads(json.dumps(records))
        items = [q for a in copy for p in a["paragraphs"] for q in p["qas"]] if name == "squad" else copy
        for item in items:
            item[IDS[name]] += f" {number}"
        copies += copy
    return json.dumps({**example, "data": copies} if isinstance(example, dict) else copies).encode()


@pytest.mark.parametrize("name", IDS)
def test_memory_of_a_data_set_is_a_multiple_of_its_file(name, tmp_path):
    good = official_file(name, 5 * MEGABYTE)
    key = f'"{IDS[name]}": "'.encode()
    cases = {  # content, options, exit code
        "good": (good, [], 0),
        "cut": (good[: len(good) // 2], [], 3),
        "deep": (b"[" * len(good), [], 3),
        "one id for all": (
            good.replace(key, key + b'x", "y": "'),
            ["--bad", "skip", "--max-bad", "1", "--bad-file", tmp_path / "bad"],
            0,
        ),
    }
    file = tmp_path / "file.json"
    for case, (content, options, code) in cases.items():
        file.write_bytes(content)
        limit = 90 * MEGABYTE + 12 * len(content)  # for the address space, including shared libraries
        command = [PROGRAM, "drop", file, "-o", "/dev/null", "--format", name, "--threads", "1", "--quiet", *options]
        done = subprocess.run(
            list(map(str, command)),
            capture_output=True,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
        )
        assert done.returncode == code and "alloc" not in done.stderr, (case, done.stderr)
