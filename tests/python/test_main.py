"""`python -m spandrop`: the self-check, and Parquet to Parquet."""

import json
import signal
import subprocess
import sys

import corpora
import numpy
import pyarrow
import pyarrow.parquet
import pytest
from conftest import ROOT
from spandrop._core import self_check

import spandrop
from spandrop import __main__


@pytest.fixture
def run(monkeypatch, capsys):
    """A function that runs the program in this process and returns the exit code, output and errors."""

    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["spandrop", *map(str, arguments)])
        code = __main__.main()
        return code, *capsys.readouterr()

    return call


def test_self_check():
    done = subprocess.run([sys.executable, "-m", "spandrop"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"spandrop {spandrop.__version__}")
    assert any(name in lines[1] for name in spandrop.instruction_sets())
    assert "golden vectors of draw version 1" in lines[2]


def test_libraries_are_imported_only_when_used():
    code = """
import sys
import spandrop
assert not {"pyarrow", "pandas", "ray", "pyspark", "torch"} & set(sys.modules)
import spandrop.ray, spandrop.spark
assert not {"ray", "pyspark"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_self_check_notices_a_wrong_bit():
    vector = next(
        vector
        for vector in json.loads(self_check.VECTORS.read_text())["vectors"]
        if vector["n"] > 99 and 0.1 < float.fromhex(vector["rate"]) < 0.9
    )
    assert self_check.problems(vector) == []
    assert self_check.problems({**vector, "seed": vector["seed"] ^ 1}) != []
    assert self_check.problems({**vector, "id": "0" * 32}) != []


@pytest.fixture
def corpus(tmp_path):
    table = pyarrow.Table.from_pylist(list(corpora.made_records(300)))
    pyarrow.parquet.write_table(table, tmp_path / "in.parquet", compression="zstd", row_group_size=70)
    return tmp_path / "in.parquet", table


@pytest.mark.parametrize("threads", [1, 2])
def test_parquet(run, corpus, tmp_path, threads):
    path, table = corpus
    done = run(
        "drop",
        path,
        "-o",
        tmp_path / "out.parquet",
        "--rate",
        0.4,
        "--seed",
        9,
        "--on-lost",
        "drop",
        "--threads",
        threads,
    )
    assert done == (0, "", "")
    made = pyarrow.parquet.read_table(tmp_path / "out.parquet")
    assert made.schema == table.schema
    assert made.to_pylist() == spandrop.SpanDrop(rate=0.4, seed=9, on_lost="drop").drop_table(table).to_pylist()
    assert pyarrow.parquet.ParquetFile(tmp_path / "out.parquet").metadata.row_group(0).column(0).compression == "ZSTD"
    assert not list(tmp_path.glob("*.partial"))


def test_views_follow_one_another(run, corpus, tmp_path):
    path, table = corpus
    run("drop", path, "-o", tmp_path / "out.parquet", "--rate", 0.4, "--view", 5, "--views", 3, "--view-column", "view")
    made = pyarrow.parquet.read_table(tmp_path / "out.parquet").to_pylist()
    assert [row["view"] for row in made] == [5, 6, 7] * len(table)
    aug = spandrop.SpanDrop(rate=0.4)
    for view in (5, 6, 7):
        expected = aug.drop_table(table, view=view).to_pylist()
        assert made[view - 5 :: 3] == [{"view": view, **row} for row in expected]


def test_the_view_column_must_be_new(run, corpus, tmp_path):
    path, _ = corpus
    code, _, message = run("drop", path, "-o", tmp_path / "out.parquet", "--views", 2, "--view-column", "id")
    assert code == 3 and "the table has a column id" in message
    assert not list(tmp_path.glob("out*"))


def test_answers_and_tags(run, tmp_path):
    """Named columns move with the text; unnamed answers cause a warning."""
    aug = spandrop.SpanDrop(rate=0.4, seed=3)
    for name, options in (("squad", {"text": "context", "answers": "answers"}), ("ner", {"tags": "tags"})):
        rows = [json.loads(line) for line in (ROOT / f"examples/{name}.jsonl").read_text().splitlines()]
        source, target = tmp_path / f"{name}.parquet", tmp_path / "out.parquet"
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), source)
        named = [word for what, column in options.items() for word in (f"--{what}", column)]
        assert run("drop", source, "-o", target, "--rate", 0.4, "--seed", 3, *named) == (0, "", "")
        expected = aug.drop_table(pyarrow.Table.from_pylist(rows), **options)
        assert pyarrow.parquet.read_table(target).to_pylist() == expected.to_pylist() != rows
    code, _, errors = run("drop", tmp_path / "squad.parquet", "-o", target, "--text", "context")
    assert code == 0 and errors.startswith(
        f"spandrop: {tmp_path / 'squad.parquet'}: [drop_table] answers contains answers that will not be moved; pass --answers answers"
    )


def test_messages_name_command_line_options(run, corpus, tmp_path):
    code, _, errors = run("drop", corpus[0], "-o", tmp_path / "out.parquet", "--text", "", "--tokens", "")
    assert code == 3 and "name the column with --text or --tokens" in errors
    for names in ((corpus[0], tmp_path / "out.jsonl"), (tmp_path / "in.jsonl.gz", tmp_path / "out.parquet")):
        code, _, errors = run("drop", names[0], "-o", names[1])
        assert code == 2 and "expected a Parquet file; for JSON Lines and plain text, use `spandrop drop`" in errors


def test_flags_in_messages():
    assert __main__.in_flags('name it as answers="my-answers"') == "name it as --answers my-answers"
    assert (
        __main__.in_flags("expected the answer 'text=5' at 3; name it in parallel=")
        == "expected the answer 'text=5' at 3; name it in --parallel"
    )


def test_parallel_columns(run, tmp_path):
    """As one comma-separated option or several options."""
    table = pyarrow.table({"id": [1], "tokens": [[1, 2, 3]], "a": [[1, 2, 3]], "b": [[4, 5, 6]], "c": [[7, 8, 9]]})
    pyarrow.parquet.write_table(table, tmp_path / "in.parquet")
    run(
        "drop",
        tmp_path / "in.parquet",
        "-o",
        tmp_path / "out.parquet",
        "--rate",
        0.5,
        "--seed",
        4,
        "--parallel",
        "a,b",
        "--parallel",
        "c",
    )
    made = spandrop.SpanDrop(rate=0.5, seed=4).drop_table(table, parallel=["a", "b", "c"])
    assert pyarrow.parquet.read_table(tmp_path / "out.parquet").to_pylist() == made.to_pylist() != table.to_pylist()


def test_empty_file(run, tmp_path):
    pyarrow.parquet.write_table(pyarrow.table({"text": pyarrow.array([], pyarrow.string())}), tmp_path / "in.parquet")
    assert run("drop", tmp_path / "in.parquet", "-o", tmp_path / "out.parquet") == (0, "", "")
    assert pyarrow.parquet.read_table(tmp_path / "out.parquet").num_rows == 0


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--rate", "2"], 2, "expected rate"),
        (["--spans", "line"], 2, "expected sentence, word"),
        (["--text", "body"], 3, "expected the column body, got"),
        (["--threads", "0"], 2, "threads >= 1"),
        (["--on-lost", "error", "--rate", "0.9"], 3, "row 0: annotations[0]"),
        (["--mask", "__"], 3, "one character"),
    ],
)
def test_errors_leave_no_file(run, corpus, tmp_path, arguments, code, message):
    ended, _, errors = run("drop", corpus[0], "-o", tmp_path / "out.parquet", *arguments)
    assert ended == code and message in errors
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.parquet"]


def test_the_input_is_not_written_over(run, corpus, tmp_path):
    before = corpus[0].read_bytes()
    code, _, errors = run("drop", corpus[0], "-o", corpus[0])
    assert code == 1 and "expected an output file other than the input" in errors
    assert corpus[0].read_bytes() == before and [path.name for path in tmp_path.iterdir()] == ["in.parquet"]
    assert run("drop", corpus[0], "-o", "-")[0] == 2


def test_masks_of_tokens_that_are_numbers(run, tmp_path):
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"id": [1], "tokens": [[7] * 20]}), source)
    assert run("drop", source, "-o", target, "--mask", "103", "--rate", "0.5") == (0, "", "")
    assert set(pyarrow.parquet.read_table(target)["tokens"][0].as_py()) == {7, 103}
    code, _, errors = run("drop", source, "-o", target, "--mask", "x")
    assert code == 2 and "x" in errors


def test_files_that_fail(run, tmp_path):
    (tmp_path / "in.parquet").write_bytes(b"PAR1 no such thing")
    assert run("drop", tmp_path / "in.parquet", "-o", tmp_path / "out.parquet")[0] == 1
    assert run("drop", tmp_path / "none.parquet", "-o", tmp_path / "out.parquet")[0] == 1
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]


DROP = """
import os, signal, sys
import pyarrow
from spandrop import SpanDrop, parquet
from spandrop._arrow import batches

drop, calls = batches.BatchDrop(SpanDrop()), []

def drop_until(table):
    calls.append(len(calls))
    if calls[-1] == STOP:
        os.kill(os.getpid(), signal.SIGKILL)
    return drop(table)

parquet.drop_file(drop_until, *sys.argv[1:], batch_rows=512)
print(pyarrow.default_memory_pool().max_memory())
"""


def run_drop(source, target, stop=-1):
    return subprocess.run(
        [sys.executable, "-c", DROP.replace("STOP", str(stop)), source, target], capture_output=True, text=True
    )


def test_a_killed_run_leaves_the_file_unchanged(corpus, tmp_path):
    source, target = corpus[0], tmp_path / "out.parquet"
    table = pyarrow.concat_tables([corpus[1]] * 4)
    pyarrow.parquet.write_table(table, source)
    target.write_bytes(b"as it was")
    assert run_drop(source, target, stop=2).returncode == -signal.SIGKILL
    assert target.read_bytes() == b"as it was"
    assert run_drop(source, target).returncode == 0
    assert pyarrow.parquet.read_table(target).to_pylist() == spandrop.SpanDrop().drop_table(table).to_pylist()
    assert not list(tmp_path.glob("*.partial"))


def test_an_interrupt_leaves_the_file_unchanged(run, corpus, tmp_path, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    (tmp_path / "out.parquet").write_bytes(b"as it was")
    monkeypatch.setattr("os.fsync", interrupt)
    code, _, errors = run("drop", corpus[0], "-o", tmp_path / "out.parquet")
    assert code == 130 and "interrupted" in errors
    assert (tmp_path / "out.parquet").read_bytes() == b"as it was"
    assert not list(tmp_path.glob("*.partial"))


@pytest.mark.parametrize("groups", [1, 40])
def test_memory_does_not_grow_with_the_file(tmp_path, groups):
    """Texts that do not compress, in one row group or many: a batch of 512 rows is 0.5 MB."""
    generator = numpy.random.default_rng(0)
    texts = [generator.bytes(500).hex() for _ in range(40_000)]
    pyarrow.parquet.write_table(
        pyarrow.table({"text": texts}), tmp_path / "in.parquet", row_group_size=40_000 // groups, use_dictionary=False
    )
    peak = int(run_drop(tmp_path / "in.parquet", tmp_path / "out.parquet").stdout)
    assert peak < 10e6 < (tmp_path / "in.parquet").stat().st_size / 2
