"""Maps a Parquet file to Parquet files with one engine, alternating an identity map and a drop.

    python job.py ENGINE IN.parquet SCRATCH REPETITIONS     ENGINE: table, ray or spark

Prints one JSON object: for each map the CPU seconds of the engine's processes in each repetition, and the peak memory
of the workers in MB.
"""

import json
import os
import pathlib
import re
import shutil
import sys

import psutil
import pyarrow.parquet
import spandrop.ray
import spandrop.spark

import spandrop

WORKERS = 2


class Measured:
    """A map that records the peak memory of its worker."""

    def __init__(self, function, notes):
        self.function, self.notes = function, notes

    def __call__(self, batches):
        made = self.function(batches)
        if not isinstance(made, pyarrow.Table):  # Spark: a generator of batches
            return self.noted(made)
        self.note()
        return made

    def noted(self, batches):
        yield from batches
        self.note()

    def note(self):
        status = pathlib.Path("/proc/self/status").read_text()
        (self.notes / str(os.getpid())).write_text(re.search(r"VmHWM:\s*(\d+) kB", status)[1])


def identity(batches):
    return batches


def by_table(path, out):
    """One process, batch by batch, without an engine."""

    def job(function):
        with pyarrow.parquet.ParquetFile(path, pre_buffer=False, buffer_size=2**20) as file:
            with pyarrow.parquet.ParquetWriter(out, file.schema_arrow) as writer:
                for batch in file.iter_batches(batch_size=16384):
                    writer.write_table(function(pyarrow.Table.from_batches([batch])))

    return job, spandrop.ray.drop


def by_ray(path, out):
    import ray

    ray.init(
        num_cpus=WORKERS,
        include_dashboard=False,
        log_to_driver=False,
        logging_level="ERROR",
        object_store_memory=500 * 2**20,
    )
    ray.data.DataContext.get_current().enable_progress_bars = False

    def job(function):
        data = ray.data.read_parquet(path).map_batches(function, batch_format="pyarrow", batch_size=None)
        data.write_parquet(out)

    return job, spandrop.ray.drop


def by_spark(path, out):
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master(f"local[{WORKERS}]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")

    def job(function):
        frame = session.read.parquet(path)
        frame.mapInArrow(function, frame.schema).write.parquet(out)

    return job, spandrop.spark.drop


def cpu_seconds():
    """CPU seconds of this process and all its descendants, including finished ones."""
    me = psutil.Process()
    return sum(sum(process.cpu_times()[:4]) for process in [me, *me.children(recursive=True)])


def main(engine, path, scratch, repetitions):
    out, notes = scratch + "/out", pathlib.Path(scratch, "notes")
    notes.mkdir()
    job, drop = {"table": by_table, "ray": by_ray, "spark": by_spark}[engine](path, out)
    maps = {"identity": identity, "drop": drop(spandrop.SpanDrop())}
    used = {name: [] for name in maps}
    for repetition in range(-1, int(repetitions)):  # the first is not counted
        for name in list(maps)[:: 1 if repetition % 2 else -1]:
            before = cpu_seconds()
            job(Measured(maps[name], notes))
            if repetition >= 0:
                used[name].append(cpu_seconds() - before)
            shutil.rmtree(out) if os.path.isdir(out) else os.remove(out)
    peaks = [int(note.read_text()) / 1e3 for note in notes.iterdir()]
    print(json.dumps({"cpu": used, "peak": max(peaks)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
