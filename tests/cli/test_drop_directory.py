"""An output directory knows what it holds: processes share it, and a rerun trusts only what is recorded."""

import json
import os
import shutil
import subprocess
import time

import pytest
from conftest import PROGRAM, ROOT
from corpora import lines_of, made_records

LIST = ".spandrop-finished.jsonl"


@pytest.fixture
def folder(tmp_path):
    """A folder with some inputs in in/."""
    lines = lines_of(made_records(60))
    (tmp_path / "in").mkdir()
    for number in range(3):
        (tmp_path / f"in/{number}.jsonl").write_bytes(b"".join(lines[20 * number : 20 * number + 20]))
    return tmp_path


def drop(folder, *options, inputs=("0", "1", "2"), source="in", out="out/"):
    names = [f"{source}/{name}.jsonl" for name in inputs]
    return subprocess.run(
        [PROGRAM, "drop", *names, "-o", out, "--rate", "0.3", *options], cwd=folder, capture_output=True, text=True
    )


def contents(path):
    return {file.name: file.read_bytes() for file in path.iterdir() if not file.name.startswith(".")}


def age(path, seconds=10):
    """Change the time of a file, as a new version of it would."""
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + seconds * 10**9))


def test_many_processes_start_in_one_new_directory(tmp_path):
    """The recipe of docs/scale.md for job arrays."""
    count = 40
    (tmp_path / "in").mkdir()
    lines = lines_of(made_records(count * 5))
    for number in range(count):
        (tmp_path / f"in/{number}.jsonl").write_bytes(b"".join(lines[5 * number : 5 * number + 5]))
    gate, opener = os.pipe()
    options = ["--rate", "0.3", "--threads", "1", "--quiet"]
    processes = [
        subprocess.Popen(
            ["sh", "-c", 'read _; exec "$@"', "sh", PROGRAM, "drop", f"in/{number}.jsonl", "-o", "new/out/", *options],
            cwd=tmp_path,
            stdin=gate,
            stderr=subprocess.PIPE,
        )
        for number in range(count)
    ]
    os.write(opener, b"\n" * count)
    ends = [(process.communicate(timeout=120)[1], process.returncode) for process in processes]
    assert ends == [(b"", 0)] * count
    os.close(gate)
    os.close(opener)
    inputs = [f"in/{number}.jsonl" for number in range(count)]
    subprocess.run([PROGRAM, "drop", *inputs, "-o", "alone/", *options], cwd=tmp_path, check=True)
    assert contents(tmp_path / "new/out") == contents(tmp_path / "alone")
    assert len(contents(tmp_path / "alone")) == count
    hidden = {path.name for path in (tmp_path / "new/out").iterdir() if path.name.startswith(".")}
    assert hidden == {".spandrop.json", LIST}
    again = subprocess.run(
        [PROGRAM, "drop", *inputs, "-o", "new/out/", *options[:-1]], cwd=tmp_path, capture_output=True
    )
    assert b"skipped         40 outputs" in again.stderr


def test_a_foreign_file_is_not_an_output(folder):
    (folder / "out").mkdir()
    (folder / "out/1.jsonl").write_text("mine\n")
    (folder / "out/notes.txt").write_text("mine too\n")
    done = drop(folder)
    assert done.returncode == 1
    assert done.stderr.startswith("spandrop: out/1.jsonl: already exists, but ") and "Delete it" in done.stderr
    assert contents(folder / "out") == {"1.jsonl": b"mine\n", "notes.txt": b"mine too\n"}
    assert not (folder / "out/.spandrop.json").exists()  # the directory was not adopted
    assert drop(folder, inputs="02").returncode == 0  # other files in a directory do no harm
    (folder / "out/2.jsonl").unlink()
    (folder / "out/2.jsonl").symlink_to("nowhere")
    assert drop(folder, inputs="02").stderr.startswith("spandrop: making out/2.jsonl again")
    assert "out/1.jsonl: already exists" in drop(folder).stderr


def test_a_foreign_list_is_not_replaced(folder):
    (folder / "out").mkdir()
    (folder / "out/1.jsonl.bad.jsonl").write_text("mine\n")
    done = drop(folder, "--bad", "skip")
    assert done.returncode == 1 and "out/1.jsonl.bad.jsonl: already exists" in done.stderr
    assert contents(folder / "out") == {"1.jsonl.bad.jsonl": b"mine\n"}


