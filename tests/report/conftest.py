"""The report is a folder that Python runs as a program; the tests import its modules."""

import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
REPORT = ROOT / "spandrop/lab/report"
sys.path.insert(0, str(REPORT))

import synthetic  # noqa: E402
from groups import make_groups  # noqa: E402
from paper import Paper  # noqa: E402
from results import read  # noqa: E402


@pytest.fixture
def grouped(tmp_path):
    """A function from results to {panel: groups}."""

    def group(runs):
        synthetic.write(runs, tmp_path)
        return make_groups(read([tmp_path]), Paper())

    return group


@pytest.fixture(scope="session")
def report():
    """A function that runs the command."""

    def run(*arguments, check=True):
        done = subprocess.run([sys.executable, REPORT, *map(str, arguments)], capture_output=True, text=True)
        assert done.returncode == 0 or not check, done.stderr
        return done

    return run


@pytest.fixture(scope="session")
def written(report, tmp_path_factory):
    """The directory of a report with every panel: report.html, report_files/, report.json, report.md."""
    home = tmp_path_factory.mktemp("report")
    synthetic.write(synthetic.Maker().figures(), home / "results")
    report(
        home / "results", "-o", home / "report.html", "--json", home / "report.json", "--markdown", home / "report.md"
    )
    return home
