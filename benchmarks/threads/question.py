"""How much faster are two threads than one, by the clock on the wall?"""

import os

from corpus import squad_lines
from harness import Section, check, compare, interleave, run_program


def run(setting):
    """Sentence spans on SQuAD's paragraphs."""
    if len(os.sched_getaffinity(0)) < 2:
        return Section("Threads: two against one", ["Not measured: there is one core."], [])
    copies = 1 if setting.quick else 24
    source = setting.scratch / "corpus.jsonl"
    squad_lines.write(source, squad_lines.records(setting.squad()), copies)
    size = source.stat().st_size / 1e6

    def drop(threads):
        return run_program(setting.program, "drop", source, "-o", setting.scratch / f"{threads}.jsonl",
                           "--threads", threads, "--quiet")

    def speeds_of(threads):
        finished = drop(threads)
        return {f"wall {threads}": size / finished.wall, f"cpu {threads}": size / finished.cpu}

    drop(1)
    drop(2)
    check((setting.scratch / "1.jsonl").read_bytes() == (setting.scratch / "2.jsonl").read_bytes(),
          "one thread and two")
    before = os.getloadavg()[0]
    speeds = interleave({"1": lambda: speeds_of(1), "2": lambda: speeds_of(2)},
                        2 if setting.quick else 11)
    return Section("Threads: two against one", [
        f"`spandrop drop` with sentence spans on {size:.0f} MB, MB of input a second. Wall time, so "
        "that whatever else the machine does counts against two threads: the load average was "
        f"{before:.1f} before and {os.getloadavg()[0]:.1f} after, on {os.cpu_count()} cores; two "
        "threads alone make 1 to 2.",
        "Checked first: both write the same bytes.",
    ], [
        compare("wall time, 2 threads", speeds, "wall 2", "1 thread", "wall 1", "MB/s", 1.7),
        compare("CPU time, 2 threads", speeds, "cpu 2", "1 thread", "cpu 1", "MB/s"),
    ])
