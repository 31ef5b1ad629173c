"""Reads the results of `spandrop lab run`: one JSON object per file, one file per run."""

import dataclasses
import json
import numbers
import pathlib

# The required members and their types; other members are ignored.
SHAPE = {"experiment": str, "panel": str, "scale": str, "kind": str, "settings": dict, "scores": dict}
METHODS = ("none", "drop", "beta", "mask", "beta-mask")
# The required settings and scores of each kind.
NEEDED = {
    "find_animals": (("length", "train_size", "rate", "steps"), ("test_error",)),
    "noise": (("length", "rate"), ("noise",)),
    "theory": ((), ()),
}
NO_CURVE = {"columns": [], "rows": []}
KINDS = {str: "a string", dict: "an object", list: "an array", numbers.Real: "a number"}
LONGEST = 80  # characters of a bad value that are shown


class BadResult(Exception):
    """A file that is not a result; the message names it."""


@dataclasses.dataclass(frozen=True)
class Run:
    experiment: str
    panel: str
    scale: str
    kind: str
    settings: dict
    scores: dict
    curve: dict
    cpu_seconds: float
    version: str
    cpu: str
    path: pathlib.Path
    diverged: str = ""

    @property
    def seed(self):
        return self.settings.get("seed", 0)

    @property
    def series(self):
        """The method's name as in the paper's tables."""
        name = self.settings["method"].replace("-", "_")
        return name + "_noise_free" if self.settings.get("noise_free") else name

    @property
    def identity(self):
        """The same for all results of a run that several experiments share."""
        return self.kind, json.dumps(self.settings, sort_keys=True)


def refuse(name):
    raise ValueError(f"{name} is not allowed")


def parse(text, path):
    """Parse one run from the text of its file."""

    def expect(holds, what, got):
        if not holds:
            raise BadResult(f"{path}: expected {what}, got {json.dumps(got)[:LONGEST]}")

    def require(members, name, kind, place=""):
        if name not in members:
            raise BadResult(f"{path}: missing required field `{place}{name}`")
        expect(isinstance(members[name], kind), f"{place}{name} to be {KINDS[kind]}", members[name])

    try:
        value = json.loads(text, parse_constant=refuse)
    except ValueError as error:
        raise BadResult(f"{path}: not valid JSON: {error}") from None
    expect(isinstance(value, dict), "an object", value)
    for name, kind in SHAPE.items():
        require(value, name, kind)
    kind, settings, scores = value["kind"], value["settings"], value["scores"]
    expect(kind in NEEDED, f"kind to be one of {', '.join(NEEDED)}", kind)
    if kind != "theory":
        require(settings, "method", str, "settings.")
        expect(settings["method"] in METHODS, f"settings.method to be one of {', '.join(METHODS)}", settings["method"])
    needed_settings, needed_scores = NEEDED[kind]
    for name in needed_settings:
        require(settings, name, numbers.Real, "settings.")
    diverged = value.get("diverged", "")
    expect(isinstance(diverged, str), "diverged to be a string", diverged)
    for name in scores if diverged else (*needed_scores, *scores):
        require(scores, name, numbers.Real, "scores.")
    curve = value.get("curve", NO_CURVE)
    expect(isinstance(curve, dict), "curve to be an object", curve)
    for name in NO_CURVE:
        require(curve, name, list, "curve.")
    count = len(curve["columns"])
    for row in curve["rows"]:
        expect(isinstance(row, list) and len(row) == count, f"each row of the curve to have {count} values", row)
    return Run(
        *(value[name] for name in SHAPE),
        curve,
        value.get("cpu_seconds", 0.0),
        value.get("version", ""),
        value.get("cpu", ""),
        path,
        diverged,
    )


def read(directories):
    """All runs in DIRECTORY/*.json and DIRECTORY/*/*.json; hidden folders hold unfinished runs."""
    paths = [
        path
        for directory in map(pathlib.Path, directories)
        for path in sorted([*directory.glob("*.json"), *directory.glob("[!.]*/*.json")])
    ]
    return [parse(path.read_text(), path) for path in paths]
