"""Measures contenders against each other: CPU time, interleaved repetitions, medians of paired ratios."""

import dataclasses
import os
import pathlib
import statistics
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Skipped(Exception):
    """A question cannot be measured here; the message says what is missing."""


@dataclasses.dataclass
class Setting:
    """The settings passed to every question."""

    scratch: pathlib.Path  # an empty directory for this question
    quick: bool  # smoke test: small inputs, few repetitions
    full: bool  # include what takes minutes
    program: pathlib.Path = ROOT / "build/release/spandrop"
    data: pathlib.Path = pathlib.Path(os.environ.get("SPANDROP_DATA", ROOT.parent / "shared/data"))

    def built(self, name):
        """The path of a program of benchmarks/CMakeLists.txt."""
        return ROOT / "build/release/benchmarks" / name

    def squad(self):
        """The path of SQuAD's training set."""
        path = self.data / "squad/train-v1.1.json"
        if not path.exists():
            raise Skipped("squad/train-v1.1.json is missing from the folder in SPANDROP_DATA")
        return path


@dataclasses.dataclass
class Row:
    """One row of a table; met is None if there is no target."""

    what: str
    ours: str
    beside: str
    theirs: str
    ratio: str
    target: str = ""
    met: bool | None = None


@dataclasses.dataclass
class Section:
    """One question with its results: a table, and notes on how it was measured."""

    title: str
    notes: list[str]
    rows: list[Row]


def check(equal, what):
    """Stop the benchmark if results differ: wrong results are not timed."""
    if not equal:
        raise SystemExit(f"results differ, so nothing was measured: {what}")


def cpu_of(function):
    """CPU seconds (user and system) of a call in this process."""
    start = time.process_time()
    function()
    return time.process_time() - start


@dataclasses.dataclass
class Finished:
    """CPU and wall time of a program."""

    cpu: float
    wall: float


def run_program(*command, **options):
    """Run a program and return its CPU seconds, including start-up, and its wall time."""
    start = time.perf_counter()
    process = subprocess.Popen([str(part) for part in command], **options)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{command[0]} failed with exit code {process.returncode}")
    return Finished(usage.ru_utime + usage.ru_stime, time.perf_counter() - start)


def interleave(contenders, repetitions):
    """Call each contender once per repetition, in rotating order, after one unmeasured repetition.

    A contender returns its speed, or a dictionary of speeds. Returns {name: list of speeds}.
    """
    speeds = {}
    names = list(contenders)
    for repetition in range(-1, repetitions):
        turn = (repetition + 1) % len(names)
        for name in names[turn:] + names[:turn]:
            result = contenders[name]()
            if repetition < 0:
                continue
            for key, speed in (result if isinstance(result, dict) else {name: result}).items():
                speeds.setdefault(key, []).append(speed)
    return speeds


def compare(what, speeds, ours, beside, theirs, unit, target=None):
    """A row with the median and range of ours[i] / theirs[i], paired by repetition."""
    ratios = [a / b for a, b in zip(speeds[ours], speeds[theirs], strict=True)]
    median = statistics.median(ratios)
    return Row(
        what,
        speed_text(speeds[ours], unit),
        beside,
        speed_text(speeds[theirs], unit),
        f"{median:.2f} ({min(ratios):.2f} to {max(ratios):.2f})",
        "" if target is None else f"at least {target:g}",
        None if target is None else median >= target,
    )


def speed_text(speeds, unit):
    """The median, rounded to about three digits."""
    median = statistics.median(speeds)
    return f"{median:,.{0 if median >= 100 else 1 if median >= 10 else 2}f} {unit}"
