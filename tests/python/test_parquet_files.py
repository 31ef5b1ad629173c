"""`python -m spandrop drop` writes its file completely or not at all, whatever happens."""

import os
import signal
import stat
import subprocess
import sys
import time

import corpora
import numpy
import pyarrow
import pyarrow.compute
import pyarrow.parquet
import pytest
import spandrop.ray
from spandrop._arrow import batches
from spandrop._core.whole_file import whole_file

import spandrop
from spandrop import parquet


@pytest.fixture
def source(tmp_path):
    table = pyarrow.Table.from_pylist(list(corpora.made_records(300)))
    pyarrow.parquet.write_table(table, tmp_path / "in.parquet")
    return tmp_path / "in.parquet"


def drop(source, target, *options):
    return subprocess.run(
        [sys.executable, "-m", "spandrop", "drop", source, "-o", target, *options], capture_output=True, text=True
    )


def names_in(directory):
    return sorted(path.name for path in directory.iterdir())


def test_two_runs_to_one_file(source, tmp_path):
    """The second run is rejected and does not touch the first one's file. The remains of a dead run are overwritten."""
    target = tmp_path / "out.parquet"
    (tmp_path / "out.parquet.partial").write_bytes(b"of a run that was killed")
    with whole_file(str(target), str(source)) as partial:
        second = drop(source, target)
        assert second.returncode == 1 and "another run is writing" in second.stderr
        wrong = drop(source, target, "--text", "nope")
        assert wrong.returncode == 1 and os.path.exists(partial)
        with open(partial, "wb") as file:
            file.write(b"of the first")
    assert target.read_bytes() == b"of the first" and names_in(tmp_path) == ["in.parquet", "out.parquet"]
    assert drop(source, target).returncode == 0 and pyarrow.parquet.read_table(target).num_rows == 300


def test_an_input_that_would_be_overwritten(source, tmp_path):
    partial = tmp_path / "out.parquet.partial"
    source.rename(partial)
    before = partial.read_bytes()
    done = drop(partial, tmp_path / "out.parquet")
    assert (
        done.returncode == 1
        and "expected an output file other than the input; the output is first written to" in done.stderr
    )
    assert partial.read_bytes() == before and names_in(tmp_path) == ["out.parquet.partial"]


def test_links_are_followed(source, tmp_path):
    (tmp_path / "real.parquet").write_bytes(b"before")
    (tmp_path / "link.parquet").symlink_to("real.parquet")
    assert drop(source, tmp_path / "link.parquet").returncode == 0
    assert (tmp_path / "link.parquet").is_symlink()
    assert pyarrow.parquet.read_table(tmp_path / "real.parquet").num_rows == 300


def test_a_replaced_file_keeps_its_permissions(source, tmp_path):
    target = tmp_path / "out.parquet"
    for mode in (0o600, 0o664):
        target.write_bytes(b"before")
        target.chmod(mode)
        assert drop(source, target).returncode == 0
        assert target.stat().st_mode & 0o777 == mode
        assert pyarrow.parquet.read_table(target).num_rows == 300


