"""Ray Data's map_batches on a real local engine: blocks and killed workers do not change the rows."""

import engines
import pytest
import ray
import spandrop.ray

from spandrop import SpanDrop


@pytest.fixture(scope="module")
def data():
    """ray.data, with two workers on this machine."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        engines.prepare_workers(monkeypatch)
        ray.init(
            num_cpus=2,
            include_dashboard=False,
            log_to_driver=False,
            logging_level="ERROR",
            object_store_memory=100 * 2**20,
        )
        ray.data.DataContext.get_current().enable_progress_bars = False
        yield ray.data
        ray.shutdown()


def blocks(data, count):
    """The corpus, split into `count` blocks."""
    table = engines.table()
    rows = -(-len(table) // count)
    return data.from_arrow([table.slice(begin, rows) for begin in range(0, len(table), rows)])


def map_batches(dataset, function):
    return dataset.map_batches(function, batch_format="pyarrow", batch_size=None)


@pytest.mark.parametrize("count", [1, 2, 7])
def test_blocks_change_nothing(data, count):
    made = map_batches(blocks(data, count), spandrop.ray.drop(engines.AUG)).materialize()
    assert made.num_blocks() == count
    assert engines.sorted_rows(made.take_all()) == engines.expected()


def test_a_repartition_and_a_killed_worker_change_nothing(data, tmp_path):
    function = engines.DiesOnce(spandrop.ray.drop(engines.AUG), tmp_path / "died")
    made = blocks(data, 2).repartition(5).map_batches(function, batch_format="pyarrow", batch_size=10)
    assert engines.sorted_rows(made.take_all()) == engines.expected()
    assert (tmp_path / "died").exists()


def test_answers(data):
    function = spandrop.ray.drop(engines.AUG, text="context", answers="answers")
    found = map_batches(data.from_arrow(engines.SQUAD), function).take_all()
    assert sorted(found, key=lambda row: row["id"]) == engines.expected_squad()


def test_views_are_rows_one_after_another(data):
    function = spandrop.ray.drop(engines.AUG, views=2, view_column="view")
    found = map_batches(blocks(data, 1), function).take_all()
    assert [(row["place"], row["view"]) for row in found] == [(place, view) for place in range(200) for view in (0, 1)]
    assert [{**row, "view": None} for row in found[::2]] == [{**row, "view": None} for row in engines.expected()]


def test_errors_reach_the_driver(data):
    made = map_batches(blocks(data, 1), spandrop.ray.drop(SpanDrop(), text="body"))
    with pytest.raises(Exception, match="expected the column body, got"):
        made.materialize()


def test_the_code_in_scale_md(data):
    engines.run_page("spandrop.ray")
