"""Registers claims by panel, checks them in groups of results, and provides the comparisons that most of them use."""

from claims import NOT_TESTED, Verdict, average, below, minus, nothing, together
from looks import LABELS
from panels import PANELS

CLAIMS = {}  # panel name -> [(name, text, function of a group)]


def claim(panels, name, text):
    """Register a function as the check of one claim in these panels."""

    def register(check):
        for panel in panels.split():
            CLAIMS.setdefault(panel, []).append((name, text, check))
        return check

    return register


def check_claims(groups):
    """Check every claim in every group that has numbers for it. If no group has, list it once as not tested."""
    found = []
    for panel in (panel.name for panel in PANELS):
        for name, text, check in CLAIMS.get(panel, ()):
            before = len(found)
            for group in groups[panel]:
                comparisons = tuple(check(group))
                if all(comparison.missing for comparison in comparisons):
                    continue
                # The headline's two lengths are separate results.
                parts = [(one,) for one in comparisons] if panel == "headline" else [comparisons]
                found += [Verdict(name, text, group, together(part), part) for part in parts]
            if len(found) == before:
                why = "these points were not run" if groups[panel] else "no results"
                found.append(Verdict(name, text, None, NOT_TESTED, (nothing(text, why),), panel))
    return found


def lower(group, one, other, points):
    """`one` has a lower error than `other` at each of these points."""
    for x in points:
        text = f"{LABELS[one]} − {LABELS[other]}, {place(group, x)}"
        yield below(text, minus(group.cell(one, x), group.cell(other, x)), place=place(group, x))


def lower_everywhere(group, one, other):
    """The same at each point of the group; at a point that only one side has, the claim is not tested."""
    return lower(group, one, other, sorted({x for _, x in group.cells}))


def lower_on_average(group, one, other, where=lambda x: True, what="all points"):
    """`one` has a lower error than `other` on average over the points that both have."""
    points = [x for x in group.across(one, other) if where(x)]
    differences = average(minus(group.cell(one, x), group.cell(other, x)) for x in points)
    yield below(f"{LABELS[one]} − {LABELS[other]}, mean over {what} ({len(points)})", differences)


def place(group, x):
    """A description of a point on the panel's axis."""
    words = {"a": "{:,} examples", "h": "step {:g}"}
    return group.panel.choice(x) if group.panel.choice else words[group.panel.name].format(x)


def rise(group, series, first, last):
    """{seed: increase of the error} from one point to another."""
    return minus(group.cell(series, last), group.cell(series, first))
