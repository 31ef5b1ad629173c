"""The programs in examples/cpp find, link and use the installed library."""

import pathlib
import subprocess

import pytest
from conftest import PROGRAM, ROOT

EXAMPLES = ROOT / "examples/cpp"


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The prefix, and the folder of the programs built with it."""
    folder = tmp_path_factory.mktemp("install")
    prefix, build = folder / "prefix", folder / "build"
    run("cmake", "--install", pathlib.Path(PROGRAM).resolve().parent, "--prefix", prefix)
    run("cmake", "-S", EXAMPLES, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", build)
    return prefix, build


def test_program(installed):
    prefix, _ = installed
    assert run(prefix / "bin/spandrop", "--version").startswith("spandrop ")


def test_every_header_is_installed(installed):
    """Except those for SIMD, which need Highway; users of the library do not."""
    prefix, _ = installed
    rooms = ("core", "text", "io", "tasks")
    headers = {
        path.relative_to(ROOT)
        for room in rooms
        for path in ROOT.glob(f"spandrop/{room}/**/*.h")
        if not path.name.endswith("_vectors.h")
    }
    assert headers == {path.relative_to(prefix / "include") for path in prefix.glob("include/spandrop/**/*.h")}


def test_package_contains_no_paths_of_this_build(installed):
    prefix, _ = installed
    for path in prefix.glob("lib*/**/cmake/spandrop/*"):
        assert str(ROOT) not in path.read_text() and str(prefix) not in path.read_text()


def test_quickstart(installed):
    assert run(installed[1] / "quickstart").splitlines() == [
        "3 of 5 sentences: The ferry was late. Ines Calloway called the divers. The ramp was closed.",
        "answer: Ines Calloway",
        "theory: the answer survives with probability 0.6",
    ]


def test_tokens(installed):
    assert run(installed[1] / "tokens").splitlines() == [
        "batch: 101 7 102 101 4 5 102",
        "mask: 103 103 12 13 14 15 103 103",
    ]


def test_wordpiece(installed):
    assert run(installed[1] / "wordpiece", ROOT / "examples/vocab.txt") == (
        "2: 66:Was 65:the 68:ferry 69:late 8:? 3: 65:The 68:ferry 66:was 69:late 5:. 13:A 70:deck 71:hand 3: \n"
    )


def test_corpus_does_what_the_command_does(installed, spandrop, tmp_path):
    sample = ROOT / "examples/sample.jsonl"
    printed = run(installed[1] / "corpus", sample, tmp_path / "library.jsonl")
    assert printed == "12 records, 12 of 261 spans dropped\n"
    spandrop("drop", sample, "-o", tmp_path / "command.jsonl", "--protect", "annotations")
    assert (tmp_path / "library.jsonl").read_bytes() == (tmp_path / "command.jsonl").read_bytes()
