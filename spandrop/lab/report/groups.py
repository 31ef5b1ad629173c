"""Groups runs: all runs of a panel that share one plot and one table."""

import dataclasses
import re
from collections import Counter

from find_animals import INDIFFERENT, TASK, label_parts, name_parts, order, task_of
from intervals import interval
from panels import PANELS, panel_of
from results import NO_CURVE

SCALES = ("paper", "laptop", "smoke")  # the first with runs is shown, for each experiment


@dataclasses.dataclass
class Group:
    panel: object
    key: dict  # the experiment and settings of TASK shared by all its runs
    runs: list  # training runs, or theory tables
    noise_runs: list
    repeated: int = 0  # runs not shown: same cell and seed, fewer steps
    other_scales: dict = dataclasses.field(default_factory=dict)  # scale -> runs that are not shown
    paper: dict = dataclasses.field(default_factory=dict)  # (series, x) -> number
    paper_noise: dict = dataclasses.field(default_factory=dict)

    def __post_init__(self):
        self.cells = {}  # (series, x) -> {seed: value}
        kept = {}
        for run in sorted(self.runs, key=lambda run: (run.settings.get("steps", 0), str(run.path))):
            for series, x, value in self.panel.points(run):
                self.cells.setdefault((series, x), {})[run.seed] = value
                kept.setdefault((series, x, run.seed), []).append(run)
        self.repeated = len({id(run) for runs in kept.values() for run in runs[:-1]})
        self.noise = self.points_of(self.noise_runs, "noise")
        self.best = self.points_of(self.runs, "best_test_error")  # at the step with the lowest dev error

    def points_of(self, runs, score):
        """(series, x) -> {seed: value} of a score other than the one shown in the panel."""
        found = {}
        for run in runs:
            if score in run.scores:
                for series, x, value in self.panel.points(
                    dataclasses.replace(run, scores={"test_error": run.scores[score]}, curve=NO_CURVE)
                ):
                    found.setdefault((series, x), {})[run.seed] = value
        return found

    def cell(self, series, x):
        """{seed: value}; empty if nothing was run."""
        return self.cells.get((series, x), {})

    def across(self, *series):
        """The x at which all of these series have values, in order."""
        found = [{x for name, x in self.cells if name == wanted} for wanted in series]
        return sorted(set.intersection(*found))

    def interval(self, series, x):
        values = self.cell(series, x)
        return interval(values.values()) if values else None

    def settings(self, name):
        """All values of a setting in the group's runs, sorted; lists are joined."""
        found = {
            value if not isinstance(value, list) else ", ".join(map(str, value))
            for run in self.runs or self.noise_runs
            if name not in INDIFFERENT.get(run.settings.get("method"), ())
            and (value := run.settings.get(name)) is not None
        }
        return sorted(found, key=lambda value: (str(type(value)), value))

    def paper_x(self, x):
        """Our x in the paper's units: the same fraction of the training, or of the training length."""
        steps = self.settings("steps")
        return self.panel.x_paper(x, {"steps": steps[-1] if steps else None, "length": self.key.get("length")})

    @property
    def cpu_seconds(self):
        return sum(run.cpu_seconds for run in self.runs + self.noise_runs)

    @property
    def seeds(self):
        return sorted({run.seed for run in self.runs})

    @property
    def label(self):
        """What distinguishes this group within its panel, in words."""
        return ", ".join(label_parts(self.key))

    @property
    def name(self):
        """The same as a name for files and anchors."""
        figure = self.panel.name if len(self.panel.name) > 1 else "3" + self.panel.name
        experiment = self.key.get("experiment") or "figure" + figure
        return re.sub(r"[^\w-]", "", "_".join([experiment, *name_parts(self.key)]))


def key_of(run, panel):
    """The settings that determine a run's group; None matches any value."""
    if run.kind == "theory":
        return {}
    key = task_of(run, [name for name in (*TASK, *panel.apart) if name not in panel.varies])
    if run.kind == "noise":
        key["train_size"] = None
    key["experiment"] = run.experiment if run.kind == "find_animals" else None
    return key


def agree(one, other):
    return all(one[name] is None or other[name] is None or one[name] == other[name] for name in one)


def specific(key):
    return sum(value is not None for value in key.values())


def shown_scale(runs):
    """The runs of the largest scale of each experiment, and the others."""
    shown = {}
    for run in runs:
        place = run.experiment, run.kind
        shown[place] = min(shown.get(place, run.scale), run.scale, key=rank)
    parts = {True: [], False: []}
    for run in runs:
        parts[run.scale == shown[run.experiment, run.kind]].append(run)
    return parts[True], parts[False]


def rank(scale):
    return SCALES.index(scale) if scale in SCALES else len(SCALES), scale


def paper_columns(panel, key):
    """{series: column} of the paper's table, and the table's name, which in (a) depend on the animals and the rate."""
    columns = {series: "baseline" if series == "none" else series for series in panel.series}
    if panel.name != "a":
        return panel.table, columns
    rate = f"_p{0.1 if key.get('rate') is None else key['rate']:g}"
    count = len(key["animals"])
    table = {1: "1_animal", 2: "2_animals", 10: "10_animals"}.get(count)
    return (
        f"a_data_efficiency_{table}" if table else None,
        {series: column + rate * (series != "none") for series, column in columns.items()},
    )


def make_groups(runs, paper):
    """{panel name: [group]} for every panel; an empty list if there are no results."""
    found = {}
    for panel in PANELS:
        mine = [run for run in runs if panel_of(run) == panel.name]
        shown, hidden = shown_scale(mine)
        keys = []
        for key in sorted((key_of(run, panel) for run in shown), key=specific, reverse=True):
            if not any(agree(key, known) for known in keys):
                keys.append(key)
        # Groups with training come before those with noise only.
        keys.sort(key=lambda key: (key.get("experiment") is None, *order(key), str(key.get("experiment"))))
        found[panel.name] = [build(panel, key, shown, hidden, paper) for key in keys]
    return found


def build(panel, key, shown, hidden, paper):
    mine = [run for run in shown if agree(key_of(run, panel), key)]
    trained, noise = ([run for run in mine if (run.kind == "noise") == is_noise] for is_noise in (False, True))
    others = Counter(run.scale for run in hidden if run.experiment == key.get("experiment"))
    table, columns = paper_columns(panel, key)
    group = Group(panel, key, trained, noise, other_scales=others)
    group.paper = paper.points(panel.section, table, columns)
    if panel.name == "headline":  # the table has eight lengths, the headline two
        lengths = {x for _, x in group.cells}
        group.paper = {(series, x): value for (series, x), value in group.paper.items() if x in lengths}
    group.paper_noise = paper.points(panel.section, panel.noise_table, {"drop": "drop", "beta": "beta"})
    return group
