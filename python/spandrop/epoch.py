"""A number that this process sets and its workers see."""

from __future__ import annotations

import multiprocessing
import multiprocessing.context
import multiprocessing.sharedctypes
import numbers
import os
import weakref
from typing import Any, Protocol


class HasEpoch(Protocol):
    """What a trainer tells the epoch: a collator, or an Augment."""

    @property
    def epoch(self) -> int: ...

    def set_epoch(self, epoch: int) -> None: ...


class Epoch:
    """The epoch, in memory that is shared with workers, forked or spawned, also those that live on.

    A copy that is made otherwise, as pickle does it, has an epoch of its own; so has a process that sets it itself or starts
    others, such as one of several runs that a script starts side by side.

    >>> epoch = Epoch(3)
    >>> epoch.value += 1
    >>> epoch.value
    4
    """

    _shared: Any

    def __init__(self, value: int = 0) -> None:
        self._owner, self._shared = os.getpid(), multiprocessing.sharedctypes.RawValue("q", 0)
        self.value = value
        _LIVING.add(self)

    @property
    def value(self) -> int:
        return int(self._shared.value)

    @value.setter
    def value(self, epoch: int) -> None:
        if not isinstance(epoch, numbers.Integral) or not 0 <= epoch < 2**63:
            raise ValueError(f"[set_epoch] expected a whole number of 0 to 2^63 - 1 as an epoch, got {epoch!r}")
        self.own()
        self._shared.value = int(epoch)

    def own(self) -> None:
        """Parts this process from the one that made it: what it sets reaches its own workers, and nobody else."""
        if self._owner != os.getpid():
            self._owner, self._shared = os.getpid(), multiprocessing.sharedctypes.RawValue("q", self.value)

    def __getstate__(self) -> Any:
        # Only a process that is being started can be handed the memory itself.
        if multiprocessing.context.get_spawning_popen() is None:
            return self.value
        self.own()
        return self._owner, self._shared

    def __setstate__(self, state: Any) -> None:
        if isinstance(state, int):
            self.__init__(state)  # type: ignore[misc]
        else:
            self._owner, self._shared = state
            _LIVING.add(self)


_LIVING: weakref.WeakSet[Epoch] = weakref.WeakSet()


def _own_all() -> None:
    for epoch in list(_LIVING):
        epoch.own()


# Workers that are forked before the epoch is first set see it all the same.
os.register_at_fork(before=_own_all)
