"""The panels of Figures 2 and 3: their axes, their series and where to find the paper's numbers."""

import dataclasses
from collections.abc import Callable

from find_animals import animals_of

FIVE = ("none", "drop", "drop_noise_free", "beta", "beta_noise_free")
FOUR = FIVE[1:]
GAMMAS = ("gamma_inf", "gamma_100", "gamma_10", "gamma_1", "gamma_0.1", "gamma_0.01")


def test_error(setting):
    """One point per run: its test error against a setting."""
    return lambda run: [(run.series, run.settings[setting], run.scores["test_error"])]


def by_rate(run):
    """A run without a drop is the point at rate 0 for every method."""
    if run.series == "none":
        return [(series, 0, run.scores["test_error"]) for series in FOUR]
    return test_error("rate")(run)


def by_support(run):
    return [(run.series, len(animals_of(run)[0]), run.scores["test_error"])]


def by_test_length(run):
    prefix = "test_error_at_"
    lengths = {int(name[len(prefix) :]): score for name, score in run.scores.items() if name.startswith(prefix)}
    lengths[run.settings["length"]] = run.scores["test_error"]
    return [(run.series, length, score) for length, score in lengths.items()]


def by_law(run):
    """Setting 1 is Bernoulli, 2 is Beta-Bernoulli, as in the paper's table."""
    places = {
        "none": [("none", 1), ("none", 2)],
        "drop": [("drop", 1)],
        "beta": [("drop", 2)],
        "mask": [("mask", 1)],
        "beta_mask": [("mask", 2)],
    }
    return [(series, x, run.scores["test_error"]) for series, x in places.get(run.series, [])]


def by_positions(run):
    """Setting 1 is fixed, 2 is the first 100 letters, as in the paper's table."""
    x = {"fixed": 1, "first": 2}.get(run.settings.get("positions"))
    return [(run.series, x, run.scores["test_error"])] if x else []


# Recipes by width, normalisation and whether the remaining letters start at a random offset; others are not shown.
RECIPES = {
    (32, "post", False): (1, "headline"),
    (32, "post", True): (2, "random start"),
    (64, "post", False): (3, "width 64"),
    (32, "pre", False): (4, "pre-norm, learning rate 0.002"),
}


def by_recipe(run):
    """The number of the recipe."""
    settings = run.settings
    x, _ = RECIPES.get((settings.get("width"), settings.get("norm"), bool(settings.get("random_start"))), (None, ""))
    return [(run.series, x, run.scores["test_error"])] if x else []


def by_step(run):
    columns = run.curve["columns"]
    if "dev_error" not in columns:
        return []
    step, error = columns.index("step"), columns.index("dev_error")
    return [(run.series, row[step], row[error]) for row in run.curve["rows"] if row[error] is not None]


def by_table(run):
    """A theory table: each column against the first."""
    return [
        (name, row[0], value)
        for row in run.curve["rows"]
        for name, value in zip(run.curve["columns"][1:], row[1:])
        if value is not None
    ]


@dataclasses.dataclass(frozen=True)
class Panel:
    name: str  # as in results: a to h of Figure 3, 2a to 2c, headline, recipe
    title: str
    across: str  # label of the x axis
    series: tuple
    points: Callable  # run -> [(series, x, value)]
    varies: tuple = ()  # settings of TASK shown by x or by the series
    table: str | None = None  # the paper's
    noise_table: str | None = None
    section: str = "find_animals"
    upward: str = "Error (%)"  # label of the y axis
    log_x: bool = False
    log_y: bool = False
    choice: Callable | None = None  # x -> its name, if x is a category and not a number
    x_paper: Callable = lambda x, settings: x  # our x in the paper's units, if the training differs
    apart: tuple = ()  # settings besides TASK whose values are shown separately
    decimals: int = 2

    @property
    def heading(self):
        """The title with its figure, for lists that include both figures."""
        figure = "Figure 2" if self.section == "theory" else "Figure 3"
        return figure + self.title if self.title.startswith("(") else self.title


PANELS = [
    Panel(
        "headline",
        "Headline: five methods, 1,000 examples",
        "Sequence length n",
        FIVE,
        test_error("length"),
        ("length",),
        "c_sequence_length",
        choice="n = {:g}".format,
    ),
    Panel(
        "a",
        "(a) Data efficiency",
        "Training examples",
        FIVE,
        test_error("train_size"),
        ("train_size",),
        "a_data_efficiency_1_animal",
        log_x=True,
        log_y=True,
    ),
    Panel(
        "b",
        "(b) Noise in supporting facts",
        "Drop rate p",
        FOUR,
        by_rate,
        ("rate",),
        "b_drop_rate",
        "b_noise",
        upward="Error, noise (%)",
        log_y=True,
    ),
    Panel(
        "c",
        "(c) Sequence length",
        "Train and test sequence length n",
        FIVE,
        test_error("length"),
        ("length",),
        "c_sequence_length",
        "c_noise",
        upward="Error, noise (%)",
        log_x=True,
        log_y=True,
    ),
    Panel(
        "d",
        "(d) Supporting fact size",
        "Supporting fact size m",
        FIVE,
        by_support,
        ("animals",),
        "d_support_size",
        "d_noise",
        upward="Error, noise (%)",
        log_y=True,
    ),
    Panel(
        "e",
        "(e) Out-of-distribution length",
        "Test sequence length",
        FIVE,
        by_test_length,
        (),
        "e_test_length",
        x_paper=lambda x, settings: x * 300 / settings["length"],
    ),
    Panel(
        "f",
        "(f) SpanDrop and SpanMask",
        "Law",
        ("none", "mask", "drop"),
        by_law,
        (),
        "f_drop_or_mask",
        choice={1: "Bernoulli", 2: "Beta-Bernoulli"}.get,
    ),
    Panel(
        "g",
        "(g) Position bias",
        "Positions in training",
        ("none", "mask", "drop", "beta"),
        by_positions,
        ("positions",),
        "g_position_bias",
        choice={1: "Fixed", 2: "First 100"}.get,
    ),
    Panel(
        "h",
        "(h) Error during training",
        "Training steps",
        FIVE,
        by_step,
        (),
        "h_training_curve",
        upward="Dev error (%)",
        log_y=True,
        x_paper=lambda x, settings: x * 50000 / settings["steps"],
    ),
    Panel(
        "recipe",
        "Recipes: why noise has no visible effect on SpanDrop",
        "Recipe",
        FOUR,
        by_recipe,
        apart=("steps",),
        choice=dict(RECIPES.values()).get,
    ),
    Panel(
        "2a",
        "(a) Length of a dropped sequence, n = 100, p = 0.2",
        "Sequence length n'",
        ("drop", "beta"),
        by_table,
        (),
        "length_distribution",
        section="theory",
        upward="Proportion (%)",
        decimals=3,
    ),
    Panel(
        "2b",
        "(b) Supporting fact noise, p = 0.2",
        "Supporting facts m",
        GAMMAS,
        by_table,
        (),
        "support_noise",
        section="theory",
        upward="Log noise-free probability",
        decimals=4,
    ),
    Panel(
        "2c",
        "(c) Typical set size, p = 0.1",
        "Sequence length n",
        GAMMAS,
        by_table,
        (),
        "entropy_per_span",
        section="theory",
        upward="Nats per span",
        log_x=True,
        decimals=4,
    ),
]


def panel_of(run):
    """The name of the panel that a run belongs to: the kind distinguishes Figure 2 from Figure 3."""
    if run.experiment.startswith("headline"):
        return "headline"
    name = run.panel.lower()
    return "2" + name if run.kind == "theory" and len(name) == 1 else name
