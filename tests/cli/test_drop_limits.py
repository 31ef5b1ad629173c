"""Memory stays bounded, whatever a file contains: bombs, endless lines, many views."""

import gzip
import resource
import subprocess

import pytest
import zstd_library
from conftest import PROGRAM, ROOT
from corpora import parsed

GOOD = b'{"id": "a", "text": "One. Two. Three."}\n'
MEGABYTE = 1_000_000


def drop(folder, *command, megabytes=None, **kwargs):
    """Run the command with a limit on the address space."""

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE, megabytes * MEGABYTE))

    return subprocess.run(
        [PROGRAM, "drop", *map(str, command), "--threads", "1", "--quiet"],
        cwd=folder,
        capture_output=True,
        timeout=120,
        preexec_fn=limit if megabytes else None,
        **kwargs,
    )


def bomb(pack, size=1000 * MEGABYTE):
    """A few hundred kilobytes that decompress to a line of this size between two good ones."""
    piece = pack(b" " * (10 * MEGABYTE))
    return pack(GOOD) + piece * (size // (10 * MEGABYTE)) + pack(b"\n" + GOOD)


@pytest.mark.parametrize("pack", [gzip.compress, zstd_library.compress], ids=["gzip", "zstd"])
def test_a_bomb(tmp_path, pack):
    (tmp_path / "in.gz").write_bytes(bomb(pack))
    assert (tmp_path / "in.gz").stat().st_size < 4 * MEGABYTE
    command = ["in.gz", "-o", "out.jsonl", "--rate", 0, "--max-record-bytes", 20 * MEGABYTE]
    done = drop(tmp_path, *command, megabytes=200)
    assert done.returncode == 3 and [path.name for path in tmp_path.iterdir()] == ["in.gz"]
    assert b"in.gz:2: expected at most 20000000 bytes, got more. Use --max-record-bytes" in done.stderr
    assert drop(tmp_path, *command, "--bad", "skip", megabytes=200).returncode == 0
    assert (tmp_path / "out.jsonl").read_bytes() == GOOD * 2
    assert [bad["line"] for bad in parsed((tmp_path / "out.jsonl.bad.jsonl").read_bytes())] == [2]


def test_the_default_limit(tmp_path):
    """More than a line may have by default, but not so much that the test needs gigabytes."""
    (tmp_path / "in.gz").write_bytes(bomb(gzip.compress, 600 * MEGABYTE))
    done = drop(tmp_path, "in.gz", "-o", "-", megabytes=2500)
    assert done.returncode == 3 and b"expected at most 512000000 bytes" in done.stderr


def test_an_endless_line(tmp_path):
    with open("/dev/zero", "rb") as zeros:
        done = drop(tmp_path, "-", "-o", "-", "--max-record-bytes", MEGABYTE, megabytes=200, stdin=zeros)
    assert done.returncode == 3 and b"--max-record-bytes" in done.stderr


@pytest.mark.parametrize("name", ["squad", "hotpotqa", "multirc", "docred"])
def test_a_bomb_as_an_official_file(tmp_path, name):
    (tmp_path / "in.gz").write_bytes(bomb(gzip.compress))
    command = ["in.gz", "-o", "out.json", "--format", name, "--max-record-bytes", 20 * MEGABYTE]
    done = drop(tmp_path, *command, megabytes=200)
    assert done.returncode == 3 and b"in.gz: expected at most 20000000 bytes" in done.stderr
    size = len((ROOT / f"examples/{name}.json").read_bytes())
    command = [ROOT / f"examples/{name}.json", "-o", "out.json", "--format", name, "--max-record-bytes"]
    assert drop(tmp_path, *command, size).returncode == 0
    assert drop(tmp_path, *command, size - 1).returncode == 3


def test_a_small_limit(tmp_path):
    (tmp_path / "in.jsonl").write_bytes(GOOD + GOOD.replace(b"One", b"Four") + GOOD.replace(b"\n", b"\r\n"))
    command = ["in.jsonl", "-o", "-", "--rate", 0, "--max-record-bytes", len(GOOD) - 1]
    done = drop(tmp_path, *command)
    assert done.returncode == 3 and b"in.jsonl:2: expected at most 39 bytes" in done.stderr
    done = drop(tmp_path, *command, "--bad", "skip", "--bad-file", "bad")
    assert done.returncode == 0 and done.stdout == GOOD + GOOD.replace(b"\n", b"\r\n")


@pytest.mark.parametrize("target", ["-", "out.jsonl.gz"])
def test_the_views_of_one_record_are_not_in_memory_together(tmp_path, target):
    """Two million views are 80 MB here; all of them with their buffers needed several times as much."""
    views = 2_000_000
    (tmp_path / "in.jsonl").write_bytes(GOOD)
    done = drop(tmp_path, "in.jsonl", "-o", target, "--views", views, "--rate", 0.5, megabytes=140)
    assert done.returncode == 0, done.stderr
    found = done.stdout if target == "-" else gzip.decompress((tmp_path / target).read_bytes())
    assert found.count(b"\n") == views
    # Any view is the same as made alone.
    lines = found.split(b"\n")
    for number in (0, 1_234_567, views - 1):
        alone = drop(tmp_path, "in.jsonl", "-o", "-", "--view", number, "--rate", 0.5)
        assert alone.stdout == lines[number] + b"\n"


def test_parts_do_not_depend_on_the_number_of_threads(tmp_path):
    (tmp_path / "in.jsonl").write_bytes(GOOD * 20)
    command = [PROGRAM, "drop", "in.jsonl", "--views", "150000", "--quiet", "--threads"]
    for threads in "13":
        subprocess.run([*command, threads, "-o", f"{threads}.jsonl.zst"], cwd=tmp_path, check=True)
    assert (tmp_path / "1.jsonl.zst").read_bytes() == (tmp_path / "3.jsonl.zst").read_bytes()
