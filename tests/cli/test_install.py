"""The programs in examples/cpp find, link and use the installed library."""

import concurrent.futures
import pathlib
import re
import shutil
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


def installed_headers(prefix):
    return {str(path.relative_to(prefix / "include")) for path in prefix.glob("include/**/*.h")}


def test_headers_that_the_documentation_names_are_installed(installed):
    named = set()
    table = (ROOT / "docs/library.md").read_text().split("\n## Headers\n")[1]
    for folder, names in re.findall(r"^\| `(spandrop/[a-z/]*)` \| (.*) \|$", table, re.M):
        named |= {folder + name for name in re.findall(r"`([a-z_]+\.h)`", names)}
    assert len(named) > 20
    assert named | {"spandrop/spandrop.h", "spandrop/version.h"} <= installed_headers(installed[0])


def test_details_are_not_installed(installed):
    headers = installed_headers(installed[0])
    assert not {
        name for name in headers if name.endswith("_vectors.h") or name.startswith(("spandrop/nn", "spandrop/lab"))
    }
    assert "spandrop/io/records/line_reader.h" not in headers  # needs simdjson
    assert len(headers) < len(list(ROOT.glob("spandrop/**/*.h"))) / 2


def test_each_header_compiles_alone_with_only_the_public_dependency(installed, tmp_path):
    """In a folder that holds nothing but the installed headers and tl::expected; no other library is found."""
    headers = sorted(installed_headers(installed[0]))
    shutil.copytree(installed[0] / "include", tmp_path / "include")
    shutil.copytree("/usr/include/tl", tmp_path / "include/tl")
    for name in ("simdjson.h", "fmt/format.h", "hwy/highway.h", "unicode/uchar.h", "boost/version.hpp", "zlib.h"):
        trap = tmp_path / "include" / name
        trap.parent.mkdir(exist_ok=True)
        trap.write_text("#error a public header includes this\n")

    def compile_alone(name):
        command = ["c++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-x", "c++", "-"]
        command += ["-I", tmp_path / "include"]
        done = subprocess.run(command, input=f'#include "{name}"\n', capture_output=True, text=True)
        return name, done.stderr

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        assert {name: errors for name, errors in pool.map(compile_alone, headers) if errors} == {}


def test_version_header(installed):
    header = (installed[0] / "include/spandrop/version.h").read_text()
    version = run(installed[0] / "bin/spandrop", "--version").split()[1]
    assert f'#define SPANDROP_VERSION "{version}"\n' in header
    parts = re.findall(r"#define SPANDROP_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)\n", header)
    assert ".".join(parts) == version


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
