"""What the build needs is installed by need, and what is missing is reported at once."""

import re
import subprocess

import pytest
from conftest import ROOT


def configure(folder, *options):
    return subprocess.run(
        ["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DSPANDROP_TESTS=OFF", *options],
        capture_output=True,
        text=True,
    )


def without(*names):
    return [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in names]


def setup(*arguments):
    return subprocess.run([ROOT / "scripts/setup", *arguments], capture_output=True, text=True)


def test_all_missing_libraries_are_in_one_message(tmp_path):
    done = configure(tmp_path, *without("ICU", "fmt", "GTest"), "-DSPANDROP_TESTS=ON")
    message = " ".join(done.stderr.split())
    assert done.returncode == 1
    assert "Missing libraries: ICU, fmt, GTest." in message
    assert "scripts/setup test" in message
    assert "sudo apt-get install libicu-dev libfmt-dev libgtest-dev libgmock-dev" in message


def test_without_libtorch_the_build_says_how_to_add_it(tmp_path):
    done = configure(tmp_path, *without("Torch"), "-DSPANDROP_NN=AUTO")
    assert done.returncode == 0, done.stderr
    assert "Building without training" in done.stderr and "scripts/setup train" in done.stderr
    assert "spandrop_nn" not in (tmp_path / "build.ninja").read_text()
    done = configure(tmp_path, *without("Torch"), "-DSPANDROP_NN=ON")
    assert done.returncode == 1
    assert "scripts/setup train" in " ".join(done.stderr.split())


def test_the_build_needs_no_test_tools():
    build = setup("--list", "build").stdout.split()
    assert "libicu-dev" in build and "build-essential" in build
    assert not {"libgtest-dev", "chromium", "default-jre-headless", "libbenchmark-dev"} & set(build)
    assert "libgtest-dev" in setup("--list", "test").stdout.split()


def test_setup_installs_every_package_that_a_message_names():
    named = set(re.findall(r"\b(?:lib[\w.+-]+|zlib1g)-dev\b", (ROOT / "cmake/dependencies.cmake").read_text()))
    assert len(named) > 10
    assert named <= set(setup("--list", "bench").stdout.split())


@pytest.mark.parametrize("arguments", [[], ["everything"]])
def test_setup_explains_its_levels(arguments):
    done = setup(*arguments)
    assert done.returncode != 0
    assert all(level in done.stderr for level in ("build", "train", "test", "python", "bench"))
