"""Describes a group in words: how it differs from the paper, what it cost and how to reproduce it."""

import paper
from claims import FEWEST
from tables import plain

WORDS = {
    "length": "n =",
    "train_size": "training examples:",
    "rate": "p =",
    "gamma": "γ =",
    "steps": "steps:",
    "layers": "layers:",
    "test_size": "test examples:",
}
# Shown below each plot: settings that the paper does not give, or that we chose.
DETAILS = (
    "steps",
    "batch",
    "learning_rate",
    "warmup",
    "decay",
    "weight_decay",
    "clip",
    "layers",
    "width",
    "heads",
    "feed_forward",
    "random_start",
    "norm",
    "activation",
    "init",
    "dropout",
    "evaluate_every",
    "dev_size",
    "test_size",
)


def span(values):
    """One value, or the range from smallest to largest."""
    if all(isinstance(value, (int, float)) for value in values):
        return plain(values[0]) if len(values) == 1 else f"{plain(values[0])} to {plain(values[-1])}"
    return ", ".join(map(str, values))


def differences(group):
    """The differences between our settings and the paper's."""
    if group.panel.section == "theory" or not group.runs:
        return []
    found = []
    for name, theirs in paper.SETTINGS.items():
        values = group.settings(name)
        if name in group.panel.varies or not values or values == [theirs]:
            continue
        if name == "rate" and group.panel.name == "a" and values == [0.2]:  # the paper has both
            continue
        found.append(f"{WORDS[name]} {span(values)} (paper {plain(theirs)})")
    ours = {group.paper_x(x) for _, x in group.cells}
    theirs = {x for _, x in group.paper}
    missing = [x for x in theirs if not any(abs(x - other) <= 0.01 * abs(x) for other in ours)]
    if missing and group.panel.name not in ("h", "headline") and not group.panel.choice:
        found.append(f"{len(theirs) - len(missing)} of the paper's {len(theirs)} points")
    return found


def cpu_time(seconds):
    if seconds < 120:
        return f"{seconds:.0f} CPU seconds"
    return f"{seconds / 60:.0f} CPU minutes" if seconds < 7200 else f"{seconds / 3600:.1f} CPU hours"


def noise_caption(group):
    draws = span(sorted({run.settings["draws"] for run in group.noise_runs if "draws" in run.settings}) or ["unknown"])
    return "Noise: percentage of all training examples whose animal is lost." + (
        f" Each of our numbers is from {draws} draws." if group.noise_runs else ""
    )


def commands(group):
    """The commands that reproduce the runs."""
    pairs = sorted({(run.experiment, run.scale) for run in group.runs + group.noise_runs})
    return [f"spandrop lab run experiments/{experiment}.toml --scale {scale} --jobs 2" for experiment, scale in pairs]


def counted(count, what):
    return f"{count:,} {what}{'s' * (count != 1)}"


def scales(group):
    return sorted({run.scale for run in group.runs + group.noise_runs})


def notes(group):
    """Warnings for the reader."""
    found = []
    if "smoke" in scales(group):
        found.append("Smoke scale: this shows that the software runs, not how the methods perform.")
    seeds = len(group.seeds)
    if group.panel.section != "theory" and group.runs and seeds < 3:
        found.append(f"{counted(seeds, 'seed')}: significance requires at least {FEWEST}.")
    if group.noise_runs and not group.runs:
        found.append("Only the noise was measured here; no model was trained.")
    if group.repeated:
        found.append(
            f"Not shown: {counted(group.repeated, 'run')} with the same cell and seed as another run, but fewer steps or an "
            "earlier file."
        )
    if group.other_scales:
        found.append(
            "Not shown: "
            + ", ".join(
                f"{counted(count, 'run')} at scale {scale}" for scale, count in sorted(group.other_scales.items())
            )
            + "."
        )
    if group.panel.name in ("e", "f"):
        found.append(paper.DISAGREEMENT)
    if group.panel.name == "headline":
        found.append("The paper's numbers are those of panel (c).")
    if group.panel.name == "h":
        found.append("The table compares our evaluations with the paper's at the same fraction of the training.")
    return found


def details(group):
    """{setting: values} for the details below the plot."""
    return {name: span(values) for name in DETAILS if (values := group.settings(name))}
