"""Check that this build gives the draws that docs/draw.md specifies, using its golden vectors."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import numpy

from spandrop import _native
from spandrop._core.content import content_id, id_of

VECTORS = pathlib.Path(__file__).parents[1] / "draw_v1.json"


def run() -> tuple[int, list[str]]:
    """The number of vectors, and a message for each one that differs."""
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    return len(vectors), [problem for vector in vectors for problem in problems(vector)]


def problems(vector: dict[str, Any]) -> list[str]:
    """Messages about the differences between a vector and its draw."""
    make_id = {"name": id_of, "strings": _native.content_id_of_strings}.get(vector["kind"], content_id)
    key = make_id(vector["value"])
    if f"{key.high:016x}{key.low:016x}" != vector["id"]:
        return [f"expected the id {vector['id']}, got {key}"]
    kept = _native.draw(
        key,
        vector["n"],
        seed=vector["seed"],
        view=vector["view"],
        rate=float.fromhex(vector["rate"]),
        gamma=float.fromhex(vector["gamma"]),
        min_keep=vector["min_keep"],
        protected=vector["protected"],
        rates=[float.fromhex(rate) for rate in vector["rates"]],
        attempt=vector["attempt"],
    )
    mask = numpy.packbits(kept, bitorder="little").tobytes().hex()
    return [] if mask == vector["mask"] else [f"expected the mask {vector['mask']}, got {mask}"]
