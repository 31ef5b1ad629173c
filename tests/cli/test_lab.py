"""`spandrop lab run`: experiments can be killed, resumed, split and merged at any time."""

import collections
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import time

import pytest
from conftest import PROGRAM, ROOT

pytestmark = pytest.mark.skipif(
    not pathlib.Path(PROGRAM).with_name("spandrop-nn").exists(), reason="spandrop-nn was not built"
)
EXPERIMENTS = sorted((ROOT / "experiments").glob("*.toml"))

# Four runs of less than a second each. Frequent checkpoints save most of the work when they are killed.
SLOW = """
about = "a test"
panel = "b"
[[part]]
kind = "find_animals"
base = { length = 20, train_size = 32, dev_size = 32, test_size = 32, batch = 8, steps = 300, evaluate_every = 40 }
grid = [{ method = ["none", "beta"], checkpoint_every = 20 }]
seeds = [0, 1]
"""
# Seven runs that take almost no time.
QUICK = """
about = "a test"
panel = "b"
[[part]]
kind = "noise"
base = { length = 10, draws = 200, method = "beta" }
grid = [{ rate = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7] }]
"""


@pytest.fixture
def write(tmp_path):
    def write(text, name="test.toml"):
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return write


def start(file, out, *options, **kwargs):
    command = [PROGRAM, "lab", "run", str(file), "-o", str(out), *map(str, options)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, **kwargs)


def children_of(process):
    try:
        text = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    except FileNotFoundError:
        return []
    return list(map(int, text.split()))


def is_alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "timed out"
        time.sleep(0.01)


def results_in(out):
    return {path.relative_to(out): json.loads(path.read_text()) for path in pathlib.Path(out).glob("*/*.json")}


def numbers(out):
    """The part of each result that must not depend on when and where it was run."""
    return {name: (line["settings"], line["scores"], line["curve"]) for name, line in results_in(out).items()}


def without_loss(found):
    return {
        name: (settings, scores, [[row[0], *row[2:]] for row in curve["rows"]])
        for name, (settings, scores, curve) in found.items()
    }


def has_checkpoint(out):
    return any(pathlib.Path(out).glob(".work/*/checkpoint.safetensors"))


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    folder = tmp_path_factory.mktemp("uninterrupted")
    (folder / "test.toml").write_text(SLOW)
    subprocess.run([PROGRAM, "lab", "run", folder / "test.toml", "-o", folder / "out"], check=True, capture_output=True)
    found = numbers(folder / "out")
    assert len(found) == 4
    return found


def test_every_experiment_runs_at_smoke_scale(spandrop, tmp_path):
    spandrop("lab", "run", *EXPERIMENTS, "--scale", "smoke", "-o", tmp_path)
    found = results_in(tmp_path)
    assert {name.parts[0] for name in found} == {path.stem for path in EXPERIMENTS}
    panels = collections.Counter(line["panel"] for line in found.values())
    assert set(panels) == {"2a", "2b", "2c", *"abcdefgh", "headline", "recipe"}
    for name, line in found.items():
        assert list(line) == [
            "experiment",
            "panel",
            "scale",
            "kind",
            "settings",
            "scores",
            "curve",
            "cpu_seconds",
            "wall_seconds",
            "version",
            "cpu",
        ]
        assert (line["experiment"], line["scale"]) == (name.parts[0], "smoke")
        if line["kind"] == "find_animals":
            assert 0 <= line["scores"]["test_error"] <= 100
            assert line["curve"]["columns"] == ["step", "loss", "train_error", "dev_error"]
            lengths = line["settings"]["test_lengths"]
            assert all(f"test_error_at_{length}" in line["scores"] for length in lengths)
        elif line["kind"] == "noise":
            assert 0 < line["scores"]["noise"] <= 50
        else:
            assert len(line["curve"]["rows"]) > 5
    assert [path.name for path in (tmp_path / ".work").iterdir()] == []
    times = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*/*.json")}
    again = spandrop("lab", "run", *EXPERIMENTS, "--scale", "smoke", "-o", tmp_path)
    assert b"runs are done already" in again.stderr
    assert {path: path.stat().st_mtime_ns for path in tmp_path.glob("*/*.json")} == times


