"""Claims as named checks: true, false or undecided, by paired intervals over seeds."""

import dataclasses

from intervals import interval

TRUE, FALSE, UNDECIDED = "true", "false", "undecided"
FEWEST = 3          # seeds that a decision needs
NEGLIGIBLE = 2.0    # points of error that count as no change


@dataclasses.dataclass(frozen=True)
class Comparison:
    """A difference that the claim says lies below a margin, or facts that need no statistics."""

    text: str
    verdict: str
    why: str
    differences: dict = dataclasses.field(default_factory=dict)     # {seed: difference}
    interval: object = None
    margin: float = 0.0
    missing: bool = False       # there is nothing to compare
    place: str = ""             # which of several results, where each is a verdict of its own


@dataclasses.dataclass(frozen=True)
class Verdict:
    """A claim, decided in one group of results; the group is None where there are none."""

    name: str
    text: str
    group: object
    verdict: str
    comparisons: tuple
    panel_name: str = ""

    @property
    def panel(self):
        return self.group.panel.name if self.group else self.panel_name


def signed(value):
    """Two digits with a true minus, and no sign before nothing."""
    text = f"{value:+.2f}".replace("-", "−")
    return "0.00" if text[1:] == "0.00" else text


def below(text, differences, margin=0.0, unit="seeds", place=""):
    """Whether a mean difference is below the margin: true or false when the 95 % interval is wholly on one side."""
    if not differences:
        return nothing(text, "no results for both sides on the same seed")
    found = interval(differences.values())
    if found.count < FEWEST:
        why = f"{signed(found.mean)}; {found.count} {unit if found.count > 1 else unit[:-1]}, {FEWEST} are needed"
        return Comparison(text, UNDECIDED, why, differences, found, margin, place=place)
    verdict = TRUE if found.high < margin else FALSE if found.low > margin else UNDECIDED
    against = f", against {margin:g}" if margin else ""
    why = f"{signed(found.mean)} ± {found.half:.2f} over {found.count} {unit}{against}"
    return Comparison(text, verdict, why, differences, found, margin, place=place)


def fact(text, holds, why, place=""):
    """What closed forms or large counts settle without seeds."""
    return Comparison(text, TRUE if holds else FALSE, why, place=place)


def nothing(text, why):
    """Where there is nothing to compare."""
    return Comparison(text, UNDECIDED, why, missing=True)


def minus(one, other):
    """{seed: difference} on the seeds that both have."""
    return {seed: one[seed] - other[seed] for seed in one.keys() & other.keys()}


def average(columns):
    """{seed: mean} of several {seed: value}, on the seeds that all have."""
    columns = list(columns)
    if not columns:
        return {}
    seeds = set.intersection(*(set(column) for column in columns))
    return {seed: sum(column[seed] for column in columns) / len(columns) for seed in seeds}


def together(comparisons):
    """True when all are true, false when one is false."""
    verdicts = {comparison.verdict for comparison in comparisons}
    return FALSE if FALSE in verdicts else TRUE if verdicts == {TRUE} else UNDECIDED
