"""The wheel from `make wheel` works in an empty environment, without a compiler or our libraries."""

import os
import pathlib
import subprocess
import sys
import venv

import pytest
from conftest import ROOT

WHEELS = sorted((ROOT / "build/wheels").glob("spandrop-*.whl"))
SYSTEM = ("linux-vdso", "libc.", "libm.", "libstdc++", "libgcc_s", "/lib64/ld-linux", "libdl", "libpthread", "librt")


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """The bin directory of a new environment that contains only NumPy and the wheel."""
    if not WHEELS:
        pytest.skip("no wheel in build/wheels; `make wheel` builds one and runs this")
    home = tmp_path_factory.mktemp("empty")
    venv.create(home, with_pip=True)
    # NumPy comes from the tests' environment, so nothing is downloaded.
    import numpy

    site = next(home.glob("lib/python*/site-packages"))
    for folder in pathlib.Path(numpy.__file__).parent.parent.glob("numpy*"):
        (site / folder.name).symlink_to(folder)
    run(home / "bin/pip", "install", "-q", "--no-deps", "--no-index", "--disable-pip-version-check", WHEELS[-1])
    return home / "bin"


def run(*command, **options):
    """Run a program with only its own folder on the path, and no library path."""
    clean = {"PATH": str(pathlib.Path(command[0]).parent), "HOME": os.environ.get("HOME", "/")}
    done = subprocess.run(list(map(str, command)), env=clean, capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_command(environment, tmp_path):
    assert run(environment / "spandrop", "--version").startswith("spandrop ")
    run(environment / "spandrop", "drop", ROOT / "examples/sample.jsonl", "-o", tmp_path / "out.jsonl", "--rate", "0.3")
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 12


def test_self_check(environment, tmp_path):
    assert "self-check: passed" in run(environment / "python", "-m", "spandrop", cwd=tmp_path)


def test_examples_of_the_documents(environment, tmp_path):
    code = """
import doctest, importlib
for name in ("spandrop", "spandrop._core.content", "spandrop._core.segment"):
    tested = doctest.testmod(importlib.import_module(name))
    assert tested.attempted and not tested.failed
import spandrop
print(spandrop.__file__, spandrop.SpanDrop(rate=0.5, seed=1).drop("A. B. C.", id=1).text)
"""
    printed = run(environment / "python", "-c", code, cwd=tmp_path)
    assert str(environment.parent) in printed and printed.endswith("A. C.\n")


@pytest.mark.parametrize("name", ["chat", "dna", "time_series"])
def test_examples_that_need_no_more_than_numpy(environment, tmp_path, name):
    assert run(environment / "python", ROOT / f"examples/python/{name}.py", cwd=tmp_path).count("\n") >= 2


def test_only_system_libraries_are_external(environment):
    package = next(environment.parent.glob("lib/python*/site-packages/spandrop"))
    for binary in [*package.glob("*.so"), package / "bin/spandrop"]:
        printed = subprocess.run(["ldd", binary], capture_output=True, text=True, check=True).stdout
        for line in printed.splitlines():
            name = line.split()[0]
            assert name.startswith(SYSTEM) or str(package) in line, line
        assert "libicudata" in printed


def test_python_of_the_wheel():
    if not WHEELS:
        pytest.skip("no wheel in build/wheels")
    _, _, python, abi, _ = WHEELS[-1].name.split("-")
    own = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    assert (python, abi) == (("cp312", "abi3") if sys.version_info >= (3, 12) else (own, own))
