"""A number that this process sets and its workers see."""

from __future__ import annotations

import multiprocessing
import multiprocessing.context
import multiprocessing.sharedctypes
import numbers
from typing import Any, Protocol


class HasEpoch(Protocol):
    """What a trainer tells the epoch: a collator, or an Augment."""

    @property
    def epoch(self) -> int: ...

    def set_epoch(self, epoch: int) -> None: ...


class Epoch:
    """The epoch, in memory that is shared with workers, forked or spawned, also those that live on.

    A copy that is made otherwise, as pickle does it, has an epoch of its own.

    >>> epoch = Epoch(3)
    >>> epoch.value += 1
    >>> epoch.value
    4
    """

    def __init__(self, value: int = 0) -> None:
        self._shared = multiprocessing.sharedctypes.RawValue("q", 0)
        self.value = value

    @property
    def value(self) -> int:
        return self._shared.value

    @value.setter
    def value(self, epoch: int) -> None:
        if not isinstance(epoch, numbers.Integral) or not 0 <= epoch < 2**63:
            raise ValueError(f"[set_epoch] expected an epoch of 0 to 2^63 - 1, got {epoch!r}")
        self._shared.value = int(epoch)

    def __getstate__(self) -> Any:
        # Only a process that is being started can be handed the memory itself.
        is_starting = multiprocessing.context.get_spawning_popen() is not None
        return self._shared if is_starting else self.value

    def __setstate__(self, state: Any) -> None:
        if isinstance(state, int):
            self.__init__(state)  # type: ignore[misc]
        else:
            self._shared = state
