"""The paper's numbers: experiments/paper/tables.json."""

import json
import pathlib

TABLES = pathlib.Path(__file__).resolve().parents[3] / "experiments/paper/tables.json"

# The settings of section 3, unless a panel varies them. The paper does not give width, heads, batch size or
# learning rate.
SETTINGS = {"length": 300, "train_size": 1000, "rate": 0.1, "gamma": 1, "steps": 50000, "layers": 3, "test_size": 10000}

DISAGREEMENT = (
    "The paper contradicts itself: the error of SpanDrop at n = 300, p = 0.1 and 1,000 examples is 18.31 in panels "
    "(a) to (c), 21.54 in (e) and (f), 19.80 in (d) and 26.26 at the end of (h). So each of its numbers is a sample "
    "from runs that vary by several points."
)


class Paper:
    def __init__(self, path=TABLES):
        self.tables = json.loads(pathlib.Path(path).read_text())

    def points(self, section, name, columns):
        """{(series, x): number} of a table, for {series: column}; numbers that the paper omits are skipped."""
        if name is None:
            return {}
        table = self.tables[section][name]
        places = {
            series: table["columns"].index(column) for series, column in columns.items() if column in table["columns"]
        }
        return {
            (series, row[0]): row[place]
            for row in table["rows"]
            for series, place in places.items()
            if row[place] is not None
        }
