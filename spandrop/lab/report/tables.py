"""The numbers of a group as rows: ours with interval and seeds, next to the paper's."""

import dataclasses

from intervals import interval

SHOWN_EVALUATIONS = 10  # rows for a training curve


@dataclasses.dataclass(frozen=True)
class Cell:
    series: str
    ours: object  # Interval or None
    paper: float | None


@dataclasses.dataclass(frozen=True)
class Row:
    x: float | None  # ours; None if only the paper has the point
    paper_x: float | None  # the paper's; None if only we have it
    cells: tuple


def close(one, other):
    return abs(one - other) <= 0.01 * abs(other)


def rows(group):
    """One row per point of the x axis."""
    ours = sorted({x for series, x in group.cells if series in group.panel.series})
    paper = sorted({x for _, x in group.paper})
    if group.panel.name == "h":
        return curve_rows(group, ours, paper)
    pairs = [(x, next((other for other in paper if close(group.paper_x(x), other)), None)) for x in ours]
    matched = {other for _, other in pairs}
    pairs += [(None, other) for other in paper if other not in matched]
    pairs.sort(key=lambda pair: group.paper_x(pair[0]) if pair[1] is None else pair[1])
    return [row(group, group.panel.series, *pair) for pair in pairs]


def curve_rows(group, ours, paper):
    """A subset of our evaluations, each with the paper's closest one at the same fraction of the training."""
    every = max(1, len(ours) // SHOWN_EVALUATIONS)
    shown = ours[::-1][::every][::-1]
    return [
        row(group, group.panel.series, x, min(paper, key=lambda step: abs(step - group.paper_x(x)), default=None))
        for x in shown
    ]


def row(group, series, x, paper_x):
    return Row(
        x, paper_x, tuple(Cell(name, group.interval(name, x), group.paper.get((name, paper_x))) for name in series)
    )


def noise_rows(group):
    """The bars: SpanDrop's and Beta's noise."""
    return plain_rows(("drop", "beta"), group.noise, group.paper_noise)


def best_rows(group):
    """The error at the step with the lowest dev error; the paper gives only the last step."""
    return plain_rows(group.panel.series, group.best, {})


def plain_rows(names, ours, paper):
    def mean(values):
        return interval(values.values()) if values else None

    xs = sorted({x for _, x in [*ours, *paper]})
    return [Row(x, x, tuple(Cell(name, mean(ours.get((name, x))), paper.get((name, x))) for name in names)) for x in xs]


def number(value, decimals=2):
    """A number with a typographic minus, or a dash if there is none."""
    return "–" if value is None else f"{value:.{decimals}f}".replace("-", "−")


def plain(x):
    """An x as text: 1,000 or 0.05."""
    return "–" if x is None else f"{x:,.0f}" if x >= 100 or x == int(x) else f"{x:g}"


def x_text(group, line):
    """The first column: our x, and the paper's if it differs."""
    panel = group.panel
    if panel.choice:
        return panel.choice(line.paper_x if line.x is None else line.x)
    if line.x is None or line.paper_x is None or close(line.x, line.paper_x):
        return plain(line.paper_x if line.x is None else line.x)
    return f"{plain(line.x)} (paper {plain(line.paper_x)})"


def ours_text(found, decimals=2, exact=False):
    """mean ± half (seeds), or mean (1); only the mean if seeds do not matter."""
    if found is None or exact and found.count == 1:
        return number(found and found.mean, decimals)
    half = "" if found.half is None else f" ± {found.half:.{decimals}f}"
    return f"{number(found.mean, decimals)}{half} ({found.count})"
