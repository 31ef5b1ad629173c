"""The result of a drop."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy
from numpy.typing import NDArray

from spandrop._native import Offsets


@dataclasses.dataclass(frozen=True, eq=False)
class Dropped:
    """A sequence after a drop, with its labels at their new positions. Positions in texts are code points."""

    sequence: Any
    """The shortened sequence, of the type that was passed. `text` and `tokens` return the same object."""
    annotations: list[Any]
    """The remaining annotations at their new positions, in the form in which they were passed."""
    protected: list[tuple[int, int]]
    """The protected ranges at their new positions."""
    kept: NDArray[numpy.bool_]
    """Whether each span was kept."""
    offsets: Offsets
    """Maps old positions to new ones and back."""
    fates: list[str]
    """What happened to each annotation that was passed: kept, shifted, cut or gone."""
    parallel: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    """The shortened parallel arrays, by name."""

    @property
    def text(self) -> str:
        """The shortened text."""
        if not isinstance(self.sequence, str):
            raise AttributeError("the sequence is not a text; use tokens")
        return self.sequence

    @property
    def tokens(self) -> Any:
        """The shortened list, tuple, array or tensor."""
        if isinstance(self.sequence, str):
            raise AttributeError("the sequence is a text; use text")
        return self.sequence
