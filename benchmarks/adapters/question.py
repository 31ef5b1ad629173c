"""What do the adapters cost: the collator of a training step, and the function in datasets.map?"""

import json
import os
import statistics
import subprocess

from harness import ROOT, Row, Section, Skipped

PYTHON = ROOT / ".venv-python/bin/python"  # has torch, transformers and datasets
SITE = ROOT / "build/python/site"


def text(value, unit):
    return f"{value:,.3g} {unit}"


def overhead(what, ours, beside, theirs, target):
    """A row: how much more time ours takes than theirs, in milliseconds."""
    more = [a - b for a, b in zip(ours, theirs, strict=True)]
    median = statistics.median(more)
    return Row(what, text(statistics.median(ours), "ms"), beside, text(statistics.median(theirs), "ms"),
               f"{median:+.2f} ms ({min(more):+.2f} to {max(more):+.2f})", "" if target is None else f"under {target:g} ms",
               None if target is None else median < target)


def share(what, parts, beside, wholes, target):
    """A row: ours as a share of the whole."""
    shares = [100 * a / b for a, b in zip(parts, wholes, strict=True)]
    median = statistics.median(shares)
    return Row(what, text(statistics.median(parts), "s"), beside, text(statistics.median(wholes), "s"),
               f"{median:.3g} % ({min(shares):.3g} to {max(shares):.3g})", "" if target is None else f"under {target:g} %",
               None if target is None else median < target)


def run(setting):
    """One program measures; this makes rows of it."""
    if not (SITE / "spandrop/torch").exists() or not PYTHON.exists():
        raise Skipped("the Python package is not built; `make python` does it")
    squad = setting.data / "squad/train-v1.1.json"
    done = subprocess.run([PYTHON, ROOT / "benchmarks/adapters/measure.py", squad if squad.exists() else "",
                           "quick" if setting.quick else "full"], check=True, stdout=subprocess.PIPE, text=True,
                          env={**os.environ, "PYTHONPATH": str(SITE)})
    found = json.loads(done.stdout.splitlines()[-1])
    times = found["collators"]
    more = [(a - b) / 1e3 for a, b in zip(times["own"], times["own plain"])]
    rows = [overhead("collator, 32 x 512, padded", times["own"], "the same without drops", times["own plain"], 1),
            overhead("drop_examples, then DataCollatorWithPadding", [a + b for a, b in zip(times["examples"], times["theirs"])],
                     "DataCollatorWithPadding alone", times["theirs"], 1),
            share("drops of the collator", more, "a training step of the encoder", [found["step"]] * len(more), 5)]
    rows += [share(f"our function in datasets.map, {case}", [ours for ours, _ in pairs], "all of map",
                   [whole for _, whole in pairs], 20 if case.endswith("python") else None)
             for case, pairs in found["map"].items()]
    profiles = [f"{case}: " + ", ".join(f"{part} {percent:.0f} %" for part, percent in parts)
                for case, parts in found["profiles"].items()]
    return Section("Adapters: the collator, and datasets.map", [
        "`SpanDropCollator` on 32 lists of 512 tokens with attention mask, token types, an answer and an id, rate 0.1, each token "
        "of the context a span. A step is forward, backward and AdamW of 6 layers of width 384 on that batch. `Augment` "
        "on 10,000 rows of 512 tokens with mask and types, and on 50,000 of SQuAD, contexts with sentences as spans, from "
        "file to file in batches of 1,000. In the order of SQuAD a context comes some five times in a row and is cut once; "
        "shuffled, each time. Lists that the data set makes of its columns are not counted as ours; with "
        "format `arrow` it makes none and does little but write, so that ours is most of what there is to do. One thread.",
        "Where the time of map goes in format python, by cProfile, own time of each function; what a function of C does "
        f"counts as its caller's: {'; '.join(profiles)}.",
        "Checked first: wrapped and own padding give the same tensors.",
    ], rows)
