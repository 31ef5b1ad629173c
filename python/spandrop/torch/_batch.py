"""The batches that the collator makes: dictionaries that can be moved to a device."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import torch


class Batch(dict[str, Any]):
    """A dictionary of columns whose tensors can be moved together, like Transformers' BatchEncoding.

    >>> batch = Batch(input_ids=torch.tensor([[5, 6]]), annotations=[[(0, 1)]])
    >>> batch.to("cpu")
    {'input_ids': tensor([[5, 6]]), 'annotations': [[(0, 1)]]}
    """

    def to(self, device: str | int | torch.device, non_blocking: bool = False) -> Self:
        """Move the tensors to a device. Returns a new batch; other values stay unchanged.

        Args:
            device: The device, such as "cuda".
            non_blocking: Whether to return before the copy is finished, if possible.
        """
        if not isinstance(device, (str, int, torch.device)):
            raise TypeError(
                f"[Batch.to] expected a device, got {type(device).__name__}; convert single columns instead"
            )

        def moved(value: Any) -> Any:
            if isinstance(value, torch.Tensor):
                return value.to(device, non_blocking=non_blocking)
            if type(value) in (list, tuple):
                return type(value)(map(moved, value))
            return {name: moved(one) for name, one in value.items()} if isinstance(value, Mapping) else value

        return type(self)({name: moved(value) for name, value in self.items()})
