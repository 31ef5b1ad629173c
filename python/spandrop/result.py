"""What `drop` returns."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy
from numpy.typing import NDArray

from spandrop._native import Offsets


@dataclasses.dataclass(frozen=True, eq=False)
class Dropped:
    """A sequence after a drop, and where everything is now. Positions in texts are code points.

    text or tokens: what is left, as it was given. annotations: those that are left, in the form they were given in, at their
    new places. protected: the protected ranges at theirs. fates: kept, shifted, cut or gone, for each annotation that was
    given. kept: whether each span was kept. offsets: from old positions to new ones and back. parallel: what is left of the
    parallel arrays.
    """

    sequence: Any
    """What is left: a str, a list or an array, as it was given."""
    annotations: list[Any]
    """Those that are left, in the form they were given in, with new positions."""
    protected: list[tuple[int, int]]
    """The protected ranges, with new positions."""
    kept: NDArray[numpy.bool_]
    """Whether each span was kept."""
    offsets: Offsets
    """From old positions to new ones and back."""
    fates: list[str]
    """What became of each annotation that was given: kept, shifted, cut or gone."""
    parallel: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    """What is left of the parallel arrays."""

    @property
    def text(self) -> str:
        """What is left of a text."""
        if not isinstance(self.sequence, str):
            raise AttributeError("expected a text to have been dropped from; see tokens")
        return self.sequence

    @property
    def tokens(self) -> Any:
        """What is left of a list or an array."""
        if isinstance(self.sequence, str):
            raise AttributeError("expected tokens to have been dropped from; see text")
        return self.sequence
