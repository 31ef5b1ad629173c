"""Renders the page: one self-contained HTML file."""

import pathlib
from collections import Counter

import captions
import jinja2
import markupsafe
import paper
import plots
import svg
from claims import FALSE, NOT_SIGNIFICANT, NOT_TESTED, TRUE
from looks import LABELS, LINES, NOISE, NOISE_LABELS
from panels import PANELS
from tables import best_rows, noise_rows, number, ours_text, rows, x_text

HERE = pathlib.Path(__file__).parent


def legend(group):
    """[(label, small SVG)] for the legend of a plot."""
    found = [(LABELS[series], key_svg(LINES[series])) for series in group.panel.series]
    if group.noise or group.paper_noise:
        found += [
            (NOISE_LABELS[method], f'<rect x="6" y="2" width="14" height="10" fill="{colour}"/>')
            for method, colour in NOISE.items()
        ]
    return [
        (label, markupsafe.Markup(f'<svg class="key" viewBox="0 0 26 14" aria-hidden="true">{inside}</svg>'))
        for label, inside in found
    ]


def key_svg(look):
    """A line with its marker."""
    colour, dashes = look["color"], ' stroke-dasharray="5 3"' if look.get("linestyle") == "--" else ""
    fill = look.get("markerfacecolor", colour)
    marker = {
        "x": f'<path d="M9 3l8 8M17 3l-8 8" stroke="{colour}" stroke-width="1.6"/>',
        "o": f'<circle cx="13" cy="7" r="3.6" fill="{fill}" stroke="{colour}" stroke-width="1.4"/>',
        "s": f'<rect x="9.5" y="3.5" width="7" height="7" fill="{fill}" stroke="{colour}" stroke-width="1.4"/>',
        "D": f'<path d="M13 2.5L17.5 7L13 11.5L8.5 7Z" fill="{colour}"/>',
    }.get(look.get("marker"), "")
    return f'<path d="M0 7H26" stroke="{colour}" stroke-width="1.8"{dashes}/>{marker}'


def table(group, lines, exact=False):
    """The header, and rows with a first column and pairs (ours, paper); None if there are no lines."""
    if not lines:
        return None
    decimals = group.panel.decimals
    return {
        "across": group.panel.across,
        "heads": [LABELS[cell.series] for cell in lines[0].cells],
        "rows": [
            (
                x_text(group, line),
                [(ours_text(cell.ours, decimals, exact), number(cell.paper, decimals)) for cell in line.cells],
            )
            for line in lines
        ],
    }


def section(group, verdicts):
    """The values that the template needs for a group."""
    return {
        "name": group.name,
        "label": group.label,
        "panel": group.panel,
        "legend": legend(group),
        "plots": [
            (
                caption,
                markupsafe.Markup(
                    svg.inline(
                        svg.svg_text(plots.single(group, source)),
                        f"{group.name}-{source}",
                        f"{group.panel.title}, {caption}",
                    )
                ),
            )
            for source, caption in ((plots.PAPER, "Paper"), (plots.OURS, "Ours"))
            if source == plots.OURS or group.panel.table
        ],
        "table": table(group, rows(group) if group.runs else [], group.panel.section == "theory"),
        "noise": table(group, noise_rows(group), exact=True),
        "noise_caption": captions.noise_caption(group),
        "best": table(group, best_rows(group)),
        "claims": summary(verdict for verdict in verdicts if verdict.group is group),
        "differences": captions.differences(group),
        "notes": captions.notes(group),
        "scales": ", ".join(captions.scales(group)),
        "seeds": ", ".join(map(str, group.seeds)),
        "runs": captions.counted(len(group.runs) + len(group.noise_runs), "run"),
        "cost": captions.cpu_time(group.cpu_seconds),
        "commands": captions.commands(group),
        "details": captions.details(group),
    }


def summary(verdicts):
    """Each claim once, with a verdict for each group that has one."""
    found = {}
    for verdict in verdicts:
        found.setdefault((verdict.panel, verdict.name, verdict.text), []).append(verdict)
    return [
        {"panel": panel, "name": name, "text": text, "verdicts": several}
        for (panel, name, text), several in found.items()
    ]


def page_text(runs, diverged, groups, verdicts, overview):
    """The complete page as text; overview is Figure 3 in the paper's layout, as SVG.

    Diverged runs are listed, because leaving out failures makes a method look better."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    counts = Counter(verdict.verdict for verdict in verdicts)
    return environment.get_template("page.html").render(
        sections=[(panel, [section(group, verdicts) for group in groups[panel.name]]) for panel in PANELS],
        missing=[panel for panel in PANELS if not groups[panel.name]],
        claims=summary(verdicts),
        counts=[(name, counts[name]) for name in (TRUE, FALSE, NOT_SIGNIFICANT, NOT_TESTED)],
        overview=markupsafe.Markup(svg.inline(overview, "figure3", "Figure 3, ours")),
        disagreement=paper.DISAGREEMENT,
        run_count=captions.counted(len({run.identity for run in runs}), "run"),
        cost=captions.cpu_time(sum({run.identity: run.cpu_seconds for run in runs}.values())),
        versions=sorted({run.version for run in runs if run.version}),
        diverged=[(run.path.stem, run.diverged) for run in {run.identity: run for run in diverged}.values()],
        cpus=sorted({run.cpu for run in runs if run.cpu}),
    )
