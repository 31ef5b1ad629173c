"""Notice training that repeats its draws in each epoch, and evaluation that drops tokens."""

from __future__ import annotations

import sys
import warnings
from types import FrameType
from typing import Any

import numpy
import torch
from numpy.typing import NDArray

from spandrop._core.epoch import Shared

_SIZE = 64
_REPEATS, _EVALUATION, _COUNT, _FIRST = range(4)  # what the shared integers mean; ids follow, then
_FLAGS = _FIRST + _SIZE  # whether each was seen again


class Watch(Shared):
    """Remembers the ids of some examples since the epoch was set, in memory shared with workers, and warns once per problem.

    The 64 smallest ids are remembered, so any order and number of workers gives the same sample. Concurrent workers may
    overwrite each other's notes, which at worst delays a warning.
    """

    def __init__(self) -> None:
        super().__init__([0] * (_FIRST + 2 * _SIZE))

    def copied(self) -> int:
        return 0  # nothing; for None, pickle would not call __setstate__

    def restore(self, copied: Any) -> None:
        Watch.__init__(self)

    def forget(self) -> None:
        """Start a new epoch."""
        self.own()
        self._shared[_COUNT] = 0

    def saw(self, ids: NDArray[numpy.uint64], epoch: int, has_ids: bool) -> None:
        """Warn if a loader requests most examples again in the same epoch, or requests them for evaluation. `ids` has 128 bits
        per row, of which 64 suffice here."""
        if self._shared[_REPEATS] and self._shared[_EVALUATION]:
            return
        if torch.utils.data.get_worker_info() is None:
            if not _is_called_by("torch.utils.data._utils.fetch", "fetch"):
                return
            self.own()  # in case this is one of several runs
        if not self.check_evaluation() and not self._shared[_REPEATS] and self._is_repeated(ids[:, 0].astype("i8")):
            self._warn(
                _REPEATS,
                f"most examples were used at least twice in epoch {epoch}, and lost the same tokens each time; call "
                "collator.set_epoch(epoch) before each epoch (spandrop.transformers.attach(trainer) or "
                "spandrop.lightning.EpochCallback(collator) does this in a trainer)"
                + ("" if has_ids else ", and add a column id if different examples have the same tokens"),
            )

    def check_evaluation(self) -> bool:
        """Whether gradients are disabled or Hugging Face's Trainer evaluates. Warns if so."""
        is_evaluation = not torch.is_grad_enabled() or _is_evaluated_by_trainer()
        if is_evaluation and not self._shared[_EVALUATION]:
            self._warn(
                _EVALUATION,
                "tokens are dropped in evaluation; use collator.plain in evaluation loaders, or "
                "spandrop.transformers.attach(trainer) with Hugging Face's Trainer",
            )
        return is_evaluation

    def _warn(self, kind: int, message: str) -> None:
        self._shared[kind] = 1
        warnings.warn(f"[SpanDropCollator] {message}", stacklevel=6)

    def _is_repeated(self, ids: NDArray[numpy.int64]) -> bool:
        """Note the ids. Returns whether more than half of those remembered have been seen at least twice."""
        count = self._shared[_COUNT]
        ends = _FIRST + count, _FLAGS + count
        if count == _SIZE:
            ids = ids[ids <= self._shared[ends[0] - 1]]
            if len(ids) == 0:
                return False
        known = dict(zip(self._shared[_FIRST : ends[0]], self._shared[_FLAGS : ends[1]]))
        for one in set(ids.tolist()):  # repeats within a batch may be meant
            known[one] = int(one in known)
        smallest = sorted(known)[:_SIZE]
        flags = [known[one] for one in smallest]
        self._shared[_FIRST : _FIRST + len(smallest)] = smallest
        self._shared[_FLAGS : _FLAGS + len(flags)] = flags
        self._shared[_COUNT] = len(smallest)
        return 2 * sum(flags) > len(flags)


def _is_evaluated_by_trainer() -> bool:
    return "transformers.trainer" in sys.modules and _is_called_by("transformers.trainer", "evaluate", "predict")


def _is_called_by(module: str, *functions: str) -> bool:
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_name in functions and frame.f_globals.get("__name__") == module:
            return True
        frame = frame.f_back
    return False
