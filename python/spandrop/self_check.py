"""Whether this build draws what docs/draw.md says: the golden vectors, and which instruction set gave them."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import numpy

from spandrop import _native
from spandrop.content import content_id, id_of

VECTORS = pathlib.Path(__file__).parent / "draw_v1.json"


def run() -> tuple[int, list[str]]:
    """The number of vectors, and what is wrong with each that differs."""
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    return len(vectors), [problem for vector in vectors for problem in problems(vector)]


def problems(vector: dict[str, Any]) -> list[str]:
    """Where a vector differs from what is drawn."""
    make_id = {"name": id_of, "strings": _native.content_id_of_strings}.get(vector["kind"], content_id)
    key = make_id(vector["value"])
    if f"{key.high:016x}{key.low:016x}" != vector["id"]:
        return [f"expected the id {vector['id']}, got {key}"]
    kept = _native.draw(
        key, vector["n"], seed=vector["seed"], view=vector["view"], rate=float.fromhex(vector["rate"]),
        gamma=float.fromhex(vector["gamma"]), min_keep=vector["min_keep"], protected=vector["protected"],
        rates=[float.fromhex(rate) for rate in vector["rates"]], attempt=vector["attempt"])
    mask = numpy.packbits(kept, bitorder="little").tobytes().hex()
    return [] if mask == vector["mask"] else [f"expected the mask {vector['mask']}, got {mask}"]
