"""Draws panels in the paper's style: the same axes, colours and markers."""

import matplotlib
import matplotlib.figure
from intervals import interval
from looks import LABELS, LINES, NOISE, NOISE_LABELS
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

matplotlib.use("agg")
matplotlib.rcParams.update(
    {
        "font.size": 9,
        "axes.titlesize": 10,
        "axes.labelsize": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": "#888",
        "axes.labelcolor": "#333",
        "xtick.color": "#555",
        "ytick.color": "#555",
        "axes.grid": True,
        "grid.color": "#e8e8e8",
        "grid.linewidth": 0.8,
        "axes.axisbelow": True,
        "lines.linewidth": 1.5,
        "lines.markersize": 4.5,
        "svg.fonttype": "none",
        "svg.hashsalt": "spandrop",
        "axes.titlepad": 8,
    }
)

LOG_TICKS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]
LOG_X_TICKS = {"a": [10, 100, 1000, 10000], "c": [10, 30, 100, 300], "2c": [1, 100, 10000]}
OURS, PAPER = "ours", "paper"


def means(group, source):
    """{(series, x): Interval or number} of ours or the paper's, for the series of the panel."""
    if source == PAPER:
        return dict(group.paper)
    return {place: interval(values.values()) for place, values in group.cells.items() if place[0] in group.panel.series}


def middle(value):
    return getattr(value, "mean", value)


def line_of(points, series):
    """The x and values of one series, sorted by x."""
    found = sorted((x, value) for (name, x), value in points.items() if name == series)
    return [x for x, _ in found], [value for _, value in found]


def mark(group, source, what, name):
    """The id of a drawn element; tests look it up."""
    return f"{source}-{what}-{group.panel.name}-{name}"


def noise_of(group, source):
    if source == PAPER:
        return dict(group.paper_noise)
    return {place: sum(values.values()) / len(values) for place, values in group.noise.items()}


def y_limits(group):
    """Limits that cover our numbers and the paper's, so that the two can be compared by eye."""
    values = [middle(value) for source in (OURS, PAPER) for value in means(group, source).values()]
    values += [value for source in (OURS, PAPER) for value in noise_of(group, source).values()]
    if group.panel.log_y:
        positive = [value for value in values if value > 0]
        return min(positive, default=1) * 0.6, max(positive, default=50) * 1.5
    low, high = min([0, *values]), max([0, *values])
    return low * 1.08, high * 1.12 or 0.02 * -low or 1


def x_limits(group, source):
    """The same limits for both, unless training length or steps differ."""
    sources = (OURS, PAPER) if group.paper_x(300) == 300 else (source,)
    xs = [x for each in sources for points in (means(group, each), noise_of(group, each)) for _, x in points]
    if not xs:
        return None
    if group.panel.log_x:
        return min(xs) / 1.35, max(xs) * 1.35
    margin = 0.05 * (max(xs) - min(xs)) or 1
    return min(xs) - margin, max(xs) + margin