def test_the_table_of_experiments_counts_the_runs(spandrop, tmp_path):
    """docs/experiments.md lists the number of runs of each file at laptop scale."""
    text = (ROOT / "docs/experiments.md").read_text()
    found = 0
    for names, trained, bars in re.findall(
        r"^\| (`[^|]*\.toml`[^|]*) \| (\d+)[^|]*?(?:, and (\d+) noise bars)? \|", text, re.M
    ):
        files = re.findall(r"`([^`]+\.toml)`", names)
        if " to " in names:
            files = [f"figure2{panel}.toml" for panel in "abc"]
        for file in files:
            told = spandrop("lab", "run", ROOT / "experiments" / file, "-o", tmp_path, "--dry-run").stdout.decode()
            runs = [line for line in told.splitlines() if line.startswith("to do")]
            assert (sum(" noise-" not in run for run in runs), sum(" noise-" in run for run in runs)) == (
                int(trained),
                int(bars or 0),
            ), file
            found += 1
    assert found == len(list((ROOT / "experiments").glob("*.toml"))) - 1  # except the demo


def test_theory_results_equal_the_theory_command(spandrop, tmp_path):
    for letter, table in zip("abc", ("length", "noise", "entropy")):
        spandrop("lab", "run", ROOT / f"experiments/figure2{letter}.toml", "-o", tmp_path)
        [line] = [line for line in results_in(tmp_path).values() if line["panel"] == f"2{letter}"]
        shown = json.loads(spandrop("theory", "--figure", table, "--json").stdout)
        assert line["curve"] == {"columns": shown["columns"], "rows": shown["rows"]}


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_killing_the_parent_ends_its_children_and_loses_nothing(write, uninterrupted, tmp_path, how):
    file, out = write(SLOW), tmp_path / "out"
    killed = 0
    for pause in (0, 0.1, 0.2, 0.3):
        parent = start(file, out)
        wait_for(lambda: parent.poll() is not None or (children_of(parent) and has_checkpoint(out)))
        time.sleep(pause)
        children, finished = children_of(parent), results_in(out)
        parent.send_signal(how)
        stderr = parent.communicate()[1]
        if parent.returncode == 0:  # everything was done before the signal arrived
            assert len(results_in(out)) == 4
            break
        killed += 1
        assert parent.returncode == (-9 if how == signal.SIGKILL else 130), stderr
        assert how == signal.SIGKILL or "rerun to resume" in stderr
        wait_for(lambda: not any(map(is_alive, children)), 20)
        assert finished.items() <= results_in(out).items()
    assert killed > 0
    parent = start(file, out)
    stderr = parent.communicate()[1]
    assert parent.returncode == 0, stderr
    found = numbers(out)
    if how != signal.SIGKILL:  # the mean loss is reset where a run was interrupted
        found, uninterrupted = without_loss(found), without_loss(uninterrupted)
    assert found == uninterrupted


def test_a_killed_child_is_reported_and_the_others_continue(write, uninterrupted, tmp_path):
    file, out = write(SLOW), tmp_path / "out"
    parent = start(file, out)
    wait_for(lambda: len(children_of(parent)) == 2 and has_checkpoint(out))
    os.kill(children_of(parent)[0], signal.SIGKILL)
    stderr = parent.communicate()[1]
    assert parent.returncode == 1
    assert len(re.findall(r"^failed: .* killed by signal 9", stderr, re.MULTILINE)) == 1
    assert len(results_in(out)) == 3
    again = start(file, out)
    stderr = again.communicate()[1]
    assert again.returncode == 0 and "3 of 4 runs are done already" in stderr
    assert numbers(out) == uninterrupted


def test_a_failing_job_is_reported_with_its_log(write, spandrop, tmp_path):
    file = write(
        SLOW.replace("steps = 300", "steps = 2")
        + """
[[part]]
kind = "find_animals"
base = { length = 10, steps = 2, device = "nonsense" }
"""
    )
    done = spandrop("lab", "run", file, "-o", tmp_path / "out", check=False)
    assert done.returncode == 1
    told = done.stderr.decode()
    assert len(re.findall(r"^failed: .*/log:$", told, re.MULTILINE)) == 1 and "nonsense" in told
    assert "frame #" not in told  # libtorch's stack trace
    assert len(results_in(tmp_path / "out")) == 4


def test_parts_merge_by_copying(write, spandrop, tmp_path):
    file = write(QUICK)
    for part in (1, 2, 3):
        spandrop("lab", "run", file, "--part", f"{part}/3", "-o", tmp_path / f"part{part}")
        assert len(results_in(tmp_path / f"part{part}")) == (3 if part == 1 else 2)
        shutil.copytree(tmp_path / f"part{part}/test", tmp_path / "merged/test", dirs_exist_ok=True)
    done = spandrop("lab", "run", file, "-o", tmp_path / "merged")
    assert b"7 of 7 runs are done already" in done.stderr
    spandrop("lab", "run", file, "-o", tmp_path / "whole")
    assert numbers(tmp_path / "merged") == numbers(tmp_path / "whole")
    lines = b"".join(path.read_bytes() for path in sorted((tmp_path / "merged").glob("*/*.json"))).splitlines()
    assert len([json.loads(line) for line in lines]) == 7