def test_only_regular_files_are_replaced(source, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    done = drop(source, tmp_path / "pipe")
    assert done.returncode == 1 and "expected a regular output file" in done.stderr
    assert stat.S_ISFIFO(os.stat(tmp_path / "pipe").st_mode) and names_in(tmp_path) == ["in.parquet", "pipe"]
    assert drop(source, tmp_path).returncode == 1
    assert drop(source, tmp_path / "no/such/place").returncode == 1


def test_a_rename_that_fails(source, tmp_path, monkeypatch):
    """For example, the old file belongs to another user. Nothing of the new file remains."""

    def refuse(*_):
        raise PermissionError("not yours")

    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(PermissionError, match="not yours"), whole_file(str(tmp_path / "out.parquet"), str(source)):
        pass
    assert names_in(tmp_path) == ["in.parquet"]


def test_termination_by_a_scheduler(source, tmp_path):
    """After SIGTERM in mid-file, nothing is left behind."""
    table = pyarrow.concat_tables([pyarrow.parquet.read_table(source)] * 200)
    pyarrow.parquet.write_table(table, source)
    process = subprocess.Popen(
        [sys.executable, "-m", "spandrop", "drop", source, "-o", tmp_path / "out.parquet", "--views", "50"],
        stderr=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + 60
    partial = tmp_path / "out.parquet.partial"
    while not (partial.exists() and partial.stat().st_size) and time.monotonic() < until:
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 130 and "interrupted" in process.stderr.read()
    assert names_in(tmp_path) == ["in.parquet"]


def test_row_numbers_count_from_the_start_of_the_file(tmp_path):
    rows = 40_000
    table = pyarrow.table(
        {
            "text": ["A. B."] * rows,
            "annotations": [[{"begin": 0, "end": 99 if row == 39_990 else 1}] for row in range(rows)],
        }
    )
    pyarrow.parquet.write_table(table, tmp_path / "in.parquet")
    for views in ("1", "3"):
        done = drop(tmp_path / "in.parquet", tmp_path / "out.parquet", "--views", views)
        assert done.returncode == 3 and "row 39990: annotations[0]" in done.stderr


def test_wide_rows(tmp_path, monkeypatch):
    """Wide rows are read in smaller batches, and views are reordered part by part. The rows are the same."""
    texts = [numpy.random.default_rng(i).bytes(50 + i % 900).hex() + ". B. C." for i in range(5000)]
    pyarrow.parquet.write_table(pyarrow.table({"text": texts}), tmp_path / "in.parquet")
    drop_views = batches.BatchDrop(spandrop.SpanDrop(rate=0.5), views=3, view_column="view")
    made = []
    for limit in (64 * 2**20, 10_000):
        monkeypatch.setattr(parquet, "_MOST_BYTES", limit)
        monkeypatch.setattr(batches, "_MOST_BYTES", limit)
        parquet.drop_file(drop_views, str(tmp_path / "in.parquet"), str(tmp_path / "out.parquet"))
        file = pyarrow.parquet.ParquetFile(tmp_path / "out.parquet")
        made.append((file.num_row_groups, file.read().to_pylist()))
    assert made[0][1] == made[1][1] and len(made[0][1]) == 15_000 and made[0][0] == 1 < made[1][0]
    with pyarrow.parquet.ParquetFile(tmp_path / "in.parquet") as file:
        sizes = [(table.num_rows, table.nbytes) for table in parquet._tables_of(file, 16384)]
    assert sum(rows for rows, _ in sizes) == 5000 and max(size for _, size in sizes) < 2 * 10_000


def test_the_error_is_shown_when_the_file_is_gone(source, tmp_path):
    with (
        pytest.raises(ValueError, match="the reason"),
        whole_file(str(tmp_path / "out.parquet"), str(source)) as partial,
    ):
        os.remove(partial)
        raise ValueError("the reason")


@pytest.mark.parametrize(
    "kind",
    [
        pyarrow.string_view(),
        pyarrow.run_end_encoded(pyarrow.int32(), pyarrow.string()),
        pyarrow.list_view(pyarrow.int32()),
    ],
    ids=str,
)
def test_views_of_columns_that_pyarrow_take_does_not_support(kind):
    beside = (
        pyarrow.compute.run_end_encode(pyarrow.array(["x", "y", "y"]))
        if pyarrow.types.is_run_end_encoded(kind)
        else pyarrow.array([[1], None, [2, 3]], kind)
        if pyarrow.types.is_list_view(kind)
        else pyarrow.array(["x", None, "z"], kind)
    )
    table = pyarrow.table(
        {"id": [1, 2, 3], "text": pyarrow.array(["A. B.", "C. D.", None], pyarrow.string_view()), "beside": beside}
    )
    aug = spandrop.SpanDrop(rate=0.5, seed=2)
    made = batches.BatchDrop(aug, views=2)(table)
    assert made.schema == table.schema
    single = [aug.drop_table(table, view=view).to_pylist() for view in (0, 1)]
    assert made.to_pylist() == [single[view][row] for row in range(3) for view in (0, 1)]
    assert made["text"].num_chunks <= 2  # not one per row, which would slow down everything that follows


def test_options_of_masks_and_tags(source, tmp_path):
    done = drop(source, tmp_path / "out.parquet", "--mask-per", "span")
    assert done.returncode == 2 and "--mask-per: expected --mask as well" in done.stderr
    tagged = pyarrow.table({"id": [3], "tokens": [["Ines", "Maria", "Calloway", "called"]], "tags": [[1, 2, 2, 0]]})
    pyarrow.parquet.write_table(tagged, source)
    assert (
        drop(
            source,
            tmp_path / "out.parquet",
            "--tags",
            "tags",
            "--tag-names",
            "O,B-PER,I-PER",
            "--rate",
            "0.5",
            "--seed",
            "2",
        ).returncode
        == 0
    )
    expected = spandrop.SpanDrop(rate=0.5, seed=2).drop_table(tagged, tags="tags", tag_names=["O", "B-PER", "I-PER"])
    assert pyarrow.parquet.read_table(tmp_path / "out.parquet").to_pylist() == expected.to_pylist()


def test_drop_file_with_names_of_columns(tmp_path):
    names = {"text": "context", "answers": "answers", "views": 2, "view_column": "view"}
    source, target, other = (tmp_path / f"{name}.parquet" for name in ("in", "out", "other"))
    answers = [{"text": ["C"], "answer_start": [6]}]
    pyarrow.parquet.write_table(pyarrow.table({"id": ["a"], "context": ["A. B. C. D."], "answers": answers}), source)
    aug = spandrop.SpanDrop(rate=0.5, seed=1)
    assert parquet.drop_file(aug, source, target, **names, threads=2) == 2
    assert parquet.drop_file(spandrop.ray.drop(aug, **names), str(source), str(other)) == 2
    made = pyarrow.parquet.read_table(target)
    assert made.equals(pyarrow.parquet.read_table(other)) and made["view"].to_pylist() == [0, 1]
    with pytest.raises(ValueError, match="got a function; pass these arguments to the function"):
        parquet.drop_file(spandrop.ray.drop(aug), source, target, text="context")
