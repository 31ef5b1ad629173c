"""What the paper does not claim, and we found when we looked for the reasons of what we saw."""

from checks import claim, lower
from claims import below, minus
from looks import LABELS

HEADLINE, RANDOM_START = 1, 2  # among RECIPES of panels.py


@claim("recipe", "Positions are what SpanDrop lacks",
       "At n = 300 SpanDrop has a lower error when kept letters begin at a random position, so that all are trained"
       " (not in the paper)")
def positions(group):
    for method in ("drop", "drop_noise_free"):
        yield below(f"{LABELS[method]}, random start − headline",
                    minus(group.cell(method, RANDOM_START), group.cell(method, HEADLINE)))


@claim("recipe", "Then noise shows", "With that SpanDrop has a lower error without supporting fact noise")
def noise_free(group):
    return lower(group, "drop_noise_free", "drop", [RANDOM_START])


@claim("recipe", "Beta is better then too", "With that Beta-SpanDrop has a lower error than SpanDrop")
def beta(group):
    return lower(group, "beta", "drop", [RANDOM_START])
