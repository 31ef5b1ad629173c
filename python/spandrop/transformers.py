"""SpanDrop for the Trainer of Hugging Face Transformers."""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable, Mapping
from typing import Any

import torch
import transformers

from spandrop._core.epoch import HasEpoch
from spandrop.torch import SpanDropCollator

__all__ = ["EpochCallback", "attach"]


class EpochCallback(transformers.TrainerCallback):
    """Set the epoch of a collator or an Augment at the start of each epoch, also after resuming in mid-epoch.

    Args:
        collator: The SpanDropCollator or Augment.
    """

    def __init__(self, collator: HasEpoch) -> None:
        self.collator = collator
        self._epoch: int | None = None

    def on_train_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        self._epoch = None

    def on_epoch_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        # state.epoch is an integer, or a fraction above one after resuming in mid-epoch. If the data has no length, it
        # lags behind from the second epoch on, so later epochs are counted.
        self._epoch = int(state.epoch or 0) if self._epoch is None else self._epoch + 1
        self.collator.set_epoch(self._epoch)


def _check_columns(trainer: Any, collator: SpanDropCollator) -> None:
    """Reject a trainer that would remove columns that the collator needs."""
    if not trainer.args.remove_unused_columns or trainer.train_dataset is None:
        return
    used = {
        collator.only,
        collator.annotations,
        collator.protected,
        "special_tokens_mask",
        *([collator.spans] if collator.drop.spans == "field" else []),
        *(["seq_lengths"] if collator._padding is None or collator.collate is not None else []),
    }
    there = _columns_of(trainer.train_dataset)
    if there is None:
        warnings.warn(
            f"[attach] the columns of the training data are unknown; if {sorted(used - {''})} are among them, set "
            "TrainingArguments(remove_unused_columns=False), or the trainer removes those that the model does not accept",
            stacklevel=3,
        )
        return
    removed = sorted(used & there - set(inspect.signature(trainer.model.forward).parameters))
    if removed:
        raise ValueError(
            f"[attach] expected TrainingArguments(remove_unused_columns=False), because the trainer would remove "
            f"{removed}, which the collator needs"
        )


def _columns_of(data: Any) -> set[str] | None:
    """The columns of a data set, from its column_names or its first example; None if neither exists."""
    names = getattr(data, "column_names", None)
    if (
        names is None
        and not isinstance(data, torch.utils.data.IterableDataset)
        and hasattr(data, "__len__")
        and len(data)
    ):
        first = data[0]
        names = first.keys() if isinstance(first, Mapping) else None
    return None if names is None else set(names)


def attach(trainer: transformers.Trainer) -> transformers.Trainer:
    """Make a trainer's SpanDropCollator drop different spans in each epoch, and none in evaluation. Returns the trainer.

    This is necessary because a Trainer uses the same collator for training and evaluation, and does not set its epoch.

    Args:
        trainer: A Trainer whose data_collator is a SpanDropCollator. It is changed in place.
    """
    if not isinstance(trainer, transformers.Trainer):
        raise TypeError(f"[attach] expected a transformers.Trainer, got {type(trainer).__name__}")
    collator = trainer.data_collator
    if not isinstance(collator, SpanDropCollator):
        raise TypeError(
            f"[attach] expected a trainer whose data_collator is a SpanDropCollator, got {type(collator).__name__}"
        )
    _check_columns(trainer, collator)
    callbacks = trainer.callback_handler.callbacks
    if not any(isinstance(callback, EpochCallback) and callback.collator is collator for callback in callbacks):
        trainer.add_callback(EpochCallback(collator))

    def without_drops(loader_of: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(loader_of)
        def loader(*arguments: Any, **names: Any) -> Any:
            current = trainer.data_collator
            trainer.data_collator = current.plain if isinstance(current, SpanDropCollator) else current
            try:
                return loader_of(*arguments, **names)
            finally:
                trainer.data_collator = current

        return loader

    trainer.get_eval_dataloader = without_drops(trainer.get_eval_dataloader)
    trainer.get_test_dataloader = without_drops(trainer.get_test_dataloader)
    return trainer
