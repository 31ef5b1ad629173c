"""Measures SpanDrop beside other tools and writes docs/benchmarks.md: `make bench`."""

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

# One thread for everybody, before any library is loaded.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "ARROW_IO_THREADS"):
    os.environ[variable] = "1"

from harness import ROOT, Section, Setting, Skipped  # noqa: E402

QUESTIONS = ["tokens", "python", "adapters", "scale", "corpus", "datasets", "text", "wordpiece", "training", "threads",
             "memory"]
PEERS = ["numpy", "pyarrow", "orjson", "nlpaug", "tokenizers", "blingfire"]
SETS = ["sse4_2", "avx2", "bmi2", "avx512f", "avx512bw", "avx512vl", "avx512_vbmi2", "asimd", "sve"]


def machine():
    """One line: processor, instruction sets, cores."""
    text = pathlib.Path("/proc/cpuinfo").read_text()
    model = re.search(r"model name\s*:\s*(.*)", text)
    flags = re.search(r"(?:flags|Features)\s*:\s*(.*)", text)
    found = [name for name in SETS if flags and name in flags[1].split()]
    return (f"{model[1] if model else platform.machine()}, {' '.join(found)}, "
            f"{os.cpu_count()} cores, Linux {platform.release().split('-')[0]}")


def versions(program):
    """One line: ours and the competitors'."""
    def output(*command):
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.strip()

    commit = output("git", "rev-parse", "--short=10", "HEAD") or "unknown"
    changes = output("git", "status", "--porcelain", "--", "spandrop", "cli")
    peers = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PEERS)
    compiler = output("c++", "--version").splitlines()[0]
    commit += " with changes" if changes else ""
    return (f"{output(program, '--version')} (commit {commit}), {compiler}; "
            f"Python {platform.python_version()}, {peers}")


def table(section, measured):
    """A section in Markdown; `measured` says when and on what."""
    lines = [f"## {section.title}", "", *(line for note in (measured, *section.notes) for line in (note, ""))]
    if section.rows:
        lines += ["| what | SpanDrop | beside | theirs | ratio (range) | target | met |",
                  "|---|---|---|---|---|---|---|"]
    for row in section.rows:
        met = {None: "", True: "yes", False: "**no**"}[row.met]
        cells = [row.what, row.ours, row.beside, row.theirs, row.ratio, row.target, met]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def sections_of(page):
    """The sections of a page by the question that each answers, which its title begins with."""
    return {part.split(":")[0].replace(" ", "").lower(): "## " + part
            for part in re.split(r"^## ", page, flags=re.MULTILINE)[1:]}


def page(answers):
    """The whole of docs/benchmarks.md; sections that were not measured now stay as they are."""
    path = ROOT / "docs/benchmarks.md"
    old = sections_of(path.read_text(encoding="utf-8")) if path.exists() else {}
    found = old | sections_of("\n".join(answers))
    body = "\n".join(found[question].rstrip("\n") + "\n" for question in QUESTIONS if question in found)
    met, missed = body.count("| yes |"), body.count("| **no** |")
    return f"""# Benchmarks

Written by `make bench`, which asks all questions, or by `make bench BENCH="tokens corpus"`, which asks these \
and leaves the other sections as they are. {met} of {met + missed} targets are met; rows without a target are there to be known. Each section says \
when, where and on which commit it was measured.

- One thread unless said, CPU time (user and system) unless said. Contenders take turns in one run; \
a ratio is the median over the repetitions of ours to theirs, with its range. Above 1, SpanDrop is \
faster. Results are checked for equality before anything is timed.
- Speeds hang on the machine and on what else it does; the ratios are what to look at.

{body}"""


def ask(question, setting):
    """The answer to one question, or why there is none."""
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
    parser.add_argument("questions", nargs="*", metavar="QUESTION",
                        help=f"of {', '.join(QUESTIONS)}; all unless given")
    parser.add_argument("--quick", action="store_true", help="a smoke run; its numbers mean nothing")
    parser.add_argument("--full", action="store_true", help="stream 5 GB for the memory")
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
    missed = [f"{row.what} beside {row.beside}: {row.ratio}, {row.target}"
              for section in sections for row in section.rows if row.met is False]
    print("\n".join(["Missed:", *missed]) if missed else "All targets met.")
    if options.quick:
        print("docs/benchmarks.md is left as it is: a smoke run means nothing.")
        return
    (ROOT / "docs/benchmarks.md").write_text(page(answers), encoding="utf-8")
    print("Wrote docs/benchmarks.md")


if __name__ == "__main__":
    sys.exit(main())
