"""The current epoch, set by one process and visible to its workers, and other memory shared with workers."""

from __future__ import annotations

import multiprocessing
import multiprocessing.context
import multiprocessing.sharedctypes
import numbers
import os
import weakref
from collections.abc import Sequence
from typing import Any, Protocol


class HasEpoch(Protocol):
    """An object whose epoch can be set: a collator or an Augment."""

    @property
    def epoch(self) -> int: ...

    def set_epoch(self, epoch: int) -> None: ...


def is_spawning() -> bool:
    """Whether objects are being pickled for a process that is being started."""
    return multiprocessing.context.get_spawning_popen() is not None


class Shared:
    """Integers in memory shared with workers, whether they are forked or spawned, persistent or not.

    Other copies, such as those made by pickle, have their own memory. So does a child process that writes to it or starts
    workers itself, for example one of several training runs started by the same script.
    """

    _shared: Any

    def __init__(self, values: Sequence[int]) -> None:
        self._owner, self._shared = os.getpid(), multiprocessing.sharedctypes.RawArray("q", values)
        _LIVING.add(self)

    def own(self) -> None:
        """Detach this process from the one that made the object: what it writes then reaches only its own workers."""
        if self._owner != os.getpid():
            self._owner, self._shared = os.getpid(), multiprocessing.sharedctypes.RawArray("q", self._shared[:])

    def copied(self) -> Any:
        """What a copy made by pickle keeps."""
        return self._shared[:]

    def restore(self, copied: Any) -> None:
        """Set up a copy made by pickle."""
        Shared.__init__(self, copied)

    def __getstate__(self) -> Any:
        # Shared memory can only be passed to a process that is being started.
        if not is_spawning():
            return self.copied()
        self.own()
        return self._owner, self._shared

    def __setstate__(self, state: Any) -> None:
        if isinstance(state, tuple):
            self._owner, self._shared = state
            _LIVING.add(self)
        else:
            self.restore(state)


class Epoch(Shared):
    """The epoch, in memory shared with workers.

    >>> epoch = Epoch(3)
    >>> epoch.value += 1
    >>> epoch.value
    4
    """

    def __init__(self, value: int = 0) -> None:
        super().__init__([0])
        self.value = value

    @property
    def value(self) -> int:
        return int(self._shared[0])

    @value.setter
    def value(self, epoch: int) -> None:
        if not isinstance(epoch, numbers.Integral) or not 0 <= epoch < 2**63:
            raise ValueError(f"[set_epoch] expected the epoch to be an integer from 0 to 2^63 - 1, got {epoch!r}")
        self.own()
        self._shared[0] = int(epoch)

    def copied(self) -> int:
        return self.value

    def restore(self, copied: int) -> None:
        Epoch.__init__(self, copied)


class WithEpoch:
    """A base class for objects that have an epoch."""

    def __init__(self, epoch: int = 0) -> None:
        self._epoch = Epoch(epoch)

    def set_epoch(self, epoch: int) -> None:
        """Set the epoch, which selects the view. Call it before each epoch; otherwise every epoch drops the same spans.

        Args:
            epoch: The number of the epoch, from 0.
        """
        self._epoch.value = epoch

    @property
    def epoch(self) -> int:
        """The current epoch. Workers see it too."""
        return self._epoch.value

    @epoch.setter
    def epoch(self, epoch: int) -> None:
        raise AttributeError(f"[{type(self).__name__}] expected set_epoch({epoch!r}) instead of an assignment to epoch")


_LIVING: weakref.WeakSet[Shared] = weakref.WeakSet()


def _own_all() -> None:
    for shared in list(_LIVING):
        shared.own()


# So that workers forked before the epoch is first set see it too.
os.register_at_fork(before=_own_all)
