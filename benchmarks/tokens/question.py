"""How fast is draw and apply on a ragged batch of tokens, compared with filters and memcpy?"""

import subprocess

import numpy
from harness import Section, check, compare, cpu_of, interleave
from tokens import numpy_batch, numpy_loop, pyarrow_filter

LENGTH = 512
RATE = 0.1
GAMMAS = {"gamma_1": 1.0, "gamma_inf": float("inf")}
VOCABULARY = 30_522


def make_batch(path, examples):
    """Write a batch of random token ids for the program and return its values and offsets."""
    generator = numpy.random.default_rng(1)
    values = generator.integers(0, VOCABULARY, examples * LENGTH, dtype=numpy.int32)
    offsets = numpy.arange(examples + 1, dtype=numpy.int64) * LENGTH
    with open(path, "wb") as file:
        numpy.array([examples], dtype=numpy.int64).tofile(file)
        offsets.tofile(file)
        values.tofile(file)
    return values, offsets


def check_case(directory, case, values, offsets):
    """Compare our result with each competitor's, given the mask of our draw; return the mask."""
    keep = numpy.fromfile(directory / f"{case}.keep", dtype=numpy.uint8).astype(bool)
    kept = numpy.fromfile(directory / f"{case}.values", dtype=numpy.int32)
    kept_offsets = numpy.fromfile(directory / f"{case}.offsets", dtype=numpy.int64)
    check(0 < len(kept) < len(values), f"{case}, where something is dropped")

    filtered = pyarrow_filter.drop(*pyarrow_filter.arrays(values, keep)).to_numpy()
    check(numpy.array_equal(filtered, kept), f"pyarrow and {case}")
    by_batch, batch_offsets = numpy_batch.drop(values, offsets, lambda _: keep)
    check(numpy.array_equal(by_batch, kept), f"NumPy by batch and {case}")
    check(numpy.array_equal(batch_offsets, kept_offsets), f"offsets of {case}")
    masks = iter(numpy.split(keep, offsets[1:-1]))
    by_loop = numpy_loop.drop(values, offsets, lambda _: next(masks))
    check(numpy.array_equal(numpy.concatenate(by_loop), kept), f"NumPy by loop and {case}")
    return keep


def measure(setting, examples, passes, repetitions):
    """Million tokens per second for each case and competitor."""
    directory = setting.scratch / str(examples)
    directory.mkdir()
    batch = directory / "batch"
    program = setting.built("tokens_benchmark")
    values, offsets = make_batch(batch, examples)
    subprocess.run([program, "check", batch, directory], check=True)
    masks = {
        case: check_case(directory, case, values, offsets)
        for gamma in GAMMAS
        for case in (f"{gamma}_every_1", f"{gamma}_every_24")
    }

    def speed(function, times):
        return values.size * times / cpu_of(lambda: [function() for _ in range(times)]) / 1e6

    def ours():
        lines = subprocess.run(
            [program, "time", batch, str(passes)], check=True, capture_output=True, text=True
        ).stdout.splitlines()
        return {name: values.size / float(seconds) / 1e6 for name, seconds in map(str.split, lines)}

    contenders = {"ours": ours}
    generator = numpy.random.default_rng(2)
    for gamma, number in GAMMAS.items():
        flat, keep = pyarrow_filter.arrays(values, masks[f"{gamma}_every_1"])
        loop = numpy_loop.draw(generator, RATE, number)
        whole = numpy_batch.draw(generator, RATE, number)
        contenders |= {
            f"pyarrow {gamma}": lambda flat=flat, keep=keep: speed(lambda: pyarrow_filter.drop(flat, keep), passes),
            f"loop {gamma}": lambda loop=loop: speed(
                lambda: numpy_loop.drop(values, offsets, loop), max(1, passes // 10)
            ),
            f"batch {gamma}": lambda whole=whole: speed(
                lambda: numpy_batch.drop(values, offsets, whole), max(1, passes // 10)
            ),
        }
    return interleave(contenders, repetitions)


def run(setting):
    """Measure a batch in memory and a batch in the cache."""
    rows = []
    sizes = [(1_000, 2), (64, 100)] if setting.quick else [(20_000, 10), (64, 2_000)]
    for examples, passes in sizes:
        speeds = measure(setting, examples, passes, 2 if setting.quick else 15)
        batch, in_cache = f"{examples:,} examples", examples == 64
        for gamma, label in (("gamma_1", "gamma 1"), ("gamma_inf", "gamma inf")):
            single, spans = f"{gamma}_every_1", f"{gamma}_every_24"
            what = f"{batch}, {label}, single-token spans"
            for beside, theirs, target in (
                ("pyarrow filter, mask given", f"pyarrow {gamma}", 1.5),
                ("NumPy, one example at a time", f"loop {gamma}", 10),
                ("NumPy, whole batch", f"batch {gamma}", None),
                ("memcpy of all values", "memcpy", None),
            ):
                rows.append(compare(what, speeds, single, beside, theirs, "Mtok/s", target))
            rows.append(
                compare(
                    f"{batch}, {label}, 24-token spans",
                    speeds,
                    spans,
                    "memcpy of all values",
                    "memcpy",
                    "Mtok/s",
                    None if in_cache else 0.5,
                )
            )
    return Section(
        "Tokens: drop spans from a ragged batch",
        [
            f"`int32` tokens, {LENGTH} per example, rate {RATE}. `drop_ragged` writes into the caller's buffers; "
            "example ids are precomputed. Speeds are input tokens per second of CPU time.",
            "pyarrow gets a finished mask and makes no offsets, so its time includes neither drawing nor counting. "
            "NumPy draws with its own generator (`default_rng`).",
            "A batch of 64 examples fits into the cache, where memcpy is not limited by memory bandwidth, so the "
            "comparisons with memcpy have no target there.",
            "Checked first: given our mask, pyarrow and both NumPy versions produce the same values as SpanDrop, "
            "and NumPy's whole-batch version the same offsets.",
        ],
        rows,
    )
