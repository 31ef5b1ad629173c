"""SpanDrop under the Trainer of Hugging Face Transformers."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import transformers

from spandrop.epoch import HasEpoch
from spandrop.torch import SpanDropCollator


class EpochCallback(transformers.TrainerCallback):
    """Tells a collator, or an Augment, which epoch it is, also after a resume in mid-epoch."""

    def __init__(self, collator: HasEpoch) -> None:
        self.collator = collator
        self._begun = False

    def on_train_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        self._begun = False

    def on_epoch_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        # state.epoch is a whole number, or where training resumes in mid-epoch a fraction more. But where the data have
        # no length it lags behind from the second epoch on, so those are counted.
        self.collator.set_epoch(self.collator.epoch + 1 if self._begun else int(state.epoch or 0))
        self._begun = True


def _check_columns(trainer: Any, collator: SpanDropCollator) -> None:
    """Refuses a trainer that would remove columns which say what must not be dropped."""
    used = {collator.only, collator.annotations, collator.protected, *([collator.spans] if collator.drop.spans == "field" else [])}
    there = used & set(getattr(trainer.train_dataset, "column_names", None) or ())
    removed = sorted(there - set(inspect.signature(trainer.model.forward).parameters))
    if removed and trainer.args.remove_unused_columns:
        raise ValueError(f"[attach] expected TrainingArguments(remove_unused_columns=False): the trainer would remove {removed}, "
                         "which the collator looks at")


def attach(trainer: transformers.Trainer) -> transformers.Trainer:
    """Has a trainer whose data_collator is a SpanDropCollator drop anew in each epoch, and only in training.

    A trainer has one collator for training and evaluation, and tells it neither which of them it is nor the epoch.
    """
    collator = trainer.data_collator
    if not isinstance(collator, SpanDropCollator):
        raise TypeError(f"[attach] expected a trainer with a SpanDropCollator, got {type(collator).__name__}")
    _check_columns(trainer, collator)
    trainer.add_callback(EpochCallback(collator))

    def without_drops(loader_of: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(loader_of)
        def loader(*arguments: Any, **names: Any) -> Any:
            trainer.data_collator = collator.plain
            try:
                return loader_of(*arguments, **names)
            finally:
                trainer.data_collator = collator

        return loader

    trainer.get_eval_dataloader = without_drops(trainer.get_eval_dataloader)
    trainer.get_test_dataloader = without_drops(trainer.get_test_dataloader)
    return trainer