def draw(axes, group, source):
    """Draw our or the paper's numbers of a group in these axes."""
    panel, points = group.panel, means(group, source)
    axes.set(xlabel=panel.across, ylabel=panel.upward)
    if panel.log_y:
        axes.set_yscale("log", nonpositive="clip")
        axes.set_yticks(LOG_TICKS, [f"{tick:g}" for tick in LOG_TICKS])
        axes.minorticks_off()
    axes.set_ylim(*y_limits(group))
    if panel.choice:
        stems(axes, group, source, points)
        return
    if panel.log_x:
        axes.set_xscale("log")
        ticks = LOG_X_TICKS[panel.name]
        axes.set_xticks(ticks, [f"{tick:,.0f}" for tick in ticks])
        axes.minorticks_off()
    elif panel.name == "h":
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.locator_params(axis="x", nbins=5)
    if limits := x_limits(group, source):
        axes.set_xlim(*limits)
    noise_bars(axes, group, source)
    for series in panel.series:
        xs, values = line_of(points, series)
        if not xs:
            continue
        if panel.name == "2a":
            shift = -0.2 if series == "drop" else 0.2
            bars = axes.bar(
                [x + shift for x in xs],
                values if source == PAPER else [middle(v) for v in values],
                0.45,
                color=LINES[series]["color"],
                linewidth=0,
            )
            bars[0].set_gid(mark(group, source, "series", series))
            continue
        heights = [middle(value) for value in values]
        every = max(1, len(xs) // 10) if panel.name == "h" else 1
        axes.plot(xs, heights, **LINES[series], markevery=every, gid=mark(group, source, "series", series), zorder=3)
        spread(axes, panel, xs, values, LINES[series]["color"])


def spread(axes, panel, xs, values, colour):
    """Draw the 95 % interval: a band if there are many points, otherwise bars; nothing for a single seed."""
    known = [(x, value) for x, value in zip(xs, values) if getattr(value, "half", None) is not None]
    if not known or panel.section == "theory":
        return
    if panel.name == "h":
        axes.fill_between(
            [x for x, _ in known],
            [max(value.low, 1e-3) for _, value in known],
            [value.high for _, value in known],
            color=colour,
            alpha=0.13,
            linewidth=0,
        )
        return
    axes.errorbar(
        [x for x, _ in known],
        [value.mean for _, value in known],
        [value.half for _, value in known],
        fmt="none",
        ecolor=colour,
        elinewidth=1,
        alpha=0.55,
        zorder=2,
    )


def noise_bars(axes, group, source):
    """Draw noise bars: SpanDrop's to the left of each x, Beta-SpanDrop's to the right."""
    noise = noise_of(group, source)
    low, high = axes.get_xlim()
    for method, side in (("drop", -1), ("beta", 0)):
        xs, heights = line_of(noise, method)
        if not xs:
            continue
        if group.panel.log_x:
            step = (high / low) ** 0.022
            edges = [(x * step**side, x * step ** (side + 1)) for x in xs]
        else:
            step = (high - low) * 0.022
            edges = [(x + step * side, x + step * (side + 1)) for x in xs]
        bars = axes.bar(
            [left for left, _ in edges],
            heights,
            [right - left for left, right in edges],
            align="edge",
            color=NOISE[method],
            linewidth=0,
            zorder=1,
        )
        bars[-1].set_gid(mark(group, source, "noise", method))


def stems(axes, group, source, points):
    """Draw categories on the x axis: a stem and a marker for each series, side by side."""
    panel = group.panel
    choices = sorted({x for _, x in [*group.cells, *group.paper]})
    axes.set_xticks(range(len(choices)), [panel.choice(x).replace(", ", ",\n") for x in choices])
    axes.set_xlim(-0.5, len(choices) - 0.5)
    axes.grid(axis="x", visible=False)
    for number, series in enumerate(panel.series):
        xs, values = line_of(points, series)
        if not xs:
            continue
        shift = (number - (len(panel.series) - 1) / 2) * 0.17
        places = [choices.index(x) + shift for x in xs]
        heights, look = [middle(value) for value in values], LINES[series]
        axes.vlines(places, 0, heights, color=look["color"], linewidth=1.2, linestyle=look.get("linestyle", "-"))
        axes.plot(
            places,
            heights,
            **{**look, "linestyle": ""},
            markersize=6,
            gid=mark(group, source, "series", series),
            zorder=3,
        )
        spread(axes, panel, places, values, look["color"])


def handles(group):
    """The entries of a group's legend."""
    found = [Line2D([], [], label=LABELS[series], **LINES[series]) for series in group.panel.series]
    if group.noise or group.paper_noise:
        found += [Patch(color=colour, label=NOISE_LABELS[method]) for method, colour in NOISE.items()]
    return found


def single(group, source):
    """A figure of our or the paper's half, with the axes in the same place in both; ours alone is wider."""
    width = 3.9 if group.panel.table else 6.2
    figure = matplotlib.figure.Figure(figsize=(width, 2.75))
    axes = figure.subplots()
    draw(axes, group, source)
    two_lines = any("\n" in label.get_text() for label in axes.get_xticklabels())
    figure.subplots_adjust(left=0.68 / width, right=0.96, bottom=0.23 if two_lines else 0.17, top=0.98)
    return figure


def pair(group):
    """A figure with the paper's numbers (if any) and ours side by side, and a legend above."""
    figure = matplotlib.figure.Figure(figsize=(8.4, 3.7), layout="constrained")
    halves = {PAPER: "Paper", OURS: "Ours"} if group.panel.table else {OURS: "Ours"}
    both = figure.subplots(1, len(halves), sharey=True, squeeze=False)[0]
    for axes, (source, title) in zip(both, halves.items()):
        draw(axes, group, source)
        axes.set_title(f"{group.panel.title}: {title}" if axes is both[0] else title)
    for axes in both[1:]:
        axes.set_ylabel("")
    figure.legend(handles=handles(group), loc="outside upper center", ncols=4, frameon=False, fontsize=8)
    return figure


def whole(groups, panels, rows):
    """A figure in the paper's layout, with the first group of each panel."""
    columns = len(panels) // rows
    figure = matplotlib.figure.Figure(figsize=(3.3 * columns, 2.7 * rows + 0.5), layout="constrained")
    legend = {}
    for axes, panel in zip(figure.subplots(rows, columns).flat, panels):
        axes.set_title(panel.title.split(",")[0])
        if not groups[panel.name]:
            axes.set(xticks=[], yticks=[], xlabel=panel.across)
            axes.text(0.5, 0.5, "no results", ha="center", va="center", color="#999", transform=axes.transAxes)
            continue
        group = groups[panel.name][0]
        draw(axes, group, OURS)
        legend.update({handle.get_label(): handle for handle in handles(group)})
    if legend:
        figure.legend(handles=list(legend.values()), loc="outside upper center", ncols=5, frameon=False)
    return figure
