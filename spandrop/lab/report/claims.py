"""Claims as named checks: true, false, not significant or not tested, by paired intervals over seeds."""

import dataclasses

from intervals import interval

TRUE, FALSE, NOT_SIGNIFICANT, NOT_TESTED = "true", "false", "not significant", "not tested"
FEWEST = 3  # seeds needed for a test
NEGLIGIBLE = 2.0  # points of error that count as no change


@dataclasses.dataclass(frozen=True)
class Comparison:
    """A difference that should be below a margin if the claim is true, or a fact that needs no statistics."""

    text: str
    verdict: str
    why: str
    differences: dict = dataclasses.field(default_factory=dict)  # {seed: difference}
    interval: object = None
    margin: float = 0.0
    missing: bool = False  # there is nothing to compare
    place: str = ""  # which result this is, if each result has its own verdict


@dataclasses.dataclass(frozen=True)
class Verdict:
    """A claim checked in one group of results; the group is None if there are no results."""

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
    """Two decimals with a sign and a typographic minus; zero has no sign."""
    text = f"{value:+.2f}".replace("-", "−")
    return "0.00" if text[1:] == "0.00" else text


def below(text, differences, margin=0.0, unit="seeds", place=""):
    """Check that a mean difference is below the margin: true or false if the 95 % interval is entirely on one side."""
    if not differences:
        return nothing(text, "no seed has results for both sides", place)
    found = interval(differences.values())
    if found.count < FEWEST:
        why = (
            f"{signed(found.mean)}; {found.count} {unit if found.count > 1 else unit[:-1]}, at least {FEWEST} required"
        )
        return Comparison(text, NOT_TESTED, why, differences, found, margin, place=place)
    verdict = TRUE if found.high < margin else FALSE if found.low > margin else NOT_SIGNIFICANT
    limit = f", margin {margin:g}" if margin else ""
    why = f"{signed(found.mean)} ± {found.half:.2f} over {found.count} {unit}{limit}"
    return Comparison(text, verdict, why, differences, found, margin, place=place)


def fact(text, holds, why, place=""):
    """A comparison of closed forms or large counts, which needs no seeds."""
    return Comparison(text, TRUE if holds else FALSE, why, place=place)


def nothing(text, why, place=""):
    """A comparison for which there are no results."""
    return Comparison(text, NOT_TESTED, why, missing=True, place=place)


def minus(one, other):
    """{seed: difference} for the seeds that both have."""
    return {seed: one[seed] - other[seed] for seed in one.keys() & other.keys()}


def average(columns):
    """{seed: mean} of several {seed: value}, for the seeds that all have."""
    columns = list(columns)
    if not columns:
        return {}
    seeds = set.intersection(*(set(column) for column in columns))
    return {seed: sum(column[seed] for column in columns) / len(columns) for seed in seeds}


def together(comparisons):
    """True if all are true, false if at least one is false, and otherwise not tested if at least one is not."""
    verdicts = {comparison.verdict for comparison in comparisons}
    if FALSE in verdicts:
        return FALSE
    if NOT_TESTED in verdicts:
        return NOT_TESTED
    return TRUE if verdicts == {TRUE} else NOT_SIGNIFICANT
