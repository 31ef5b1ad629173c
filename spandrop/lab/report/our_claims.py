"""What the paper does not claim, and we found when we looked for the reasons of what we saw."""

from checks import claim, lower
from claims import below, minus
from looks import LABELS

HEADLINE, RANDOM_START = 1, 2  # among RECIPES of panels.py
NOT_THE_PAPER_S = "(not in the paper)"


@claim("recipe", "Positions are what SpanDrop lacks",
       f"SpanDrop has a lower error with a random start, which trains all positions {NOT_THE_PAPER_S}")
def positions(group):
    for method in ("drop", "drop_noise_free"):
        yield below(f"{LABELS[method]}, random start − headline",
                    minus(group.cell(method, RANDOM_START), group.cell(method, HEADLINE)))


@claim("recipe", "Then noise shows",
       f"With a random start SpanDrop has a lower error without supporting fact noise {NOT_THE_PAPER_S}")
def noise_free(group):
    return lower(group, "drop_noise_free", "drop", [RANDOM_START])


@claim("recipe", "Beta is better then too",
       f"With a random start Beta-SpanDrop has a lower error than SpanDrop {NOT_THE_PAPER_S}")
def beta(group):
    return lower(group, "beta", "drop", [RANDOM_START])
