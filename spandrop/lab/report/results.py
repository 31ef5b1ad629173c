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

    @property
    def animals(self):
        """The animals, from a list or a comma-separated string."""
        animals = self.settings.get("animals", ["cat"])
        return tuple(animals.split(",")) if isinstance(animals, str) else tuple(animals)


def refuse(name):
    raise ValueError(f"{name}, which is not valid JSON")


def parse(text, path):
    """Parse one run from the text of its file."""

    def expect(holds, what, got):
        if not holds:
            raise BadResult(f"{path}: expected {what}, got {got!r}")

    try:
        value = json.loads(text, parse_constant=refuse)
    except ValueError as error:
        raise BadResult(f"{path}: expected JSON, got: {error}") from None
    expect(isinstance(value, dict), "an object", value)
    for name, kind in SHAPE.items():
        expect(isinstance(value.get(name), kind), f"{name} to be {kind.__name__}", value.get(name))
    kind, settings, scores = value["kind"], value["settings"], value["scores"]
    expect(kind in NEEDED, f"kind {', '.join(NEEDED)}", kind)
    if kind != "theory":
        expect(settings.get("method") in METHODS, f"method {', '.join(METHODS)}", settings.get("method"))
    for place, names in zip((settings, scores), NEEDED[kind]):
        for name in names:
            expect(isinstance(place.get(name), numbers.Real), f"{name} to be a number", place.get(name))
    for name, score in scores.items():
        expect(isinstance(score, numbers.Real), f"the score {name} to be a number", score)
    curve = value.get("curve", NO_CURVE)
    expect(
        isinstance(curve, dict) and all(isinstance(curve.get(name), list) for name in NO_CURVE),
        "a curve of columns and rows",
        curve,
    )
    for row in curve["rows"]:
        expect(
            isinstance(row, list) and len(row) == len(curve["columns"]),
            f"{len(curve['columns'])} numbers in each row of the curve",
            row,
        )
    return Run(
        *(value[name] for name in SHAPE),
        curve,
        value.get("cpu_seconds", 0.0),
        value.get("version", ""),
        value.get("cpu", ""),
        path,
    )


def read(directories):
    """All runs in DIRECTORY/*.json and DIRECTORY/*/*.json; hidden folders hold unfinished runs."""
    paths = [
        path
        for directory in map(pathlib.Path, directories)
        for path in sorted([*directory.glob("*.json"), *directory.glob("[!.]*/*.json")])
    ]
    return [parse(path.read_text(), path) for path in paths]
