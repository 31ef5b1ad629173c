"""Claims that are not in the paper: what we found when we looked for the reasons for our results."""

from checks import claim, lower
from claims import below, minus
from looks import LABELS

HEADLINE, RANDOM_START = 1, 2  # numbers in RECIPES of panels.py
NOT_IN_THE_PAPER = "(not in the paper)"


@claim(
    "recipe",
    "SpanDrop leaves positions untrained",
    f"A random start, which trains all positions, lowers the error of SpanDrop {NOT_IN_THE_PAPER}",
)
def positions(group):
    for method in ("drop", "drop_noise_free"):
        yield below(
            f"{LABELS[method]}, random start − headline",
            minus(group.cell(method, RANDOM_START), group.cell(method, HEADLINE)),
        )


@claim(
    "recipe",
    "Noise matters with a random start",
    f"With a random start, removing supporting fact noise lowers the error of SpanDrop {NOT_IN_THE_PAPER}",
)
def noise_free(group):
    return lower(group, "drop_noise_free", "drop", [RANDOM_START])


@claim(
    "recipe",
    "Beta is better even with a random start",
    f"With a random start, Beta-SpanDrop has a lower error than SpanDrop {NOT_IN_THE_PAPER}",
)
def beta(group):
    return lower(group, "beta", "drop", [RANDOM_START])