def test_two_parents_share_the_work(write, uninterrupted, tmp_path):
    file, out = write(SLOW), tmp_path / "out"
    parents = [start(file, out, "--jobs", 1) for _ in range(2)]
    told = "".join(parent.communicate()[1] for parent in parents)
    assert [parent.returncode for parent in parents] == [0, 0], told
    runs = re.findall(r"^\[\d+/\d+\] (\S+):", told, re.MULTILINE)
    assert len(runs) == len(set(runs)) == 4, told
    assert numbers(out) == uninterrupted
    assert list((out / ".work").iterdir()) == []


def test_a_run_shared_with_another_experiment_is_copied(write, spandrop, tmp_path):
    spandrop("lab", "run", write(QUICK), "-o", tmp_path / "out")
    other = write(QUICK.replace('panel = "b"', 'panel = "f"'), "other.toml")
    done = spandrop("lab", "run", other, "--scale", "paper", "-o", tmp_path / "out")
    assert b"7 of 7 runs are done already" in done.stderr
    copies = {name: line for name, line in results_in(tmp_path / "out").items() if name.parts[0] == "other"}
    assert len(copies) == 7
    assert {(line["experiment"], line["panel"], line["scale"]) for line in copies.values()} == {("other", "f", "paper")}


def test_dry_run_lists_and_does_nothing(write, spandrop, tmp_path):
    file = write(QUICK)
    listed = spandrop("lab", "run", file, "-o", tmp_path / "out", "--dry-run").stdout.decode()
    assert listed.count("to do") == 8 and listed.endswith("7 runs, 7 to do\n")
    assert not (tmp_path / "out").exists()
    spandrop("lab", "run", file, "--part", "1/7", "-o", tmp_path / "out")
    listed = spandrop("lab", "run", file, "-o", tmp_path / "out", "--dry-run").stdout.decode()
    assert listed.startswith("done ") and listed.endswith("7 runs, 6 to do\n")


def test_a_terminal_has_a_live_table(write, tmp_path):
    terminal, other_end = pty.openpty()
    file = write(SLOW.replace("steps = 300", "steps = 600").replace("[0, 1]", "[0]"))
    parent = subprocess.Popen([PROGRAM, "lab", "run", file, "-o", tmp_path / "out"], stderr=other_end)
    os.close(other_end)
    shown = b""
    while True:
        try:
            shown += os.read(terminal, 4096)
        except OSError:  # the other end is closed
            break
    os.close(terminal)
    assert parent.wait() == 0
    text = shown.decode()
    assert re.search(r"step +loss +dev error +examples/s", text)
    assert re.search(r"0 of 2 runs done, 2 running, 0 waiting", text)
    assert re.search(r"\d+/600 ", text) and re.search(r"\d:\d\d left", text)
    assert "\x1b[" in text.split("results are in")[0]
    assert "\x1b" not in text.split("2 of 2 results are in")[1]


@pytest.mark.parametrize(
    "arguments, told",
    [
        (["nowhere.toml"], "nowhere.toml"),
        (["FILE", "--part", "3/2"], "i from 1 to N"),
        (["FILE", "--part", "0/2"], "i from 1 to N"),
        (["FILE", "--part", "1/2x"], "i from 1 to N"),
        (["FILE", "--scale", "huge"], "huge"),
        (["FILE", "--jobs", "0"], "whole number from 1"),
        (["FILE", "FILE"], "rename one"),
        (["BAD"], "bad.toml:5: "),
    ],
)
def test_wrong_commands_are_refused(write, spandrop, tmp_path, arguments, told):
    names = {"FILE": write(QUICK), "BAD": write(QUICK.replace('"noise"', '"noises"'), "bad.toml")}
    arguments = [names.get(argument, argument) for argument in arguments]
    done = spandrop("lab", "run", *arguments, "-o", tmp_path / "out", check=False)
    assert done.returncode in (1, 2)
    assert told in done.stderr.decode() + done.stdout.decode()
    assert not (tmp_path / "out").exists()


def test_a_missing_spandrop_nn_is_explained(tmp_path):
    shutil.copy(PROGRAM, tmp_path / "spandrop")
    done = subprocess.run([tmp_path / "spandrop", "lab", "run", "--help"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "spandrop-nn" in done.stderr and "make build" in done.stderr
    assert "lab " in subprocess.run([tmp_path / "spandrop", "--help"], capture_output=True, text=True).stdout


def test_spandrop_does_not_load_libtorch():
    loaded = subprocess.run(["ldd", PROGRAM], capture_output=True, text=True, check=True).stdout
    assert "torch" not in loaded
