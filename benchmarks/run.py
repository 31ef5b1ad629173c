"""Compares SpanDrop with other tools and writes docs/benchmarks.md: `make bench`."""

import argparse
import datetime
import importlib
import importlib.metadata
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import time

# One thread for all libraries; must be set before they are loaded.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "ARROW_IO_THREADS"):
    os.environ[variable] = "1"

from harness import ROOT, Section, Setting, Skipped  # noqa: E402

QUESTIONS = [
    "tokens",
    "python",
    "adapters",
    "scale",
    "corpus",
    "datasets",
    "text",
    "wordpiece",
    "training",
    "threads",
    "memory",
]
PEERS = ["numpy", "pyarrow", "orjson", "nlpaug", "tokenizers", "blingfire"]
SETS = ["sse4_2", "avx2", "bmi2", "avx512f", "avx512bw", "avx512vl", "avx512_vbmi2", "asimd", "sve"]


def machine():
    """One line: processor, instruction sets, cores."""
    text = pathlib.Path("/proc/cpuinfo").read_text()
    model = re.search(r"model name\s*:\s*(.*)", text)
    flags = re.search(r"(?:flags|Features)\s*:\s*(.*)", text)
    found = [name for name in SETS if flags and name in flags[1].split()]
    return (
        f"{model[1] if model else platform.machine()}, {' '.join(found)}, "
        f"{os.cpu_count()} cores, Linux {platform.release().split('-')[0]}"
    )


def versions(program):
    """One line: our version and the competitors'."""

    def output(*command):
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.strip()

    commit = output("git", "rev-parse", "--short=10", "HEAD") or "unknown"
    changes = output("git", "status", "--porcelain", "--", "spandrop", "cli")
    peers = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PEERS)
    compiler = output("c++", "--version").splitlines()[0]
    commit += " with changes" if changes else ""
    return f"{output(program, '--version')} (commit {commit}), {compiler}; Python {platform.python_version()}, {peers}"


def table(section, measured):
    """A section in Markdown; `measured` gives date, machine and versions."""
    lines = [f"## {section.title}", "", *(line for note in (measured, *section.notes) for line in (note, ""))]
    if section.rows:
        lines += [
            "| case | SpanDrop | compared with | theirs | ratio (range) | target | met |",
            "|---|---|---|---|---|---|---|",
        ]
    for row in section.rows:
        met = {None: "", True: "yes", False: "**no**"}[row.met]
        cells = [row.what, row.ours, row.beside, row.theirs, row.ratio, row.target, met]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def sections_of(page):
    """{question: section} of a page; the title of a section starts with its question."""
    return {
        part.split(":")[0].replace(" ", "").lower(): "## " + part
        for part in re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    }


def overview(found):
    """A table with one row from each section: the first with a target, or else the first."""
    lines = ["| section | case | SpanDrop | compared with | ratio (range) |", "|---|---|---|---|---|"]
    for question in QUESTIONS:
        section = found.get(question, "")
        results = section.partition("| case |")[2].splitlines()[2:]
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in results if line.startswith("|")]
        if not rows:
            continue
        case, ours, beside, _, ratio = next((row for row in rows if row[5]), rows[0])[:5]
        title = section.removeprefix("## ").split(":")[0]
        lines.append(f"| {title} | {case} | {ours} | {beside} | {ratio} |")
    return "\n".join(lines)


def page(answers):
    """The complete docs/benchmarks.md; sections that were not measured this time are unchanged."""
    path = ROOT / "docs/benchmarks.md"
    old = sections_of(path.read_text(encoding="utf-8")) if path.exists() else {}
    found = old | sections_of("\n".join(answers))
    body = "\n".join(found[question].rstrip("\n") + "\n" for question in QUESTIONS if question in found)
    met, missed = body.count("| yes |"), body.count("| **no** |")
    return f"""# Benchmarks

This page shows how fast SpanDrop is compared with other tools, and how much memory it uses. {met} of {met + missed} \
targets are met; rows without a target are for context. \
The first row with a target from each section (or the first row, if none has one):

{overview(found)}

To run the benchmarks yourself:

```text
make bench
make bench BENCH="tokens corpus"
```

The first command runs all benchmarks and writes this page. The second runs two sections and leaves the others \
unchanged.

- Ratios: a ratio above 1 means that SpanDrop is faster, except under Memory (growth of peak memory) and Adapters \
(extra time, or our share of the total). It is the median of the ratios of each repetition, so it can differ from the \
quotient of the two speeds. Its range is in parentheses. The contenders take turns within one run.
- Time: CPU time (user and system) on one thread, unless stated otherwise.
- Checks: results are compared for equality before anything is timed.
- Speeds depend on the machine and its load, so compare the ratios. Each section gives the date, machine and commit.

{body}"""


def ask(question, setting):
    """Measure one question; if it cannot be measured, say why."""
    print(f"{question} ...", flush=True)
    start = time.perf_counter()
    try:
        section = importlib.import_module(f"{question}.question").run(setting)
    except Skipped as reason:
        section = Section(question.capitalize(), [f"Not measured: {reason}."], [])
    measured = f"Measured on {datetime.date.today()}: {machine()}; {versions(setting.program)}."
    answer = table(section, measured)
    print(answer + f"({time.perf_counter() - start:.0f} s)\n", flush=True)
    return section, answer


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "questions", nargs="*", metavar="QUESTION", help=f"sections to measure (default: all): {', '.join(QUESTIONS)}"
    )
    parser.add_argument("--quick", action="store_true", help="smoke test on small inputs; the numbers are meaningless")
    parser.add_argument("--full", action="store_true", help="stream 5 GB to measure memory")
    options = parser.parse_args()
    unknown = set(options.questions) - set(QUESTIONS)
    if unknown:
        parser.error(f"no such question: {', '.join(sorted(unknown))}")

    sections, answers = [], []
    for question in options.questions or QUESTIONS:
        with tempfile.TemporaryDirectory(prefix="spandrop-bench-") as scratch:
            setting = Setting(pathlib.Path(scratch), options.quick, options.full)
            section, answer = ask(question, setting)
            sections.append(section)
            answers += [answer] if section.rows else []
    missed = [
        f"{row.what}, compared with {row.beside}: {row.ratio}, target {row.target}"
        for section in sections
        for row in section.rows
        if row.met is False
    ]
    print("\n".join(["Missed:", *missed]) if missed else "All targets met.")
    if options.quick:
        print("docs/benchmarks.md is unchanged, because the numbers of a quick run are meaningless.")
        return
    (ROOT / "docs/benchmarks.md").write_text(page(answers), encoding="utf-8")
    print("Wrote docs/benchmarks.md")


if __name__ == "__main__":
    sys.exit(main())
