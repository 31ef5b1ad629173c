"""Shared by the tests of Ray and Spark: a corpus, the expected result of one process, and a worker that dies once."""

import dataclasses
import doctest
import json
import os
import pathlib
import signal
import sys

import corpora
import pyarrow

import spandrop

AUG = spandrop.SpanDrop(rate=0.4, seed=3, on_lost="drop")
ROOT = pathlib.Path(__file__).resolve().parents[2]


def table():
    """Texts with annotations. Every fourth has no id, so its draw depends on the content."""
    records = list(corpora.made_records(200))
    for number, record in enumerate(records):
        record["place"] = number
        record["id"] = record["id"] if number % 4 else None
    return pyarrow.Table.from_pylist(records)


def sorted_rows(rows):
    return sorted(rows, key=lambda row: (row["place"], row.get("view", 0)))


def expected():
    """The expected rows, computed example by example in one process with `drop`."""
    rows = []
    for record in table().to_pylist():
        dropped = AUG.drop(record["text"], id=record["id"], annotations=record["annotations"])
        rows.append({**record, "text": dropped.text, "annotations": dropped.annotations})
    return rows


SQUAD = pyarrow.Table.from_pylist(
    [json.loads(line) for line in (ROOT / "examples/squad.jsonl").read_text().splitlines()]
)


def expected_squad():
    """The expected questions with their answers moved, computed example by example."""
    rows = []
    for record in sorted(SQUAD.to_pylist(), key=lambda row: row["id"]):
        words, begins = record["answers"]["text"], record["answers"]["answer_start"]
        places = [(begin, begin + len(word)) for begin, word in zip(begins, words)]
        dropped = dataclasses.replace(AUG, protect="annotations").drop(
            record["context"], id=record["id"], annotations=places
        )
        answers = {"text": words, "answer_start": [begin for begin, _ in dropped.annotations]}
        rows.append({**record, "context": dropped.text, "answers": answers})
    return rows


def run_page(word):
    """Run the Python blocks of docs/scale.md that contain this word."""
    import test_docs  # not at the top: workers import this file too

    source = "\n".join(block for block in test_docs.blocks(test_docs.SCALE) if word in block)
    test = doctest.DocTestParser().get_doctest(source, {}, "scale.md", str(test_docs.SCALE), 0)
    assert test.examples
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def prepare_workers(monkeypatch):
    """Make workers use this Python, and let them import this file and its dependencies."""
    paths = [
        *(str(pathlib.Path(module.__file__).parent) for module in (sys.modules[__name__], corpora)),
        *filter(None, [os.environ.get("PYTHONPATH")]),
    ]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_worker_niceness", "0")  # the default of 15 takes forever on a busy machine


class DiesOnce:
    """A function whose first worker to finish a batch is killed during its next one, as an out-of-memory killer would
    do."""

    def __init__(self, function, mark: pathlib.Path):
        self.function, self.mark, self.done = function, mark, 0

    def __call__(self, given):
        if isinstance(given, pyarrow.Table):  # Ray passes a batch
            self.maybe_die()
            return self.function(given)
        return self.dropped(given)  # Spark passes all batches of a partition

    def dropped(self, batches):
        for made in self.function(batches):
            self.maybe_die()
            yield made

    def maybe_die(self):
        self.done += 1
        if self.done == 1:
            return
        try:
            self.mark.touch(exist_ok=False)
        except FileExistsError:
            return
        os.kill(os.getpid(), signal.SIGKILL)
