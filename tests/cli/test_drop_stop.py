"""SIGINT and SIGTERM end a run within a second, whatever it is waiting for or working on."""

import os
import signal
import subprocess
import time

import pytest
from conftest import PROGRAM
from corpora import lines_of, made_records

GOOD = b'{"id": "a", "text": "One. Two. Three."}\n'
LIMIT = 1.5  # a second, and some time for a busy machine


def stopped(command, folder, number=signal.SIGTERM, after=0.5, **streams):
    """Start the program, send it a signal after some time, and check that it ends soon. Returns its message."""
    command = [PROGRAM, "drop", "--quiet", *map(str, command)]
    process = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, **streams)
    time.sleep(after)
    assert process.poll() is None, process.stderr.read()
    process.send_signal(number)
    start = time.monotonic()
    message = process.communicate(timeout=30)[1].decode()
    assert time.monotonic() - start < LIMIT
    assert process.returncode == 130, message
    assert message.count("\n") == 1 and message.startswith("spandrop: interrupted; ")
    return message


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("options", [[], ["--format", "squad"]], ids=["lines", "squad"])
def test_waiting_for_standard_input(tmp_path, number, threads, options):
    reader, writer = os.pipe()
    os.write(writer, GOOD)
    command = ["-", "-o", "out.json", "--threads", threads, *options]
    assert "out.json was not written" in stopped(command, tmp_path, number, stdin=reader)
    assert os.listdir(tmp_path) == []
    os.close(reader)
    os.close(writer)


@pytest.mark.parametrize("has_writer", [False, True])
def test_waiting_for_a_named_pipe(tmp_path, has_writer):
    """Without a writer, even opening it waits."""
    os.mkfifo(tmp_path / "pipe")
    writer = subprocess.Popen(["sh", "-c", "exec 3> pipe; exec sleep 60"], cwd=tmp_path) if has_writer else None
    stopped(["pipe", "-o", "out.jsonl"], tmp_path)
    assert os.listdir(tmp_path) == ["pipe"]
    if writer:
        writer.kill()
        writer.wait()


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("target", ["-", "/dev/stdout", "/dev/fd/1"])
def test_waiting_for_a_reader(tmp_path, threads, target):
    (tmp_path / "in.jsonl").write_bytes(GOOD * 200_000)
    reader, writer = os.pipe()
    message = stopped(["in.jsonl", "-o", target, "--threads", threads], tmp_path, stdout=writer)
    assert "is incomplete" in message
    os.close(reader)
    os.close(writer)


@pytest.mark.parametrize("has_reader", [False, True])
def test_waiting_for_the_reader_of_a_named_pipe(tmp_path, has_reader):
    (tmp_path / "in.jsonl").write_bytes(GOOD * 200_000)
    os.mkfifo(tmp_path / "pipe")
    reader = subprocess.Popen(["sh", "-c", "exec 3< pipe; exec sleep 60"], cwd=tmp_path) if has_reader else None
    assert "pipe is incomplete" in stopped(["in.jsonl", "-o", "pipe"], tmp_path)
    if reader:
        reader.kill()
        reader.wait()


def test_all_bytes_pass_through_pipes(tmp_path):
    """A slow reader of a pipe that other processes write to as well: nothing is lost, and its flags do not change."""
    lines = b"".join(lines_of(made_records(3000)))
    script = f"""cat in.jsonl | {PROGRAM} drop - -o - --rate 0 --quiet && echo end"""
    (tmp_path / "in.jsonl").write_bytes(lines)
    process = subprocess.Popen(["bash", "-c", script], cwd=tmp_path, stdout=subprocess.PIPE)
    time.sleep(0.5)
    got = bytearray()
    while piece := os.read(process.stdout.fileno(), 50_000):
        got += piece
        time.sleep(0.0005)
    assert bytes(got) == lines + b"end\n" and process.wait() == 0


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("options", [["--rate", 0.5], ["--rate", 1], ["--text"]], ids=["half", "all", "text"])
def test_in_the_middle_of_many_views(tmp_path, threads, options):
    (tmp_path / "in.jsonl").write_bytes(GOOD)
    command = ["in.jsonl", "-o", "/dev/null", "--views", 10**9, "--threads", threads, *options]
    assert "/dev/null is incomplete" in stopped(command, tmp_path, after=1)


def test_in_the_middle_of_a_long_record(tmp_path):
    """The partial file of a record that takes seconds may stay, but never an incomplete output."""
    (tmp_path / "in.jsonl").write_bytes(b'{"text": "' + b"word " * 20_000_000 + b'"}\n')
    stopped(["in.jsonl", "-o", "out.jsonl", "--spans", "word"], tmp_path, after=1)
    assert set(os.listdir(tmp_path)) <= {"in.jsonl", "out.jsonl.partial"}


def test_the_message_promises_only_what_is_true(tmp_path):
    """A single output starts again, a directory resumes."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "old.jsonl").write_bytes(b"old")
    assert stopped(["pipe", "-o", "old.jsonl"], tmp_path).endswith("; old.jsonl is unchanged\n")
    assert (tmp_path / "old.jsonl").read_bytes() == b"old"
    assert stopped(["pipe", "-o", "new/"], tmp_path).endswith("; finished files are kept, rerun to resume\n")


def test_a_second_signal_ends_at_once(tmp_path):
    (tmp_path / "in.jsonl").write_bytes(b'{"text": "' + b"word " * 20_000_000 + b'"}\n')
    process = subprocess.Popen([PROGRAM, "drop", "in.jsonl", "-o", "out.jsonl", "--spans", "char"], cwd=tmp_path)
    time.sleep(1)
    for _ in range(2):
        process.send_signal(signal.SIGTERM)
        time.sleep(0.05)
    start = time.monotonic()
    assert process.wait(timeout=10) == -signal.SIGTERM and time.monotonic() - start < 0.5
