"""Outputs appear complete or not at all, and rerunning resumes after an interruption."""

import os
import random
import resource
import signal
import subprocess
import time

import pytest
from conftest import PROGRAM
from corpora import lines_of, made_records

FILES = 8
OPTIONS = ["--spans", "char", "--rate", "0.3", "--threads", "1"]
FINAL = [f"{number}.jsonl" + (".zst" if number % 4 == 3 else "") for number in range(FILES)]
MEMORY = {".spandrop.json", ".spandrop-finished.jsonl"}  # what a directory remembers


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    """Files that take the program about a second; some names make it compress the output."""
    folder = tmp_path_factory.mktemp("inputs")
    lines = lines_of(made_records(5000))
    for number, name in enumerate(FINAL):
        (folder / name).write_bytes(b"".join(lines[number:]))
    return [folder / name for name in FINAL]


def command(inputs, out, *options):
    return [PROGRAM, "drop", *map(str, inputs), "-o", f"{out}/", *OPTIONS, *map(str, options)]


@pytest.fixture(scope="module")
def uninterrupted(inputs, tmp_path_factory):
    """The expected outputs, and how long it takes to write them."""
    out = tmp_path_factory.mktemp("uninterrupted")
    start = time.monotonic()
    subprocess.run(command(inputs, out, "--quiet"), check=True)
    seconds = time.monotonic() - start
    expected = {name: (out / name).read_bytes() for name in FINAL}
    assert all(len(content) > 1000 for content in expected.values())
    assert {path.name for path in out.iterdir()} == {*FINAL, *MEMORY}
    return expected, seconds


def finished(out):
    """The names of the finished outputs, without other files."""
    return {path.name for path in out.iterdir() if path.name in FINAL} if out.exists() else set()


def wait_until(condition, process):
    """Wait until the condition holds or the process has ended."""
    while not condition() and process.poll() is None:
        time.sleep(0.002)


def test_directory_has_one_output_per_input(spandrop, inputs, uninterrupted, tmp_path):
    """Each has the same bytes as a separate run."""
    spandrop("drop", inputs[2], "-o", tmp_path / "single.jsonl", *OPTIONS)
    assert (tmp_path / "single.jsonl").read_bytes() == uninterrupted[0][FINAL[2]]


def test_finished_outputs_are_skipped(inputs, uninterrupted, tmp_path):
    out = tmp_path / "out"
    subprocess.run(command(inputs[:3], out, "--quiet"), check=True)
    stamps = {name: (out / name).stat().st_mtime_ns for name in FINAL[:3]}
    (out / FINAL[1]).unlink()
    # Options that do not affect the outputs may differ.
    done = subprocess.run(command(inputs, out, "--summary", tmp_path / "summary.json"), capture_output=True, check=True)
    assert b"  skipped         2 outputs" in done.stderr
    assert {name: (out / name).read_bytes() for name in FINAL} == uninterrupted[0]
    assert [(out / name).stat().st_mtime_ns == stamps[name] for name in FINAL[:3]] == [True, False, True]
    done = subprocess.run(command(inputs, out), capture_output=True, check=True)
    assert b"  skipped         8 outputs" in done.stderr


@pytest.mark.parametrize(
    "options, said",
    [
        (["--seed", 1], "options: seed was 0, now 1"),
        (["--views", 2], "options: views was 1, now 2"),
        (["--min-keep", 1], "options: min_keep was 0, now 1"),
        (["--mask", "x"], 'options: mask was null, now "x"'),
        (["--answers-field", "a"], 'options: fields.answers was not set, now "a"'),
        (["--bad", "skip"], 'options: bad was "stop", now "skip"'),
    ],
)
def test_other_options_are_refused(inputs, tmp_path, options, said):
    subprocess.run(command(inputs[:1], tmp_path / "out", "--quiet"), check=True)
    before = (tmp_path / "out" / FINAL[0]).read_bytes()
    done = subprocess.run(command(inputs[:2], tmp_path / "out", *options), capture_output=True, text=True)
    assert done.returncode == 1
    assert "other options" in done.stderr and "another directory" in done.stderr
    assert f"{said}. Use" in done.stderr and done.stderr.count(" was ") == 1, done.stderr
    assert finished(tmp_path / "out") == {FINAL[0]}
    assert (tmp_path / "out" / FINAL[0]).read_bytes() == before


def test_options_of_a_run_without_outputs_are_not_remembered(inputs, uninterrupted, tmp_path):
    out = tmp_path / "out"
    failed = subprocess.run(command(inputs[:1], out, "--text-field", "body"), capture_output=True)
    assert failed.returncode != 0 and finished(out) == set()
    subprocess.run(command(inputs[:1], out, "--quiet"), check=True)
    assert (out / FINAL[0]).read_bytes() == uninterrupted[0][FINAL[0]]
    again = subprocess.run(command(inputs[:2], out, "--text-field", "body"), capture_output=True)
    assert again.returncode == 1 and b"other options" in again.stderr


