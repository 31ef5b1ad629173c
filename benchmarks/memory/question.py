"""How much memory does a long stream need?"""

import pathlib
import re
import subprocess

from corpus import squad_lines
from harness import Row, Section

LIMIT = 256


def peak_megabytes(pid):
    """Peak resident memory so far. (ru_maxrss would count the parent's memory before exec.)"""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmHWM:\s*(\d+) kB", status)[1]) / 1e3


def run(setting):
    """Sentence spans on all cores, from standard input to /dev/null."""
    once = setting.scratch / "once.jsonl"
    squad_lines.write(once, squad_lines.records(setting.squad()), 1)
    block = once.read_bytes()
    wanted = 5_000 if setting.full else 50 if setting.quick else 500
    copies = -(-wanted * 1_000_000 // len(block))
    process = subprocess.Popen(
        [setting.program, "drop", "-", "-o", "-", "--quiet"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    peaks = []
    for copy in range(1, copies + 1):
        process.stdin.write(block)
        if copy in (-(-copies // 10), copies):
            process.stdin.flush()
            peaks.append(peak_megabytes(process.pid))
    process.stdin.close()
    if process.wait() != 0:
        raise SystemExit("spandrop failed on a stream")
    size = copies * len(block) / 1e6
    return Section(
        "Memory: peak memory of a long stream",
        [
            "`spandrop drop - -o -` with sentence spans and one thread per core. The kernel reports the peak resident "
            "memory when this much input has been written to the program."
            + ("" if setting.full else " `--full` streams 5 GB.")
        ],
        [
            Row(f"after {size / 10:,.0f} MB", f"{peaks[0]:.0f} MB", "", "", ""),
            Row(
                f"after {size:,.0f} MB",
                f"{peaks[-1]:.0f} MB",
                f"after {size / 10:,.0f} MB",
                f"{peaks[0]:.0f} MB",
                f"{peaks[-1] / peaks[0]:.2f}",
                f"under {LIMIT} MB",
                peaks[-1] < LIMIT,
            ),
        ],
    )
