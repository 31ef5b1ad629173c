"""The program does what the documents show. CONTRIBUTING.md explains the convention."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest
from conftest import PROGRAM, ROOT

DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md")])
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)#:]+)(?:#[^)]*)?\)")


def blocks(path, language):
    return [match[2] for match in FENCE.finditer(path.read_text()) if match[1] == language]


def commands(block):
    """Each command in a block, with the output shown for it."""
    found = []
    for line in block.splitlines(keepends=True):
        if line.startswith("$ "):
            found.append([line[2:], ""])
        elif found and found[-1][0].endswith("\\\n"):
            found[-1][0] += line
        else:
            assert found, f"a block must start with a command, not with {line!r}"
            found[-1][1] += line
    return found


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_commands_print_what_is_shown(path, tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    environment = {**os.environ, "PATH": f"{pathlib.Path(PROGRAM).resolve().parent}:{os.environ['PATH']}"}
    for block in blocks(path, "sh"):
        for command, shown in commands(block):
            done = subprocess.run(
                ["bash", "-o", "pipefail", "-c", command],
                cwd=tmp_path,
                env=environment,
                text=True,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            printed = done.stdout + (f"[exit {done.returncode}]\n" if done.returncode else "")
            assert printed == shown, command


def without_indentation(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_cpp_code_is_part_of_a_compiled_example(path):
    examples = [without_indentation(file.read_text()) for file in (ROOT / "examples/cpp").glob("*.cpp")]
    for block in blocks(path, "cpp"):
        wanted = without_indentation(block)
        assert any(lines[i : i + len(wanted)] == wanted for lines in examples for i in range(len(lines))), block


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path):
    for target in LINK.findall(FENCE.sub("", path.read_text())):
        assert (path.parent / target).exists(), target


@pytest.mark.parametrize(
    "command, page, at_least", [("drop", "docs/drop.md", 25), ("tokenize", "docs/wordpiece.md", 7)]
)
def test_every_option_is_documented(spandrop, command, page, at_least):
    text = (ROOT / page).read_text()
    help_text = spandrop(command, "--help").stdout.decode()
    options = set(re.findall(r"^\s+(?:-\w,)?(--[a-z-]+)", help_text, re.MULTILINE)) - {"--help"}
    assert len(options) > at_least
    assert [option for option in sorted(options) if f"`{option}" not in text] == []