def test_an_explicit_default_is_the_default(inputs, tmp_path):
    defaults = [
        "--gamma",
        1,
        "--min-keep",
        0,
        "--seed",
        0,
        "--views",
        1,
        "--view",
        0,
        "--protect",
        "field",
        "--on-lost",
        "keep",
        "--tries",
        100,
        "--offsets",
        "code-point",
        "--mask-per",
        "element",
        "--bad",
        "stop",
        "--text-field",
        "text",
        "--id-field",
        "id",
        "--answers-field",
        "",
    ]
    subprocess.run(command(inputs[:1], tmp_path / "out", "--quiet"), check=True)
    memory = (tmp_path / "out/.spandrop.json").read_bytes()
    done = subprocess.run(command(inputs[:1], tmp_path / "out", *defaults), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "skipped         1 output" in done.stderr
    subprocess.run(command(inputs[:1], tmp_path / "other", "--quiet", *defaults), check=True)
    assert (tmp_path / "other/.spandrop.json").read_bytes() == memory
    assert (tmp_path / "other" / FINAL[0]).read_bytes() == (tmp_path / "out" / FINAL[0]).read_bytes()


def test_killed_at_random_moments(inputs, uninterrupted, tmp_path):
    expected, seconds = uninterrupted
    rng = random.Random(20)
    killed = between = partial = 0
    for attempt in range(20):
        out = tmp_path / str(attempt)
        process = subprocess.Popen(command(inputs, out, "--quiet"), stderr=subprocess.DEVNULL)
        wait_until(lambda: len(finished(out)) >= attempt * FILES // 20, process)
        time.sleep(seconds / FILES * rng.random())
        process.kill()
        killed += process.wait() == -signal.SIGKILL
        survived = finished(out)
        between += 0 < len(survived) < FILES
        partial += out.exists() and any(path.suffix == ".partial" for path in out.iterdir())
        for name in survived:
            assert (out / name).read_bytes() == expected[name], f"{name} is incomplete in attempt {attempt}"
        subprocess.run(command(inputs, out, "--quiet"), check=True)
        assert {name: (out / name).read_bytes() for name in FINAL} == expected
        assert {path.name for path in out.iterdir()} == {*FINAL, *MEMORY}
    # Otherwise the interesting moments were missed.
    assert killed >= 10 and between >= 5 and partial >= 5, (killed, between, partial, seconds)


def test_killed_repeatedly(inputs, uninterrupted, tmp_path):
    """Every start makes some progress."""
    out = tmp_path / "out"
    for starts in range(1, 60):  # noqa: B007 (used after the loop)
        done = len(finished(out))
        process = subprocess.Popen(command(inputs, out, "--quiet"), stderr=subprocess.DEVNULL)
        wait_until(lambda: len(finished(out)) > done, process)
        process.kill()
        if process.wait() == 0:
            break
    assert process.returncode == 0 and starts > 1
    assert {name: (out / name).read_bytes() for name in FINAL} == uninterrupted[0]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(inputs, uninterrupted, tmp_path, number):
    process = subprocess.Popen(command(inputs, tmp_path / "out"), stderr=subprocess.PIPE)
    wait_until(lambda: len(finished(tmp_path / "out")) >= 2, process)
    process.send_signal(number)
    message = process.communicate(timeout=20)[1]
    assert process.returncode == 130, message
    assert b"interrupted" in message and b"rerun to resume" in message
    left = {path.name for path in (tmp_path / "out").iterdir()} - MEMORY
    assert left == finished(tmp_path / "out") and 2 <= len(left) < FILES  # nothing partial
    for name in left:
        assert (tmp_path / "out" / name).read_bytes() == uninterrupted[0][name]


def test_an_old_output_is_kept_until_the_new_one_is_complete(inputs, tmp_path):
    out, partial = tmp_path / "out.jsonl", tmp_path / "out.jsonl.partial"
    out.write_bytes(b"old")
    process = subprocess.Popen([PROGRAM, "drop", *map(str, inputs), "-o", out, *OPTIONS], stderr=subprocess.DEVNULL)
    wait_until(lambda: partial.exists() and partial.stat().st_size > 0, process)
    assert out.read_bytes() == b"old" and partial.exists()
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == 130
    assert out.read_bytes() == b"old" and [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz", "out.jsonl.zst"])
def test_full_disk(inputs, tmp_path, name):
    """Simulated by a limit on the size of files."""

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    done = subprocess.run(
        [PROGRAM, "drop", inputs[0], "-o", tmp_path / name, *OPTIONS], capture_output=True, text=True, preexec_fn=limit
    )
    assert done.returncode == 1
    assert f"cannot write {tmp_path / name}: File too large" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_full_disk_in_a_directory(inputs, uninterrupted, tmp_path):
    """Finished outputs are kept, and the run resumes once there is space."""
    sizes = sorted(len(content) for content in uninterrupted[0].values())
    limit = (sizes[1] + sizes[2]) // 2  # room for the two compressed ones only
    assert sizes[1] < limit < sizes[2]
    done = subprocess.run(
        command(reversed(inputs), tmp_path / "out"),
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert done.returncode == 1 and "File too large" in done.stderr
    assert finished(tmp_path / "out") == {FINAL[-1]}
    subprocess.run(command(inputs, tmp_path / "out", "--quiet"), check=True)
    assert {name: (tmp_path / "out" / name).read_bytes() for name in FINAL} == uninterrupted[0]


def test_two_writers_of_one_output(spandrop, tmp_path):
    line = lines_of(made_records(1))[0]
    first = subprocess.Popen(
        [PROGRAM, "drop", "-", "-o", tmp_path / "out.jsonl", "--rate", "0", "--quiet"], stdin=subprocess.PIPE
    )
    deadline = time.monotonic() + 10
    while not (tmp_path / "out.jsonl.partial").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    second = spandrop("drop", "-", "-o", tmp_path / "out.jsonl", stdin=line, check=False)
    assert second.returncode == 1 and b"another process is writing it" in second.stderr
    first.communicate(line * 3, timeout=20)
    assert first.returncode == 0 and (tmp_path / "out.jsonl").read_bytes() == line * 3
    spandrop("drop", "-", "-o", tmp_path / "out.jsonl", "--rate", 0, stdin=line)
    assert (tmp_path / "out.jsonl").read_bytes() == line and os.listdir(tmp_path) == ["out.jsonl"]
