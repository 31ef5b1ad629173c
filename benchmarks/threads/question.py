"""How much faster are two threads than one, in wall time?"""

import concurrent.futures
import os
import pathlib
import statistics
import subprocess
import time

from corpus import squad_lines
from harness import Finished, Section, check, compare, run_program

QUIET = 0.1  # cores that other processes may use during a pair of runs
WANTED = 21  # quiet pairs
AT_MOST = 40  # pairs


def busy_seconds():
    """CPU seconds that all processes used, or the host stole, since boot."""
    user, nice, system, _, _, irq, softirq, steal = map(
        int, pathlib.Path("/proc/stat").read_text().splitlines()[0].split()[1:9]
    )
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def side_by_side(drop):
    """Two one-thread processes at once, reported as one run at half the time per byte: the machine's limit."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        both = [future.result() for future in [pool.submit(drop, 1) for _ in range(2)]]
    return Finished(sum(one.cpu for one in both) / 2, max(one.wall for one in both) / 2)


def measure_pair(drop, order, with_processes):
    """One run with each number of threads, and how many cores other processes used meanwhile."""
    busy, start = busy_seconds(), time.perf_counter()
    finished = {threads: drop(threads) for threads in order}
    own = sum(one.cpu for one in finished.values())
    if with_processes:
        finished["processes"] = side_by_side(drop)
        own += 2 * finished["processes"].cpu
    return finished, max(0, busy_seconds() - busy - own) / (time.perf_counter() - start)


def measure(drop, megabytes, wanted, at_most, with_processes):
    """Speeds of the quiet pairs (of all pairs, if fewer than 3 were quiet), and a sentence about them."""
    pairs, quiet = [], []
    while len(quiet) < wanted and len(pairs) < at_most:
        pairs.append(measure_pair(drop, (1, 2) if len(pairs) % 2 else (2, 1), with_processes))
        quiet = [pair for pair in pairs if pair[1] < QUIET]
    used = quiet if len(quiet) >= 3 else pairs
    said = f"{len(quiet)} of {len(pairs)} pairs were quiet"
    if used is pairs:
        others = statistics.median(pair[1] for pair in pairs)
        said += f", so all were used; other processes used {others:.1f} cores"
    return {
        f"{kind} {threads}": [megabytes / getattr(finished[threads], kind) for finished, _ in used]
        for kind in ("wall", "cpu")
        for threads in used[0][0]
    }, said


def run(setting):
    """Sentence spans on SQuAD's paragraphs."""
    if len(os.sched_getaffinity(0)) < 2:
        return Section("Threads: two compared with one", ["Not measured: there is one core."], [])
    source = setting.scratch / "corpus.jsonl"
    squad_lines.write(source, squad_lines.records(setting.squad()), 1 if setting.quick else 12)
    megabytes = source.stat().st_size / 1e6

    def drop(threads, output, **options):
        return run_program(setting.program, "drop", source, "-o", output, "--threads", threads, "--quiet", **options)

    def to_file(threads):
        return drop(threads, setting.scratch / f"{threads}.jsonl")

    def to_nowhere(threads):
        return drop(threads, "-", stdout=subprocess.DEVNULL)

    to_file(1)
    to_file(2)
    check(
        (setting.scratch / "1.jsonl").read_bytes() == (setting.scratch / "2.jsonl").read_bytes(), "one thread and two"
    )
    rows, said = [], []
    for name, sink in (("to standard output", to_nowhere), ("to a file", to_file)):
        speeds, quiet = measure(sink, megabytes, *((1, 3) if setting.quick else (WANTED, AT_MOST)), sink is to_nowhere)
        said.append(f"{name}, {quiet}")
        rows += [
            compare(
                f"{name}, wall time",
                speeds,
                "wall 2",
                "1 thread",
                "wall 1",
                "MB/s",
                1.7 if sink is to_nowhere else None,
            ),
            compare(f"{name}, CPU time", speeds, "cpu 2", "1 thread", "cpu 1", "MB/s"),
        ]
        if sink is to_nowhere:
            rows.append(
                compare(
                    "two 1-thread processes at once, wall time", speeds, "wall processes", "1 thread", "wall 1", "MB/s"
                )
            )
    return Section(
        "Threads: two compared with one",
        [
            f"`spandrop drop` with sentence spans on {megabytes:.0f} MB. Speeds are MB of input per second. Standard "
            "output is discarded. A file is synced to disk at the end, which threads cannot speed up, so it has no "
            "target. Two processes at once show the most that the machine can do.",
            "Other work on the machine slows down two threads more than one. So a pair of runs counts only if it is "
            f"quiet, that is, if other processes used less than {QUIET} cores meanwhile. In this measurement: "
            f"{'; '.join(said)}.",
            "Checked first: both write the same bytes.",
        ],
        rows,
    )
