"""Spark's mapInArrow on a real local engine: partitions and killed workers do not change the rows."""

import engines
import pytest
import spandrop.spark
from pyspark.sql import SparkSession
from pyspark.sql.types import LongType, StructField, StructType

from spandrop import SpanDrop


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """Two threads in one Java process. A task can fail three times."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        engines.prepare_workers(monkeypatch)
        made = (
            SparkSession.builder.master("local[2,4]")
            .config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.execution.arrow.maxRecordsPerBatch", 10)  # several for each partition
            .config("spark.local.dir", str(tmp_path_factory.mktemp("spark")))
            .getOrCreate()
        )
        made.sparkContext.setLogLevel("OFF")
        yield made
        made.stop()


@pytest.fixture(scope="module")
def frame(session):
    return session.createDataFrame(engines.table())


def rows(frame):
    return engines.sorted_rows(row.asDict(recursive=True) for row in frame.collect())


@pytest.mark.parametrize("partitions", [1, 2, 7])
def test_partitions_change_nothing(frame, partitions):
    made = frame.repartition(partitions).mapInArrow(spandrop.spark.drop(engines.AUG), frame.schema)
    assert made.rdd.getNumPartitions() == partitions
    assert rows(made) == engines.expected()


def test_a_killed_worker_changes_nothing(frame, tmp_path):
    function = engines.DiesOnce(spandrop.spark.drop(engines.AUG), tmp_path / "died")
    made = frame.repartition(7).mapInArrow(function, frame.schema)
    assert rows(made) == engines.expected()
    assert (tmp_path / "died").exists()


def test_answers(session):
    frame = session.createDataFrame(engines.SQUAD)
    made = frame.repartition(2).mapInArrow(
        spandrop.spark.drop(engines.AUG, text="context", answers="answers"), frame.schema
    )
    found = sorted((row.asDict(recursive=True) for row in made.collect()), key=lambda row: row["id"])
    assert found == engines.expected_squad()


def test_views_are_rows_one_after_another(frame):
    schema = StructType([StructField("view", LongType()), *frame.schema])
    made = frame.coalesce(1).mapInArrow(spandrop.spark.drop(engines.AUG, views=2, view_column="view"), schema)
    found = [row.asDict(recursive=True) for row in made.collect()]
    assert [(row["place"], row["view"]) for row in found] == [(place, view) for place in range(200) for view in (0, 1)]
    assert [{**row, "view": None} for row in found[::2]] == [{**row, "view": None} for row in engines.expected()]


def test_errors_reach_the_driver(frame):
    made = frame.mapInArrow(spandrop.spark.drop(SpanDrop(), text="body"), frame.schema)
    with pytest.raises(Exception, match="expected the column body, got"):
        made.collect()


def test_the_code_in_scale_md(session):
    engines.run_page("spandrop.spark")
