"""SpanDrop for Lightning's Trainer."""

from __future__ import annotations

from typing import Any

import lightning.pytorch

from spandrop._core.epoch import HasEpoch

__all__ = ["EpochCallback"]


class EpochCallback(lightning.pytorch.Callback):
    """Set the epoch of a collator or an Augment at the start of each epoch, also after resuming in mid-epoch.

    Use `collator.plain` in validation loaders.

    Args:
        collator: The SpanDropCollator or Augment.

    >>> from spandrop import SpanDrop
    >>> from spandrop.torch import SpanDropCollator
    >>> collator = SpanDropCollator(SpanDrop(rate=0.1), special_tokens=[101, 102])
    >>> trainer = lightning.pytorch.Trainer(callbacks=[EpochCallback(collator)], max_epochs=3, logger=False)
    """

    def __init__(self, collator: HasEpoch) -> None:
        self.collator = collator

    def setup(self, trainer: Any, pl_module: Any, stage: str) -> None:
        # The first epoch's loader starts before on_train_epoch_start, and its workers run ahead.
        if stage == "fit":
            self.collator.set_epoch(trainer.current_epoch)

    def on_load_checkpoint(self, trainer: Any, pl_module: Any, checkpoint: dict[str, Any]) -> None:
        loop = checkpoint["loops"]["fit_loop"]
        epochs, batches = loop["epoch_progress"]["current"], loop["epoch_loop.batch_progress"]
        # A checkpoint saved after the last batch of an epoch continues with the next epoch.
        has_all_batches = batches["is_last_batch"] and batches["current"]["processed"] == batches["current"]["ready"]
        is_at_end = epochs["processed"] < epochs["started"] and has_all_batches
        self.collator.set_epoch(epochs["processed"] + is_at_end)

    def on_train_epoch_start(self, trainer: Any, pl_module: Any) -> None:
        self.collator.set_epoch(trainer.current_epoch)

    def on_train_epoch_end(self, trainer: Any, pl_module: Any) -> None:
        # A loader that is recreated for the next epoch (reload_dataloaders_every_n_epochs) runs ahead too.
        self.collator.set_epoch(trainer.current_epoch + 1)
