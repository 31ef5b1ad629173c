"""scripts/demo, which `make demo` runs after the build."""

import os
import re
import subprocess

import pytest
from conftest import ROOT


def demo(**environment):
    inherited = {name: value for name, value in os.environ.items() if name != "FORCE_COLOR"}
    environment = inherited | {"DEMO_SCALE": "smoke"} | environment
    done = subprocess.run([ROOT / "scripts/demo"], capture_output=True, text=True, env=environment, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


@pytest.fixture(scope="module")
def shown():
    return demo()


def test_shows_a_record_before_and_after(shown):
    before, after = shown.split("\nBefore: ")[1].split("\nAfter: ")
    after = after.split("\n2. ")[0]
    assert "[-The ferry between <Port Ellery>" in before
    assert "{The second inspection of the ferry ramp" in before
    assert "[-" not in after and "{The second inspection" in after
    assert "answer     634 to 662   Harbour Master Ines Calloway" in before
    assert "answer     323 to 351   Harbour Master Ines Calloway" in after
    assert "(its sentence was dropped)" in after


def test_shows_the_commands_with_summary_and_theory(shown):
    assert "$ spandrop drop examples/sample.jsonl -o augmented.jsonl --views 4 --view-field view\n" in shown
    assert "  views           48\n" in shown
    assert "At rate 0 the output is identical, byte for byte." in shown
    assert "$ spandrop theory --n 22 --m 3 --rate 0.1 --gamma 1\n" in shown
    assert "Beta-SpanDrop" in shown
    assert "What to try next" in shown


def test_colour_only_on_request(shown):
    assert "\033" not in shown
    coloured = demo(FORCE_COLOR="1")
    assert "\033[9;31mThe ferry between " in coloured
    assert "[-" not in coloured


def test_leaves_no_files():
    def files():
        return subprocess.run(["git", "status", "--porcelain", "--ignored"], cwd=ROOT, capture_output=True).stdout

    before = files()
    demo()
    assert files() == before


def test_trains_three_models_and_writes_the_page(shown):
    training = shown.split("\n4. ")[1]
    for name in ("no drop", "SpanDrop", "Beta-SpanDrop"):
        assert re.search(rf"^  {name} +█+ \d+\.\d %$", training, re.MULTILINE), name
    assert "<svg" in (ROOT / "build/demo/report.html").read_text()
