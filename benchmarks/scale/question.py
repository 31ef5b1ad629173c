"""What does a drop cost with plain Arrow tables, Ray Data and Spark, each compared with an identity map?"""

import json
import os
import statistics
import subprocess

import pyarrow
import pyarrow.parquet
from corpus import squad_lines
from harness import ROOT, Row, Section, Skipped

PYTHON = ROOT / ".venv-python/bin/python"
SITE = ROOT / "build/python/site"
ENGINES = {"table": "pyarrow alone, one process", "ray": "Ray Data", "spark": "Spark"}


def write_corpus(setting, copies):
    """Write `copies` copies of SQuAD's paragraphs to one file; return its path, rows and bytes of text."""
    records = squad_lines.records(setting.squad())
    path = setting.scratch / "corpus.parquet"
    table = pyarrow.Table.from_pylist(
        [{**record, "id": f"{record['id']}-{copy}"} for copy in range(copies) for record in records]
    )
    pyarrow.parquet.write_table(table, path, row_group_size=-(-len(table) // 8))
    return path, len(table), copies * sum(len(record["text"].encode()) for record in records)


def measure(setting, engine, path, repetitions):
    """Run job.py and return its output."""
    scratch = setting.scratch / engine
    scratch.mkdir()
    environment = {
        **os.environ,
        "PYTHONPATH": str(SITE),
        "PYSPARK_PYTHON": str(PYTHON),
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_worker_niceness": "0",
    }
    command = [PYTHON, ROOT / "benchmarks/scale/job.py", engine, path, scratch, repetitions]
    done = subprocess.run(list(map(str, command)), env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def run(setting):
    """Measure each engine in its own process."""
    if not PYTHON.exists() or not (SITE / "spandrop").exists():
        raise Skipped("the Python package is not built; run `make python`")
    path, rows, size = write_corpus(setting, 1 if setting.quick else 8)
    found = []
    for engine, name in ENGINES.items():
        measured = measure(setting, engine, path, 1 if setting.quick else 5)
        drop, identity = measured["cpu"]["drop"], measured["cpu"]["identity"]
        ratios = [theirs / ours for ours, theirs in zip(drop, identity, strict=True)]

        def speed(seconds):
            middle = statistics.median(seconds)
            return f"{rows / middle:,.0f} rows/s, {size / middle / 1e6:.0f} MB/s"

        found.append(
            Row(
                f"{name}, peak per worker {measured['peak']:.0f} MB",
                speed(drop),
                "an identity map",
                speed(identity),
                f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})",
            )
        )
    return Section(
        "Scale: Parquet to Parquet on cluster engines",
        [
            f"The paragraphs of SQuAD train, repeated {rows // 18_896} times: {rows:,} rows with "
            f"{size / 1e6:,.0f} MB of text, and with questions and annotations. Each job reads them from one Parquet "
            "file, drops sentences, and writes Parquet files. An identity map is the same job without a drop.",
            "Speeds are rows and MB of text per second of CPU time, after one unmeasured run. The CPU time is summed "
            "over all processes of the engine, including Java and the scheduler, so these are speeds per core. "
            "`make test` checks that the rows equal those of a single process.",
        ],
        found,
    )
