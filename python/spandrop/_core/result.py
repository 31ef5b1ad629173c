"""The result of a drop."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy
from numpy.typing import NDArray

from spandrop._core.choices import Fate
from spandrop._native import Offsets


@dataclasses.dataclass(frozen=True, eq=False)
class Dropped:
    """A shortened sequence, with its labels at their new positions. Positions in texts are code points.

    Attributes:
        sequence: The shortened sequence, of the type that was passed. `text` and `tokens` return the same object.
        annotations: The remaining annotations at their new positions, in the form in which they were passed.
        protected: The protected ranges at their new positions.
        kept: Whether each span was kept.
        offsets: A map between old and new positions.
        fates: What happened to each annotation that was passed: "kept" (unchanged), "shifted" (at a new position), "cut"
            (dropped in part) or "gone" (dropped entirely).
        parallel: The shortened parallel arrays, by name.
    """

    sequence: Any
    annotations: list[Any]
    protected: list[tuple[int, int]]
    kept: NDArray[numpy.bool_]
    offsets: Offsets
    fates: list[Fate]
    parallel: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def text(self) -> str:
        """The shortened text."""
        if not isinstance(self.sequence, str):
            raise AttributeError("the sequence is not a text; use .tokens")
        return self.sequence

    @property
    def tokens(self) -> Any:
        """The shortened list, tuple, array or tensor."""
        if isinstance(self.sequence, str):
            raise AttributeError("the sequence is a text; use .text")
        return self.sequence
