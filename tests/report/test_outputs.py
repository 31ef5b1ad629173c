"""The other output files: figures, JSON, Markdown."""

import json
import xml.etree.ElementTree

import plots
import pytest
import svg
import synthetic
from intervals import quantile


def test_every_figure_is_written_as_svg_and_pdf(written):
    folder = written / "report_files"
    names = {path.stem for path in folder.iterdir()}
    assert {"figure2", "figure3"} < names and len(names) == 15
    for name in names:
        assert xml.etree.ElementTree.parse(folder / f"{name}.svg").getroot().tag.endswith("svg")
        assert (folder / f"{name}.pdf").read_bytes().startswith(b"%PDF")


def test_cells_in_json_are_the_means_of_the_results(written):
    value = json.loads((written / "report.json").read_text())
    cell = next(cell for cell in value["cells"] if (cell["panel"], cell["series"], cell["x"]) == ("b", "beta", 0.3))
    runs = [json.loads(path.read_text()) for path in (written / "results/figure3b").iterdir()]
    wanted = {"method": "beta", "rate": 0.3, "noise_free": False}.items()
    errors = [
        run["scores"]["test_error"]
        for run in runs
        if run["kind"] == "find_animals" and wanted <= {**run["settings"], "animals": None}.items()
    ]
    mean = sum(errors) / 3
    deviation = (sum((error - mean) ** 2 for error in errors) / 2) ** 0.5
    assert sorted(cell["seeds"].values()) == sorted(errors)
    assert cell["mean"] == pytest.approx(mean)
    assert cell["high"] - cell["mean"] == pytest.approx(quantile(2) * deviation / 3**0.5)
    assert cell["paper"] == 6.77
    assert value["missing"] == []


def test_claims_in_json_include_their_numbers(written):
    claims = json.loads((written / "report.json").read_text())["claims"]
    claim = next(claim for claim in claims if claim["name"] == "SpanMask is worse")
    assert claim["verdict"] == "true"
    for comparison in claim["comparisons"]:
        assert len(comparison["differences"]) == 3 and comparison["low"] < comparison["mean"] < comparison["high"] < 0


def test_markdown_has_the_headline_and_the_claims(written):
    text = (written / "report.md").read_text()
    assert "### n = 100" in text and "### n = 300" in text
    row = next(line for line in text.splitlines() if line.startswith("| Beta-SpanDrop (noise-free) |"))
    assert row.count("|") == 7 and "| 2.41 |" in row and "(3)" in row
    assert "spandrop lab run experiments/headline.toml --scale laptop --jobs 2" in text
    assert "| **true** |" in text and "| **false** |" in text


def test_one_seed_and_one_panel_are_enough(report, tmp_path):
    synthetic.write(synthetic.Maker(seeds=(5,)).masks(), tmp_path / "results")
    done = report(tmp_path / "results", "-o", tmp_path / "report.html", "--markdown", tmp_path / "report.md")
    assert "no results for: Headline" in done.stdout and "(f)" not in done.stdout
    page = (tmp_path / "report.html").read_text()
    assert "1 seed: significance requires at least 3." in page
    assert page.count("No results yet.") == 12
    assert "No results yet." in (tmp_path / "report.md").read_text()


def test_the_same_results_give_the_same_bytes(grouped):
    groups = grouped(synthetic.Maker().masks())

    def drawn():
        figure = plots.pair(groups["f"][0])
        return svg.svg_text(figure), svg.pdf_bytes(figure)

    assert drawn() == drawn()


def test_diverged_runs_are_listed_and_left_out(report, tmp_path):
    runs = [synthetic.result("b", scores={"test_error": 30.0}, method="drop")]
    runs.append(synthetic.result("b", method="beta") | {"diverged": "step 3: the loss is nan"})
    synthetic.write(runs, tmp_path / "results")
    said = report(tmp_path / "results", "-o", tmp_path / "report.html").stdout
    assert "left out, because it diverged" in said and "step 3: the loss is nan" in said
    assert "step 3: the loss is nan" in (tmp_path / "report.html").read_text()
