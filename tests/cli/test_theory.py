"""`spandrop theory`: its table, its JSON and the tables of Figure 2."""

import json
import math
import pathlib
import time

import pytest

PAPER = json.loads((pathlib.Path(__file__).parents[1] / "data/paper_theory.json").read_text())


@pytest.fixture
def theory(spandrop):
    return lambda *args: json.loads(spandrop("theory", *args, "--json").stdout)


def test_json_has_the_promised_fields(theory):
    found = theory("--n", 100, "--m", 10, "--rate", 0.1, "--gamma", 1)
    assert (found["n"], found["m"], found["rate"], found["gamma"]) == (100, 10, 0.1, 1)
    assert found["length_mean"] == pytest.approx(90, rel=1e-14)
    assert found["length_variance"] == pytest.approx(90, rel=1e-14)
    assert found["length_sd"] == pytest.approx(math.sqrt(90), rel=1e-14)
    assert found["p_unchanged"] == pytest.approx(9 / 109, rel=1e-13)
    assert found["drift_from_original"] == pytest.approx(100 / 109, rel=1e-13)
    assert found["p_support_kept"] == pytest.approx(9 / 19, rel=1e-13)
    assert found["noise"] == pytest.approx(10 / 19, rel=1e-13)
    assert found["expected_lost"] == pytest.approx(1, rel=1e-14)
    assert found["entropy_per_span"] == pytest.approx(0.29405124, abs=1e-8)
    assert found["log_typical_set"] == pytest.approx(29.405124, abs=1e-6)
    assert 0.5 < found["drift_from_bernoulli"] < 0.6


def test_infinite_gamma_is_plain_spandrop(theory):
    found = theory("--m", 10, "--gamma", "inf")
    assert found["gamma"] == "inf"
    assert found["p_support_kept"] == pytest.approx(0.9**10, rel=1e-14)
    assert found["length_variance"] == pytest.approx(9, rel=1e-14)
    assert found["drift_from_bernoulli"] == 0


def test_an_impossible_event_has_an_infinite_logarithm(theory):
    found = theory("--rate", 1)
    assert found["p_unchanged"] == 0 and found["log_p_unchanged"] == "-inf"
    assert theory("--n", 0, "--m", 0)["p_unchanged"] == 1


def test_few_spans_need_no_m(theory):
    assert [theory("--n", n)["m"] for n in (0, 2, 3, 4)] == [0, 2, 3, 3]


def test_defaults(theory):
    found = theory()
    assert (found["n"], found["m"], found["rate"], found["gamma"]) == (100, 3, 0.1, 1)


def test_table_shows_both_laws(spandrop):
    text = spandrop("theory", "--m", 10).stdout.decode()
    row = next(line for line in text.splitlines() if "supporting facts kept" in line)
    assert row.split()[-2:] == ["34.9%", "47.4%"]
    assert "Beta-SpanDrop" in text
    assert "Beta-SpanDrop" not in spandrop("theory", "--gamma", "inf").stdout.decode()


def test_ten_million_spans_take_seconds(theory):
    start = time.monotonic()
    assert theory("--n", 10_000_000)["entropy_per_span"] == pytest.approx(0.2828975056, abs=1e-9)
    assert time.monotonic() - start < 10


@pytest.mark.parametrize("name, table", [("noise", "support_noise"), ("entropy", "entropy_per_span")])
def test_figure_equals_the_paper(theory, name, table):
    found = theory("--figure", name)
    assert found["columns"] == PAPER[table]["columns"]
    assert len(found["rows"]) == len(PAPER[table]["rows"])
    for row, expected in zip(found["rows"], PAPER[table]["rows"]):
        assert row[:-1] == pytest.approx(expected[:-1], abs=1e-6)
        # In the noise table, the paper used 10^6 in place of infinite gamma.
        assert row[-1] == pytest.approx(expected[-1], abs=1e-5)


def test_length_figure_is_close_to_the_papers_simulation(theory):
    found = theory("--figure", "length")
    assert found["columns"] == PAPER["length_distribution"]["columns"]
    for column in (1, 2):
        assert sum(row[column] for row in found["rows"]) == pytest.approx(100, rel=1e-12)
    for row, expected in zip(found["rows"], PAPER["length_distribution"]["rows"], strict=True):
        for mine, simulated in zip(row[1:], expected[1:]):
            assert simulated == pytest.approx(mine, abs=5 * 0.1 * math.sqrt(mine / 100) + 1e-4)


@pytest.mark.parametrize("name", ["length", "noise", "entropy"])
def test_figure_as_text_is_the_same_table(spandrop, theory, name):
    header, *lines = spandrop("theory", "--figure", name).stdout.decode().splitlines()
    table = theory("--figure", name)
    assert header.split("\t") == table["columns"]
    assert [[float(cell) for cell in line.split("\t")] for line in lines] == table["rows"]


@pytest.mark.parametrize(
    "args, reason",
    [
        (["--rate", "1.5"], "rate in [0, 1], got 1.5"),
        (["--rate", "nan"], "rate in [0, 1], got nan"),
        (["--gamma", "0"], "gamma above 0, got 0"),
        (["--gamma", "nan"], "gamma above 0, got nan"),
        (["--n", "3", "--m", "4"], "m of at most n = 3, got 4"),
        (["--n", "2000000000"], "at most 1000000000 spans"),
        (["--n", "-5"], "--n"),
        (["--n", "many"], "--n"),
        (["--figure", "other"], "--figure"),
        (["--figure", "length", "--n", "3"], "--n excludes --figure"),
    ],
)
def test_wrong_arguments_are_refused(spandrop, args, reason):
    done = spandrop("theory", *args, check=False)
    assert done.returncode == 2
    assert reason in done.stderr.decode()
    assert done.stdout == b""


def test_help_has_an_example(spandrop):
    assert b"spandrop theory --n 100 --m 10" in spandrop("theory", "--help").stdout
