"""How much faster are two threads than one, by the clock on the wall?"""

import os
import pathlib
import statistics
import time

from corpus import squad_lines
from harness import Section, check, compare, run_program

QUIET = 0.1   # cores that other processes may use during a pair of runs
WANTED = 9    # quiet pairs
AT_MOST = 60  # pairs


def busy_seconds():
    """CPU seconds that all processes used, or the host took away, since the machine was started."""
    user, nice, system, _, _, irq, softirq, steal = map(
        int, pathlib.Path("/proc/stat").read_text().splitlines()[0].split()[1:9])
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def measure_pair(drop, order):
    """One run with each number of threads, and how many cores others used meanwhile."""
    busy, start = busy_seconds(), time.perf_counter()
    finished = {threads: drop(threads) for threads in order}
    own = sum(one.cpu for one in finished.values())
    return finished, max(0, busy_seconds() - busy - own) / (time.perf_counter() - start)


def run(setting):
    """Sentence spans on SQuAD's paragraphs."""
    if len(os.sched_getaffinity(0)) < 2:
        return Section("Threads: two against one", ["Not measured: there is one core."], [])
    source = setting.scratch / "corpus.jsonl"
    squad_lines.write(source, squad_lines.records(setting.squad()), 1 if setting.quick else 12)
    size = source.stat().st_size / 1e6

    def drop(threads):
        return run_program(setting.program, "drop", source, "-o", setting.scratch / f"{threads}.jsonl",
                           "--threads", threads, "--quiet")

    drop(1)
    drop(2)
    check((setting.scratch / "1.jsonl").read_bytes() == (setting.scratch / "2.jsonl").read_bytes(),
          "one thread and two")
    pairs = []
    quiet = []
    while len(quiet) < (1 if setting.quick else WANTED) and len(pairs) < (3 if setting.quick else AT_MOST):
        pairs.append(measure_pair(drop, (1, 2) if len(pairs) % 2 else (2, 1)))
        quiet = [pair for pair in pairs if pair[1] < QUIET]
    used = quiet if len(quiet) >= 3 else pairs
    others = statistics.median(pair[1] for pair in used)
    speeds = {}
    for finished, _ in used:
        for threads, one in finished.items():
            speeds.setdefault(f"wall {threads}", []).append(size / one.wall)
            speeds.setdefault(f"cpu {threads}", []).append(size / one.cpu)
    return Section("Threads: two against one", [
        f"`spandrop drop` with sentence spans on {size:.0f} MB, MB of input a second. Wall time, so "
        f"whatever else the machine does counts against two threads: {len(quiet)} of {len(pairs)} pairs "
        f"of runs were quiet (others used less than {QUIET} cores); the table has "
        + ("those." if used is quiet else
           f"all, since fewer than 3 were quiet: others used {others:.1f} of {os.cpu_count()} cores, and "
           "the wall time says little."),
        "Checked first: both write the same bytes.",
    ], [
        compare("wall time, 2 threads", speeds, "wall 2", "1 thread", "wall 1", "MB/s", 1.7),
        compare("CPU time, 2 threads", speeds, "cpu 2", "1 thread", "cpu 1", "MB/s"),
    ])
