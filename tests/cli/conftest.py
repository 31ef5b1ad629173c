"""Fixtures that run the program: $SPANDROP, or build/release/spandrop if that is not set."""

import os
import pathlib
import subprocess

import corpora
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SPANDROP", str(ROOT / "build/release/spandrop"))


@pytest.fixture
def spandrop():
    """A function that runs the program with the given arguments and returns the finished process."""

    def run(*args, stdin=b"", check=True, **kwargs):
        done = subprocess.run([PROGRAM, *map(str, args)], input=stdin, capture_output=True, **kwargs)
        if check:
            assert done.returncode == 0, done.stderr.decode(errors="replace")
        return done

    return run


@pytest.fixture
def drop(spandrop):
    """A function that runs `spandrop drop` on bytes or a file of examples/ and returns the records."""

    def run(source, *options):
        is_bytes = isinstance(source, bytes)
        path, stdin = ("-", source) if is_bytes else (corpora.EXAMPLES / source, b"")
        return corpora.parsed(spandrop("drop", path, "-o", "-", "--quiet", *options, stdin=stdin).stdout)

    return run
