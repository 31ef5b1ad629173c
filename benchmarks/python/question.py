"""What is the overhead of Python? Compares drop_ragged from Python with C++ and NumPy."""

import functools
import subprocess
import sys

import numpy
from harness import ROOT, Section, Skipped, check, compare, cpu_of, interleave
from tokens import numpy_loop
from tokens.question import GAMMAS, LENGTH, RATE, make_batch

SITE = ROOT / "build/python/site"


def load():
    """The package that `make python` built."""
    if not (SITE / "spandrop").exists():
        raise Skipped("the Python package is not built; run `make python`")
    sys.path.insert(0, str(SITE))
    import spandrop

    return spandrop


def measure(spandrop, setting, examples, passes, repetitions):
    """Million tokens per second for each law and contender."""
    directory = setting.scratch / str(examples)
    directory.mkdir()
    batch = directory / "batch"
    program = setting.built("tokens_benchmark")
    values, offsets = make_batch(batch, examples)
    ids = spandrop.example_ids(numpy.arange(examples))
    out = numpy.empty_like(values), numpy.empty_like(offsets)
    subprocess.run([program, "check", batch, directory], check=True)

    def cpp():
        lines = subprocess.run(
            [program, "time", batch, str(passes)], check=True, capture_output=True, text=True
        ).stdout.splitlines()
        return {f"C++ {name}": values.size / float(seconds) / 1e6 for name, seconds in map(str.split, lines)}

    def speed(times, function, *arguments):
        return values.size * times / cpu_of(lambda: function(range(times), *arguments)) / 1e6

    def reuse(views, aug):
        for view in views:
            aug.drop_ragged(values, offsets, ids=ids, view=view, out=out)

    def renew(views, aug):
        for view in views:
            aug.drop_ragged(values, offsets, ids=ids, view=view)

    def loop(views, draw):
        for _ in views:
            numpy_loop.drop(values, offsets, draw)

    contenders = {"C++": cpp}
    generator = numpy.random.default_rng(2)
    for gamma, number in GAMMAS.items():
        aug = spandrop.SpanDrop(rate=RATE, gamma=number)
        made = aug.drop_ragged(values, offsets, ids=ids, out=out)
        check(
            numpy.array_equal(made.values, numpy.fromfile(directory / f"{gamma}_every_1.values", "i4")),
            f"Python and C++, {gamma}",
        )
        draw = numpy_loop.draw(generator, RATE, number)
        contenders |= {
            f"out {gamma}": functools.partial(speed, passes, reuse, aug),
            f"new {gamma}": functools.partial(speed, passes, renew, aug),
            f"loop {gamma}": functools.partial(speed, max(1, passes // 10), loop, draw),
        }
    return interleave(contenders, repetitions)


def run(setting):
    """Measure a batch in memory and a batch in the cache."""
    spandrop = load()
    rows = []
    # Many short turns, because the speed of a shared machine changes from one second to the next.
    for examples, passes, turns in (
        [(1_000, 2, 2), (64, 100, 2)] if setting.quick else [(20_000, 10, 15), (64, 300, 75)]
    ):
        speeds = measure(spandrop, setting, examples, passes, turns)
        for gamma, label in (("gamma_1", "gamma 1"), ("gamma_inf", "gamma inf")):
            what = f"{examples:,} examples, {label}"
            rows += [
                compare(
                    what + ", memory reused",
                    speeds,
                    f"out {gamma}",
                    "C++ into the same memory",
                    f"C++ {gamma}_every_1",
                    "Mtok/s",
                    0.9,
                ),
                compare(
                    what + ", memory reused",
                    speeds,
                    f"out {gamma}",
                    "NumPy, one example at a time",
                    f"loop {gamma}",
                    "Mtok/s",
                    20 if gamma == "gamma_1" else None,
                ),
                compare(
                    what + ", new arrays",
                    speeds,
                    f"new {gamma}",
                    "C++ into new memory",
                    f"C++ new_{gamma}_every_1",
                    "Mtok/s",
                    0.9,
                ),
                compare(
                    what + ", new arrays",
                    speeds,
                    f"new {gamma}",
                    "NumPy, one example at a time",
                    f"loop {gamma}",
                    "Mtok/s",
                    None,
                ),
            ]
    return Section(
        "Python: ragged batches from Python",
        [
            f"`SpanDrop.drop_ragged` on `int32` tokens, {LENGTH} per example, rate {RATE}, single-token spans, "
            "precomputed ids. Where memory is reused, the result is written into the arrays passed as `out`. "
            "Speeds are input tokens per second of CPU time.",
            "For large batches, new arrays and new C++ memory (`make_unique_for_overwrite`) cost page faults: the "
            "system provides new pages for each result, and the time this takes depends on what else the machine "
            "is doing. NumPy's loop makes small arrays, whose memory is reused.",
            "Checked first: Python and C++ produce the same values.",
        ],
        rows,
    )
