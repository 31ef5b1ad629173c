"""What do the adapters cost: the collator in a training step, and the function in datasets.map?"""

import json
import os
import statistics
import subprocess

from harness import ROOT, Row, Section, Skipped

PYTHON = ROOT / ".venv-python/bin/python"  # has torch, transformers and datasets
SITE = ROOT / "build/python/site"


def text(value, unit):
    return f"{value:,.3g} {unit}"


def row(what, ours, beside, theirs, unit, found, form, target):
    """A row with the median and range of `found`, one number per repetition; the target is an upper limit."""
    median = statistics.median(found)
    digits, found_unit = form.split()
    return Row(
        what,
        text(statistics.median(ours), unit),
        beside,
        text(statistics.median(theirs), unit),
        f"{median:{digits}} {found_unit} ({min(found):{digits}} to {max(found):{digits}})",
        "" if target is None else f"under {target:g} {found_unit}",
        None if target is None else median < target,
    )


def overhead(what, ours, beside, theirs, target):
    """A row with the extra time of ours over theirs, in milliseconds."""
    return row(what, ours, beside, theirs, "ms", [a - b for a, b in zip(ours, theirs, strict=True)], "+.2f ms", target)


def share(what, parts, beside, wholes, target):
    """A row with our share of the whole."""
    return row(
        what, parts, beside, wholes, "s", [100 * a / b for a, b in zip(parts, wholes, strict=True)], ".3g %", target
    )


def profile_table(profiles):
    """A table in Markdown with one row per function and one column per case; `profiles` is from measure.py."""
    shares = {case: dict(parts) for case, parts in profiles.items()}
    largest = {}
    for parts in shares.values():
        for name, percent in parts.items():
            largest[name] = max(percent, largest.get(name, 0))
    lines = ["| function | " + " | ".join(shares) + " |", "|---" * (1 + len(shares)) + "|"]
    for name in sorted(largest, key=lambda name: (name == "the rest", -largest[name])):
        cells = [f"{parts[name]:.0f} %" if name in parts else "" for parts in shares.values()]
        label = name if name == "the rest" else "{}: `{}`".format(*name.split(": ", 1))
        lines.append("| " + " | ".join([label, *cells]) + " |")
    return "\n".join(lines)


def run(setting):
    """Run the measuring program and make rows from its output."""
    if not (SITE / "spandrop/torch").exists() or not PYTHON.exists():
        raise Skipped("the Python package is not built; run `make python`")
    squad = setting.data / "squad/train-v1.1.json"
    done = subprocess.run(
        [
            PYTHON,
            ROOT / "benchmarks/adapters/measure.py",
            squad if squad.exists() else "",
            "quick" if setting.quick else "full",
        ],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SITE)},
    )
    found = json.loads(done.stdout.splitlines()[-1])
    times = found["collators"]
    more = [(a - b) / 1e3 for a, b in zip(times["own"], times["own plain"])]
    rows = [
        overhead("collator, 32 x 512, padded", times["own"], "the same without drops", times["own plain"], 1),
        overhead(
            "drop_examples, then DataCollatorWithPadding",
            [a + b for a, b in zip(times["examples"], times["theirs"])],
            "DataCollatorWithPadding alone",
            times["theirs"],
            1,
        ),
        share("drops in the collator", more, "a training step of the encoder", [found["step"]] * len(more), 5),
    ]
    rows += [
        share(
            f"our function in datasets.map, {case}",
            [ours for ours, _ in pairs],
            "all of map",
            [whole for _, whole in pairs],
            20 if case.endswith("python") else None,
        )
        for case, pairs in found["map"].items()
    ]
    return Section(
        "Adapters: the collator and datasets.map",
        [
            "`SpanDropCollator` on 32 lists of 512 tokens with attention mask, token types, an answer and an id, "
            "at rate 0.1; each token of the context is a span. A training step is forward, backward and AdamW on "
            "that batch, for an encoder with 6 layers of width 384. One thread.",
            "`Augment` in `datasets.map`, from file to file in batches of 1,000: 10,000 rows of 512 tokens with "
            "mask and types, and 50,000 rows of SQuAD with the sentences of the context as spans. In SQuAD's "
            "order, each context occurs about five times in a row and is segmented only once; after shuffling, it "
            "is segmented every time.",
            "The time that the data set needs to convert its columns to lists is not counted as ours. With format "
            "`arrow` it makes no lists and does little but write, so our function is most of the work.",
            "Checked first: both ways of padding produce the same tensors.",
            "Where `map` spends its time with format `python`: self time of each function, according to cProfile. "
            "Functions under 2 % are in the last row. C functions that are built into Python have their own rows; "
            "those of extension modules such as pyarrow and SpanDrop count towards their caller.\n\n"
            + profile_table(found["profiles"]),
            "All comparisons:",
        ],
        rows,
    )
