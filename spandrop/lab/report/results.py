"""Reads what `spandrop lab run` leaves: one JSON object a file, one file a run."""

import dataclasses
import json
import numbers
import pathlib

# What a member must be; anything else in a file is kept and not looked at.
SHAPE = {"experiment": str, "panel": str, "scale": str, "kind": str, "settings": dict, "scores": dict}
KINDS = ("find_animals", "noise", "theory")
METHODS = ("none", "drop", "beta", "mask", "beta-mask")


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
        """The method's name, as the tables of the paper write it."""
        name = self.settings["method"].replace("-", "_")
        return name + "_noise_free" if self.settings.get("noise_free") else name

    @property
    def identity(self):
        """Equal for results of one run that several experiments share."""
        return self.kind, json.dumps(self.settings, sort_keys=True)

    @property
    def animals(self):
        """The animals, whether they were written as a list or with commas between them."""
        animals = self.settings.get("animals", ["cat"])
        return tuple(animals.split(",")) if isinstance(animals, str) else tuple(animals)


def parse(text, path):
    """One run from the text of its file."""
    try:
        value = json.loads(text)
    except ValueError as error:
        raise BadResult(f"{path}: expected JSON, got: {error}") from None
    if not isinstance(value, dict):
        raise BadResult(f"{path}: expected an object, got {type(value).__name__}")
    for name, kind in SHAPE.items():
        if not isinstance(value.get(name), kind):
            raise BadResult(f"{path}: expected {name} to be {kind.__name__}, got {value.get(name)!r}")
    if value["kind"] not in KINDS:
        raise BadResult(f"{path}: expected kind {', '.join(KINDS)}; got {value['kind']!r}")
    if value["kind"] != "theory" and value["settings"].get("method") not in METHODS:
        raise BadResult(f"{path}: expected method {', '.join(METHODS)}; got {value['settings'].get('method')!r}")
    for name, score in value["scores"].items():
        if not isinstance(score, numbers.Real):
            raise BadResult(f"{path}: expected the score {name} to be a number, got {score!r}")
    curve = value.get("curve") or NO_CURVE
    if any(len(row) != len(curve["columns"]) for row in curve["rows"]):
        raise BadResult(f"{path}: expected {len(curve['columns'])} numbers in each row of the curve")
    return Run(*(value[name] for name in SHAPE), curve, value.get("cpu_seconds", 0.0), value.get("version", ""),
               value.get("cpu", ""), path)


def read(directories):
    """All runs in DIRECTORY/*.json and DIRECTORY/*/*.json; hidden folders hold runs under way."""
    paths = [path for directory in map(pathlib.Path, directories)
             for path in sorted([*directory.glob("*.json"), *directory.glob("[!.]*/*.json")])]
    return [parse(path.read_text(), path) for path in paths]