def test_a_directory_of_version_0_1_0(folder):
    """It has no list of finished files, so its outputs are neither trusted nor replaced."""
    assert drop(folder).returncode == 0
    before = contents(folder / "out")
    (folder / "out" / LIST).unlink()
    done = drop(folder)
    assert done.returncode == 1
    assert "out/0.jsonl (and 2 more): already exists" in done.stderr and "0.1.0" in done.stderr
    assert contents(folder / "out") == before
    for path in (folder / "out").glob("*.jsonl"):
        path.unlink()
    assert drop(folder).returncode == 0 and contents(folder / "out") == before


def test_a_changed_input_is_done_again(folder):
    assert drop(folder).returncode == 0
    before = contents(folder / "out")
    shutil.copyfile(folder / "in/2.jsonl", folder / "in/1.jsonl")
    age(folder / "in/1.jsonl")
    done = drop(folder)
    assert done.returncode == 0 and "skipped         2 outputs" in done.stderr
    assert "making out/1.jsonl again: the input changed since the last run" in done.stderr
    assert contents(folder / "out") == {**before, "1.jsonl": before["2.jsonl"]}
    assert "skipped         3 outputs" in drop(folder).stderr


def test_a_changed_output_is_done_again(folder):
    assert drop(folder).returncode == 0
    before = contents(folder / "out")
    with open(folder / "out/0.jsonl", "ab") as file:
        file.write(b"x")
    os.truncate(folder / "out/2.jsonl", 10)
    done = drop(folder)
    assert "making out/0.jsonl and 1 more again: the output changed since the last run" in done.stderr
    assert "skipped         1 output" in done.stderr and contents(folder / "out") == before


def test_an_input_of_the_same_name(folder):
    assert drop(folder).returncode == 0
    before = contents(folder / "out")
    (folder / "other").mkdir()
    shutil.copyfile(folder / "in/2.jsonl", folder / "other/1.jsonl")
    done = drop(folder, inputs="1", source="other")
    assert done.returncode == 1 and f'out/1.jsonl: made from "{folder}/in/1.jsonl", not from other/1' in done.stderr
    assert contents(folder / "out") == before
    shutil.copytree(folder / "in", folder / "moved")  # keeps the times of files
    assert "skipped         3 outputs" in drop(folder, source="moved").stderr


def test_a_torn_record_is_ignored(folder):
    assert drop(folder).returncode == 0
    before = contents(folder / "out")
    whole = (folder / "out" / LIST).read_bytes()
    assert [json.loads(line)["output"] for line in whole.splitlines()] == ["0.jsonl", "1.jsonl", "2.jsonl"]
    (folder / "out" / LIST).write_bytes(whole[:-30])
    (folder / "out/2.jsonl").unlink()
    assert drop(folder).returncode == 0 and contents(folder / "out") == before
    assert "skipped         3 outputs" in drop(folder).stderr


def test_the_records_of_official_files(folder):
    source = folder / "in/squad.json"
    shutil.copyfile(ROOT / "examples/squad.json", source)
    command = [PROGRAM, "drop", "in/squad.json", "-o", "out/", "--format", "squad"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    assert b"skipped         1 output" in subprocess.run(command, cwd=folder, check=True, capture_output=True).stderr
    age(source)
    assert b"making out/squad.json again" in subprocess.run(command, cwd=folder, check=True, capture_output=True).stderr


def test_other_options_while_a_process_runs(folder):
    """Its options stay, although it has finished nothing yet."""
    os.mkfifo(folder / "in/pipe.jsonl")
    running = subprocess.Popen([PROGRAM, "drop", "in/pipe.jsonl", "-o", "out/", "--quiet"], cwd=folder)
    deadline = time.monotonic() + 20
    while not (folder / "out/.spandrop.json").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    done = drop(folder, "--seed", "5")
    assert (
        done.returncode == 1 and "another process may be writing" in done.stderr and "seed was 0, now 5" in done.stderr
    )
    (folder / "in/pipe.jsonl").write_text('{"text": "A."}\n')
    assert running.wait(timeout=20) == 0
    assert set(contents(folder / "out")) == {"pipe.jsonl"}
