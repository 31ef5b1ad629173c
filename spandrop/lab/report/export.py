"""Exports claims and cells as JSON, and the tables of docs/results.md as Markdown."""

from captions import commands, cpu_time, differences, scales
from claims import FEWEST
from looks import LABELS
from panels import PANELS
from tables import noise_rows, number, ours_text, rows, x_text


def by_seed(values):
    return {str(seed): value for seed, value in sorted(values.items())}


def claim_value(verdict):
    return {
        "panel": verdict.panel,
        "group": verdict.group and verdict.group.name,
        "name": verdict.name,
        "text": verdict.text,
        "verdict": verdict.verdict,
        "comparisons": [
            {
                "text": one.text,
                "verdict": one.verdict,
                "why": one.why,
                "margin": one.margin,
                "mean": one.interval and one.interval.mean,
                "low": one.interval and one.interval.low,
                "high": one.interval and one.interval.high,
                "differences": by_seed(one.differences),
            }
            for one in verdict.comparisons
        ],
    }


def cell_values(group):
    for what, lines, values in (("error", rows(group), group.cells), ("noise", noise_rows(group), group.noise)):
        for line in lines:
            for cell in line.cells:
                if cell.ours is None:
                    continue
                yield {
                    "panel": group.panel.name,
                    "group": group.name,
                    "what": what,
                    "series": cell.series,
                    "x": line.x,
                    "mean": cell.ours.mean,
                    "low": cell.ours.low,
                    "high": cell.ours.high,
                    "seeds": by_seed(values[cell.series, line.x]),
                    "best_on_dev": by_seed(group.best.get((cell.series, line.x), {})) if what == "error" else {},
                    "paper": cell.paper,
                }


def as_json(groups, verdicts):
    """One object: claims, cells, groups, and the panels without results."""
    every = [group for panel in PANELS for group in groups[panel.name]]
    return {
        "claims": [claim_value(verdict) for verdict in verdicts],
        "cells": [value for group in every if group.panel.section != "theory" for value in cell_values(group)],
        "groups": [
            {
                "panel": group.panel.name,
                "group": group.name,
                "label": group.label,
                "runs": len(group.runs),
                "seeds": group.seeds,
                "cpu_seconds": group.cpu_seconds,
                "commands": commands(group),
            }
            for group in every
        ],
        "missing": [panel.name for panel in PANELS if not groups[panel.name]],
    }


def table(head, lines):
    def row(cells):
        return "| " + " | ".join(cells) + " |"

    return [row(head), "|" + "---|" * len(head), *map(row, lines)]


def headline_lines(group):
    """One table per length: five methods, our error, the paper's, seeds and CPU time."""
    for line in rows(group):
        runs = [run for run in group.runs if run.settings["length"] == line.x]
        yield from ["", f"### {x_text(group, line)}", ""]
        yield from table(
            ["method", "error in % (seeds)", "paper", "best step on dev", "training error in %", "CPU seconds per run"],
            [
                [
                    LABELS[cell.series],
                    ours_text(cell.ours),
                    number(cell.paper),
                    mean_score(runs, cell.series, "best_test_error"),
                    mean_score(runs, cell.series, "train_error"),
                    mean_cost(runs, cell.series),
                ]
                for cell in line.cells
            ],
        )
    yield from ["", closing(group) + " To reproduce:", "", "```text", *commands(group), "```"]


def closing(group):
    """The differences from the paper, and the cost."""
    different = "; ".join(differences(group))
    return (f"Differences from the paper: {different}. " if different else "") + (
        f"Scale {', '.join(scales(group))}; {cpu_time(group.cpu_seconds)} in total."
    )


def mean_score(runs, series, name):
    found = [run.scores[name] for run in runs if run.series == series and name in run.scores]
    return number(sum(found) / len(found)) if found else "–"


def mean_cost(runs, series):
    found = [run.cpu_seconds for run in runs if run.series == series]
    return number(sum(found) / len(found), 0) if found else "–"


def beside(cell, exact, has_paper=True):
    return ours_text(cell.ours, exact=exact) + (f" [{number(cell.paper)}]" if has_paper else "")


def panel_lines(group):
    """A panel as one table: our numbers, and the paper's in brackets."""
    panel = group.panel
    yield from ["", f"### {panel.heading}: {group.label}", ""]
    for lines, what, exact in ((rows(group), "", False), (noise_rows(group), "noise, ", True)):
        lines = [line for line in lines if any(cell.ours for cell in line.cells)]
        if lines:
            head = [panel.across.lower(), *(what + LABELS[cell.series] for cell in lines[0].cells)]
            yield from table(
                head,
                [[x_text(group, line), *(beside(cell, exact, panel.table) for cell in line.cells)] for line in lines],
            )
            yield ""
    yield closing(group)


def claim_lines(verdicts):
    head = ["claim", "where", "verdict", "numbers"]
    return table(
        head,
        [
            [
                verdict.text,
                where(verdict),
                f"**{verdict.verdict}**",
                "; ".join(f"{one.text}: {one.why}" if not one.missing else one.why for one in verdict.comparisons),
            ]
            for verdict in verdicts
        ],
    )


def where(verdict):
    if verdict.panel == "headline":
        return "headline"
    if verdict.panel == "recipe":
        return f"recipes {verdict.group.label}" if verdict.group else "recipes"
    name = f"({verdict.panel})" if len(verdict.panel) == 1 else f"Figure {verdict.panel[0]}({verdict.panel[1]})"
    return f"{name} {verdict.group.label}".strip() if verdict.group else name


def as_markdown(groups, verdicts):
    """Tables for docs/results.md: the headline, every panel of Figure 3 that has results, the claims."""
    lines = [
        "Numbers are mean ± 95 % interval over seeds (Student's t). The number of seeds is in parentheses, the paper's "
        "number in square brackets.",
        "",
        "## Headline",
    ]
    for group in groups["headline"]:
        lines += headline_lines(group)
    if not groups["headline"]:
        lines += ["", "No results yet."]
    lines += ["", "## Panels"]
    for panel in PANELS:
        if panel.name != "headline" and panel.section != "theory":
            for group in groups[panel.name]:
                lines += panel_lines(group)
    missing = [panel.heading for panel in PANELS if not groups[panel.name]]
    if missing:
        lines += ["", f"No results for: {'; '.join(missing)}."]
    lines += [
        "",
        "## Claims",
        "",
        "A claim is **true** if the 95 % interval of every difference, paired by seed, is entirely on its side, **false** "
        "if one is entirely on the other side, **not tested** if one side of a difference was not run or has fewer than "
        f"{FEWEST} seeds, and **not significant** otherwise.",
        "",
        *claim_lines(verdicts),
        "",
    ]
    return "\n".join(lines)
